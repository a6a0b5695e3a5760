/// The faces that text may use: the system's, faces given by file, or only the latter; with matching by family and
/// style (CSS Fonts 4 §5.2), and fallback for what the wanted families do not have.
///
///     let fonts = try FontCollection.system().adding(files: [url])
///     let ids = fonts.match(FontQuery(families: ["Noto Serif", "serif"]))
///     let instance = fonts.instance(ids[0])
///
/// Immutable in meaning and shared by all tasks: what it answers depends on its faces alone. Faces are opened, and
/// instances made, when they are first asked for, under one lock; nobody holds the lock while shaping or drawing.
public final class FontCollection: Sendable {
    /// Whether only the given faces answer: an unknown family or an uncovered character is reported, and nothing else
    /// is taken instead. For measuring in tests.
    public let isStrict: Bool
    /// Every face, the given ones first; an index into it is the face's number in this collection.
    let entries: [FaceEntry]
    /// The entries of each family, by folded name.
    let entriesByFamily: [String: [Int]]
    /// Those that documents declare: they hide the others of their names, and take no part in anything else.
    let declaredByFamily: [String: [Int]]
    /// How many of `entries` were given (they come first in fallback).
    let givenCount: Int
    let system: SystemFonts?
    package let state: Locked<FontCollectionState>

    /// The collection of the given faces and the embedded one. Generic families are chosen among the given.
    public convenience init(faces: [FontFace]) {
        self.init(given: faces, system: nil, isStrict: false)
    }

    /// The collection of all faces in the files at `paths`, and the embedded one.
    public convenience init(paths: [String]) throws(FontError) {
        self.init(given: try FontCollection.open(paths), system: nil, isStrict: false)
    }

    /// Only the given faces and the embedded test face, reporting what they lack. See ``isStrict``.
    public static func strict(faces: [FontFace] = []) -> FontCollection {
        FontCollection(given: faces, system: nil, isStrict: true)
    }

    /// The fonts that fontconfig lists: those of its usual configuration, or of the configuration file at a path (for
    /// an application that brings its own). Throws when there is no usable configuration. Takes about 7 ms for 300
    /// faces; their files are opened when they are first used.
    public static func system(configuration path: String? = nil) throws(FontError) -> FontCollection {
        FontCollection(given: [], system: try SystemFonts(configuration: path), isStrict: false)
    }

    /// A collection that has all faces of the files too. Given faces come before the system's, later ones before
    /// earlier ones. Ids of one collection mean nothing in the other.
    public func adding(paths: [String]) throws(FontError) -> FontCollection {
        adding(faces: try FontCollection.open(paths))
    }

    /// A collection that has these faces too.
    public func adding(faces: [FontFace]) -> FontCollection {
        let given = faces + entries.prefix(givenCount).compactMap(\.face)
        return FontCollection(given: given, declared: declared, system: system, isStrict: isStrict)
    }

    /// A collection that has the faces of a document too, in the rules' order. They are found by the names that they are
    /// declared under, hide other faces of those names (CSS Fonts 4 §4.1), and are nobody's fallback.
    public func adding(declared faces: [DeclaredFace]) -> FontCollection {
        FontCollection(
            given: entries.prefix(givenCount).compactMap(\.face), declared: declared + faces, system: system,
            isStrict: isStrict)
    }

    private var declared: [DeclaredFace] { entries.compactMap(\.declared) }

    private static func open(_ paths: [String]) throws(FontError) -> [FontFace] {
        var faces: [FontFace] = []
        for path in paths { faces += try FontFace.all(path: path) }
        return faces
    }

    init(given: [FontFace], declared: [DeclaredFace] = [], system: SystemFonts?, isStrict: Bool) {
        self.isStrict = isStrict
        self.system = system
        let lastResort = FontFace.embedded
        var entries = given.map { FaceEntry(descriptor: FontDescriptor($0), face: $0) }
        entries += system?.entries ?? []
        givenCount = given.count
        // The embedded face is found by its name, but after any given face of that name.
        entries.append(FaceEntry(descriptor: FontDescriptor(lastResort), face: lastResort))

        let undeclaredCount = entries.count - 1
        entries.insert(
            contentsOf: declared.map { FaceEntry(descriptor: FontDescriptor($0), face: $0.face, declared: $0) },
            at: undeclaredCount)

        var byFamily: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() where entry.declared == nil {
            for family in entry.descriptor.families { byFamily[FontCollection.fold(family), default: []].append(index) }
        }
        var declaredByFamily: [String: [Int]] = [:]
        // Of equal rules the last one wins (CSS Fonts 4 §5.2): it is found first.
        for (index, declared) in declared.enumerated().reversed() {
            declaredByFamily[FontCollection.fold(declared.family), default: []].append(undeclaredCount + index)
        }
        self.declaredByFamily = declaredByFamily
        self.entries = entries
        entriesByFamily = byFamily
        let instance = FontInstance(id: .lastResort, face: lastResort, variations: [], synthesis: [])
        state = Locked(FontCollectionState(lastResort: instance, entry: entries.count - 1))
    }

    /// The instance of an id of this collection; the last-resort face for any other. About 40 ns: fetch it once a
    /// run, not once a glyph.
    public func instance(_ id: FontInstanceID) -> FontInstance {
        state.withLock { state in
            Int(id.rawValue) < state.instances.count ? state.instances[Int(id.rawValue)] : state.instances[0]
        }
    }

    /// How many instances have been handed out: every id below is valid.
    public var instanceCount: Int { state.withLock { $0.instances.count } }

    /// Every face, given ones first, the embedded one last.
    public var faces: [FontDescriptor] { entries.map(\.descriptor) }

    /// A face of the collection by its full or PostScript name, or by that of a named instance: what `local()` means (CSS
    /// Fonts 4 §4.3). Opens the file if need be; of variable faces those whose family the name begins with.
    public func face(named name: String) -> (face: FontFace, variations: [AxisValue])? {
        let wanted = FontCollection.fold(name)
        guard !wanted.isEmpty else { return nil }
        return state.withLock { state in
            if let index = state.entry(named: wanted, entries), let face = state.face(index, entries[index]) {
                return (face, [])
            }
            for (index, entry) in entries.enumerated() where entry.descriptor.isVariable && entry.declared == nil {
                let names = entry.descriptor.families + [entry.descriptor.postScriptName]
                guard names.contains(where: { !$0.isEmpty && wanted.hasPrefix(FontCollection.fold($0)) }),
                    let face = state.face(index, entry)
                else { continue }
                for instance in face.namedInstances {
                    let names = [instance.postScriptName, "\(face.names.typographicFamily) \(instance.name)"]
                    if names.contains(where: { FontCollection.fold($0) == wanted }) {
                        return (face, instance.coordinates)
                    }
                }
            }
            return nil
        }
    }

    /// Whether a face has this family name (a generic name counts as present).
    public func hasFamily(_ name: String) -> Bool {
        FontQuery.genericNames.contains(name) || entriesByFamily[FontCollection.fold(name)] != nil
            || declaredByFamily[FontCollection.fold(name)] != nil
    }

    /// Family names are compared without case and with runs of white space as one (CSS Fonts 4 §5.1).
    static func fold(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return name.lowercased() }
        return name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
