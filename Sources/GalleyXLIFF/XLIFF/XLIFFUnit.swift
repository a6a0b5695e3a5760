/// One translatable text of an XLIFF file.
public struct XLIFFUnit: Sendable, Hashable {
    /// What an XLIFF file can hold.
    public enum Kind: Sendable, Hashable {
        /// A `trans-unit` of XLIFF 1.x.
        case text
        /// A `bin-unit` of XLIFF 1.x: a picture or a sound.
        case binary
        /// A `unit` of XLIFF 2.x.
        case version2
    }

    public var kind: Kind
    /// For Xcode's exports: the key of the string. May be empty; `nil` when the attribute is missing.
    public var id: String?
    /// The text to translate, inline elements flattened; `nil` without a `source` element.
    public var source: String?
    /// The translation, inline elements flattened; `nil` without a `target` element of the unit itself.
    public var target: String?
    /// The comment for translators; several notes are joined by a line feed. `nil` without a `note` element.
    public var note: String?
    /// The `state` attribute of the target.
    public var state: String?
    /// The `translate` attribute, inherited from groups and the file.
    public var isTranslatable = true
    /// Where the unit begins.
    public var position: SourcePosition
    /// Where its target begins.
    public var targetPosition: SourcePosition?
    /// How many `x`, `bx` and `ex` elements without text the target held; flattening leaves nothing of them.
    public var droppedPlaceholders = 0

    public init(kind: Kind = .text, id: String?, position: SourcePosition) {
        self.kind = kind
        self.id = id
        self.position = position
    }
}
