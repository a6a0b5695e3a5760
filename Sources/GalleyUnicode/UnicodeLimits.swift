/// The limits of this module. All come from the standard; beyond them the text is still laid out, as it says.
public enum UnicodeLimits {
    /// max_depth of UAX #9 BD2: deeper embeddings and isolates change nothing.
    public static let maximumBidiDepth = 125
    /// The bracket stack of UAX #9 BD16: a sequence that opens more brackets at once pairs none from there on.
    public static let maximumOpenBrackets = 63
    /// How many nested brackets ``ScriptRuns`` remembers; older ones are forgotten.
    public static let maximumOpenPunctuation = 64
}
