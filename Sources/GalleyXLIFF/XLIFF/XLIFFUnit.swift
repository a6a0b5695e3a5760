/// One translatable text of an XLIFF file.
public struct XLIFFUnit: Sendable, Hashable {
    /// What an XLIFF file can hold.
    public enum Kind: Sendable, Hashable {
        /// A `trans-unit` of XLIFF 1.x, a `unit` of XLIFF 2.x.
        case text
        /// A `bin-unit` of XLIFF 1.x: a picture or a sound.
        case binary
    }

    public var kind: Kind
    /// The `id` attribute as it is. May be empty; `nil` when it is missing.
    public var id: String?
    /// The resource's own name: `name` in XLIFF 2.x, `resname` in 1.x.
    public var name: String?
    /// Whether this is a `unit` of XLIFF 2.x, whose id is a token of the document and whose ``name`` is the key.
    public var isVersion2 = false
    /// The text to translate, inline elements flattened; `nil` without a `source` element.
    public var source: String?
    /// The translation, inline elements flattened; `nil` without a `target` element of the unit itself, and when only some
    /// segments of an XLIFF 2.x unit have one.
    public var target: String?
    /// The comment for translators; several notes are joined by a line feed. `nil` without a `note` element.
    public var note: String?
    /// The notes one by one, if any of them says more than its text.
    public var notes: [XLIFFNote] {
        get { rare.first?.notes ?? [] }
        set { setRare(\.notes, newValue) }
    }
    /// The `state` of the target; for XLIFF 2.x that of the segment that is least far.
    public var state: String?
    /// The `state-qualifier` of the target; for XLIFF 2.x the `subState` of the segment that gave ``state``.
    public var stateQualifier: String? {
        get { rare.first.flatMap { $0.stateQualifier } }
        set { setRare(\.stateQualifier, newValue) }
    }
    /// The `approved` attribute of XLIFF 1.x; `nil` when the document does not say.
    public var isApproved: Bool?
    /// The `translate` attribute, inherited from groups and the file.
    public var isTranslatable = true
    /// Whether `xml:space="preserve"` holds for the unit, by itself or inherited. Texts are never trimmed either way.
    public var preservesSpace = false
    /// How long the target may be.
    public var lengthLimits: [LengthLimit] {
        get { rare.first?.lengthLimits ?? [] }
        set { setRare(\.lengthLimits, newValue) }
    }
    /// The `font` attribute of XLIFF 1.2, inherited from groups: name, size and weight, separated by `;`.
    public var font: String? {
        get { rare.first.flatMap { $0.font } }
        set { setRare(\.font, newValue) }
    }
    /// The `css-style` attribute of XLIFF 1.2, inherited from groups.
    public var style: String? {
        get { rare.first.flatMap { $0.style } }
        set { setRare(\.style, newValue) }
    }
    /// The `charclass` attribute of XLIFF 1.2, inherited from groups: the characters that a target may have, described
    /// as the tool that wrote it understands.
    public var characterClass: String? {
        get { rare.first.flatMap { $0.characterClass } }
        set { setRare(\.characterClass, newValue) }
    }
    /// Where the unit begins.
    public var position: SourcePosition
    /// Where its source begins: for XLIFF 2.x that of the first segment.
    public var sourcePosition: SourcePosition?
    /// Where its target begins: for XLIFF 2.x that of the first segment.
    public var targetPosition: SourcePosition?
    /// How many inline codes without any text the target held; flattening leaves nothing of them.
    public var droppedPlaceholders = 0

    /// What few units have: none or one. Kept apart, so that the others are small to copy and to keep.
    private var rare: [Rare] = []

    /// The values of ``rare``.
    private struct Rare: Sendable, Hashable {
        var notes: [XLIFFNote] = []
        var stateQualifier: String?
        var lengthLimits: [LengthLimit] = []
        var font: String?
        var style: String?
        var characterClass: String?
    }

    /// Whether it has ``lengthLimits``.
    var isLimited: Bool { rare.first.map { !$0.lengthLimits.isEmpty } ?? false }

    /// Sets one of them. A unit without any has no ``rare``, so that equal units compare equal.
    private mutating func setRare<Value: Equatable>(_ path: WritableKeyPath<Rare, Value>, _ value: Value) {
        if rare.isEmpty {
            guard value != Rare()[keyPath: path] else { return }
            rare = [Rare()]
        }
        rare[0][keyPath: path] = value
        if rare[0] == Rare() { rare = [] }
    }

    public init(kind: Kind = .text, id: String?, position: SourcePosition) {
        self.kind = kind
        self.id = id
        self.position = position
    }

    /// The key of the string: the id in XLIFF 1.x, the name (without one the id) in XLIFF 2.x.
    public var key: String? { isVersion2 ? name ?? id : id }
}

/// A note to a unit.
public struct XLIFFNote: Sendable, Hashable {
    public var text: String
    /// What it is about (XLIFF 2.x).
    public var category: String?
    /// Who wrote it (XLIFF 1.x), such as `auto-generated`.
    public var author: String?
    /// 1 is the highest, 10 the lowest.
    public var priority: Int?
    /// `source` or `target` (XLIFF 2.x); `source`, `target` or `general` (`annotates` in 1.x).
    public var appliesTo: String?

    public init(text: String) { self.text = text }

    /// Whether there is anything beside the text.
    var saysMore: Bool { category != nil || author != nil || priority != nil || appliesTo != nil }
}
