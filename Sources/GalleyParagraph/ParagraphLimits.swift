/// Limits of this module; each is documented where it acts.
public enum ParagraphLimits {
    /// How many strings a `StringRuler` remembers before it begins anew.
    public static let maximumMeasuredStrings = 65_536
    /// Longer strings are not remembered.
    public static let maximumMeasuredBytes = 1_024
}
