/// Limits of this module; each is documented where it acts.
public enum ParagraphLimits {
    /// How many lines total fit may shape as a whole, both of whose edges are in one piece that cannot be cut safely: so many,
    /// and so many more for each place where a line may end. Beyond that (text that may be broken anywhere, in a face in
    /// which no letter stands alone) the lines are filled one after the other.
    static let linesShapedWhole = (once: 1_024, aPlace: 4)
    /// How many bytes a context keeps for breaking all lines of the next paragraph together: enough for 16,000 words.
    static let breakingMemoryBytes = 4 << 20
    /// How many leaders after one share a line's room with it; the least distance of two copies of a leader's pattern, in px,
    /// and the most copies.
    static let leadersOfLine = 16
    static let leastLeaderStep = 0.25
    static let leaderCopies = 4_096
    /// How many strings a `StringRuler` remembers before it begins anew.
    public static let maximumMeasuredStrings = 65_536
    /// Longer strings are not remembered.
    public static let maximumMeasuredBytes = 1_024
}
