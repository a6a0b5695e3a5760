/// One face of a collection: described, and opened when needed.
struct FaceEntry: Sendable {
    var descriptor: FontDescriptor
    /// The face, for those that were given; the system's are opened by `FontCollectionState`.
    var face: FontFace?
    /// How a document declares the face; `nil` for a face that stands for itself.
    var declared: DeclaredFace?
    /// The place in the system's list, for the characters of a face that is not open.
    var systemIndex: Int?
}

extension FaceEntry {
    /// A query as a declared face takes it: no axis leaves the declaration's range, and the declaration's own places come
    /// before the query's (CSS Fonts 4 §7.2).
    func narrowed(_ query: FontQuery) -> FontQuery {
        guard let declared else { return query }
        var narrow = query
        narrow.axisValues = declared.variations + query.axisValues
        narrow.style.weight = min(max(query.style.weight, declared.weights.lowerBound), declared.weights.upperBound)
        narrow.style.stretch = min(
            max(query.style.stretch, declared.stretches.lowerBound), declared.stretches.upperBound)
        if !declared.canSlant { narrow.style.slant = declared.slant }
        return narrow
    }
}

/// What a collection makes on demand. All of it follows from the faces: it is memory, not meaning.
package struct FontCollectionState {
    /// By id.
    var instances: [FontInstance]
    private var instanceOfKey: [InstanceKey: FontInstanceID]
    /// The system's faces that were opened; `nil` for those that could not be.
    private var opened: [Int: FontFace?] = [:]
    /// The bytes of files with several faces, so that a collection file is opened once.
    private var files: [String: FontData] = [:]

    /// Entries by the names of their faces, once they are asked for.
    private var entryOfName: [String: Int]?

    var matches: [FontQuery: FontMatch] = [:]
    var fallbacks: [FallbackKey: FontFallback] = [:]

    private struct InstanceKey: Hashable {
        var entry: Int
        var variations: [AxisValue]
        var synthesis: FaceSynthesis
    }

    /// ``FontLimits/maximumInstances``, or less in a test.
    package var instanceLimit = FontLimits.maximumInstances

    init(lastResort: FontInstance, entry: Int) {
        instances = [lastResort]
        instanceOfKey = [InstanceKey(entry: entry, variations: [], synthesis: []): .lastResort]
    }

    /// The entry of a full or PostScript name, folded.
    mutating func entry(named name: String, _ entries: [FaceEntry]) -> Int? {
        if entryOfName == nil {
            var known: [String: Int] = [:]
            for (index, entry) in entries.enumerated() where entry.declared == nil {
                for name in [entry.descriptor.fullName, entry.descriptor.postScriptName] where !name.isEmpty {
                    known[FontCollection.fold(name)] = known[FontCollection.fold(name)] ?? index
                }
            }
            entryOfName = known
        }
        return entryOfName?[name]
    }

    /// The face of an entry, opened if need be; `nil` for a file that has become unreadable since it was listed.
    mutating func face(_ index: Int, _ entry: FaceEntry) -> FontFace? {
        if let face = entry.face { return face }
        if let known = opened[index] { return known }
        let path = entry.descriptor.path
        var face: FontFace?
        if let data = try? files[path] ?? FontData(path: path) {
            files[path] = data
            face = try? FontFace(data: data, index: entry.descriptor.index)
        }
        opened[index] = .some(face)
        return face
    }

    /// The instance of an entry for a query; made if it is new.
    mutating func instance(_ index: Int, _ entry: FaceEntry, for query: FontQuery) -> FontInstanceID? {
        guard let face = face(index, entry) else { return nil }
        var key = InstanceKey(
            entry: index, variations: StyleMatching.axisValues(of: face.axes, for: entry.narrowed(query)),
            synthesis: StyleMatching.synthesis(on: entry.descriptor, for: query))
        if let known = instanceOfKey[key] { return known }
        if instances.count >= instanceLimit {
            // Full: any instance of this face serves, else the last resort.
            key.variations = []
            if let plain = instanceOfKey[key] { return plain }
            let overrides = entry.declared?.overrides ?? FaceOverrides()
            return instances.first { $0.face === face && $0.overrides == overrides }?.id
        }
        let id = FontInstanceID(rawValue: UInt16(instances.count))
        instances.append(
            FontInstance(
                id: id, face: face, variations: key.variations, synthesis: key.synthesis,
                overrides: entry.declared?.overrides ?? FaceOverrides()))
        instanceOfKey[key] = id
        return id
    }

    mutating func remember(_ match: FontMatch, for query: FontQuery) {
        if matches.count >= FontLimits.maximumMemoEntries { matches.removeAll(keepingCapacity: true) }
        matches[query] = match
    }

    mutating func remember(_ fallback: FontFallback, for key: FallbackKey) {
        if fallbacks.count >= FontLimits.maximumMemoEntries { fallbacks.removeAll(keepingCapacity: true) }
        fallbacks[key] = fallback
    }
}
