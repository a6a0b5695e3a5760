extension XLIFFValidator {
    /// An inline code or mark, or the end of one.
    struct Token: Hashable {
        enum Kind: Hashable { case ph, pc, pcEnd, sc, ec, mrk, mrkEnd, sm, em }
        var kind: Kind
        var id: String?
        var startRef: String?
        var copyOf: String?
        var isIsolated = false
        /// By `canCopy`, `canDelete`, `canOverlap`, `canReorder`; the default is "yes".
        var canCopy = "yes"
        var canDelete = "yes"
        var canOverlap = "yes"
        var canReorder = "yes"
        var position = SourcePosition.start

        var isCode: Bool { [.ph, .pc, .sc, .ec].contains(kind) }
    }

    /// A unit, whose rules are checked when it ends.
    struct UnitState {
        struct Part {
            var isSegment: Bool
            var preservesSpace = false
            var source: [Token] = []
            /// `nil` without a target.
            var target: [Token]?
            var order: Int?
            var targetPosition: SourcePosition?
        }

        var id: String
        var position: SourcePosition
        /// Ids of segments, ignorables and inline elements of sources.
        var sourceIDs: Set<String> = []
        var targetIDs: Set<String> = []
        var dataIDs: Set<String> = []
        var notes: [(id: String?, attributes: Set<String>)] = []
        var parts: [Part] = []
        var part = Part(isSegment: true)
        private var isInTarget = false
        /// References that are looked up when all ids are known.
        var comments: [(reference: String, position: SourcePosition)] = []
        var spanReferences: [(reference: String, position: SourcePosition)] = []
        var revisions: [ModuleState.Revisions] = []

        init(id: String, position: SourcePosition) {
            self.id = id
            self.position = position
        }

        mutating func beginPart(isSegment: Bool, at position: SourcePosition) {
            part = Part(isSegment: isSegment)
            isInTarget = false
        }

        mutating func beginTarget(order: Int?, at position: SourcePosition) {
            guard part.target == nil else { return }
            part.target = []
            part.order = order
            part.targetPosition = position
            isInTarget = true
        }

        mutating func endPart() { parts.append(part) }

        /// Whether the id is new on its side.
        mutating func insert(_ token: Token) -> Bool {
            if isInTarget { part.target?.append(token) } else { part.source.append(token) }
            guard let id = token.id else { return true }
            return isInTarget ? targetIDs.insert(id).inserted : sourceIDs.insert(id).inserted
        }

        mutating func closeSpan(_ name: String) {
            let token = Token(kind: name == "pc" ? .pcEnd : .mrkEnd)
            if isInTarget { part.target?.append(token) } else { part.source.append(token) }
        }
    }

    mutating func beginInline(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        guard name.qualified != "cp", unit != nil, open.contains(where: { $0.name.qualified == "unit" }) else { return }
        checkCode(name, attributes, at: position)
        guard match == nil else { return }
        var token = Token(kind: Self.kinds[name.qualified] ?? .ph)
        token.id = attributes["id"]
        token.startRef = attributes["startRef"]
        token.copyOf = attributes["copyOf"]
        token.isIsolated = attributes["isolated"] == "yes"
        token.canCopy = attributes["canCopy"] ?? "yes"
        token.canDelete = attributes["canDelete"] ?? "yes"
        token.canOverlap = attributes["canOverlap"] ?? "yes"
        token.canReorder = attributes["canReorder"] ?? "yes"
        token.position = position
        if unit?.insert(token) == false, let id = token.id {
            report(.xliff2DuplicateID, "the id \"\(id)\" is there already in the unit (XLIFF 2.1 §4.3.1.21)", position)
        }
        if name.qualified == "mrk" || name.qualified == "sm" { checkMark(attributes, at: position) }
    }

    private static let kinds: [String: Token.Kind] = [
        "ph": .ph, "pc": .pc, "sc": .sc, "ec": .ec, "mrk": .mrk, "sm": .sm, "em": .em,
    ]

    /// What a code's attributes say by themselves.
    private mutating func checkCode(_ name: Name, _ attributes: Attributes, at position: SourcePosition) {
        let dataIDs = match?.dataIDs ?? unit?.dataIDs ?? []
        for attribute in ["dataRef", "dataRefStart", "dataRefEnd"] {
            guard let reference = attributes[attribute] else { continue }
            if !dataIDs.contains(reference) {
                report(
                    .xliff2Reference,
                    "\(attribute) of <\(name.qualified)>: there is no data \"\(reference)\" (XLIFF 2.1 §4.3.1.9)",
                    position)
            }
            if attributes["copyOf"] != nil {
                report(
                    .xliff2Code, "a copy has no data of its own: \(attribute) with copyOf (XLIFF 2.1 §4.3.1.8)",
                    position)
            }
        }
        for attribute in ["subFlows", "subFlowsStart", "subFlowsEnd"] {
            for id in attributes[attribute]?.split(separator: " ") ?? [] {
                file.subFlows.append((String(id), position))
            }
        }
        if let subType = attributes["subType"] {
            let type = attributes["type"]
            // XLIFF 2.1 §4.3.1.36: the committee's own values go with one type each.
            let expected =
                switch subType {
                case "xlf:lb", "xlf:pb", "xlf:b", "xlf:i", "xlf:u": "fmt"
                case "xlf:var": "ui"
                default: subType.hasPrefix("xlf:") ? "" : type
                }
            if type == nil {
                report(.xliff2Code, "subType needs type (XLIFF 2.1 §4.3.1.36)", position)
            } else if type != expected {
                report(
                    .xliff2Value, "\"\(subType)\" is no subType of type \(type ?? "") (XLIFF 2.1 §4.3.1.36)", position)
            }
        }
        if let reorder = attributes["canReorder"], reorder != "yes",
            attributes["canCopy"] != "no" || attributes["canDelete"] != "no"
        {
            report(
                .xliff2Code, "canReorder=\"\(reorder)\" needs canCopy=\"no\" and canDelete=\"no\" (XLIFF 2.1 §4.3.1.5)",
                position)
        }
        guard name.qualified == "ec" else { return }
        // XLIFF 2.1 §4.2.3.5.
        if attributes["isolated"] == "yes" {
            if attributes["id"] == nil {
                report(.xliff2Code, "an isolated <ec> needs id (XLIFF 2.1 §4.2.3.5)", position)
            }
            if attributes["startRef"] != nil {
                report(.xliff2Code, "an isolated <ec> may not have startRef (XLIFF 2.1 §4.2.3.5)", position)
            }
        } else {
            if attributes["id"] != nil {
                report(.xliff2Code, "an <ec> with id must be isolated (XLIFF 2.1 §4.2.3.5)", position)
            }
            if attributes["startRef"] == nil {
                report(.xliff2Code, "an <ec> that is not isolated needs startRef (XLIFF 2.1 §4.2.3.5)", position)
            }
            if attributes["dir"] != nil {
                report(.xliff2Code, "dir needs isolated=\"yes\" on <ec> (XLIFF 2.1 §4.2.3.5)", position)
            }
            for name in attributes.names where name.hasPrefix("fs:") || name.hasPrefix("slr:") {
                report(.xliff2Attribute, "\(name) needs isolated=\"yes\" on <ec> (XLIFF 2.1 §4.2.3.5)", position)
            }
        }
    }

    /// XLIFF 2.1 §4.7.3.1: annotations.
    private mutating func checkMark(_ attributes: Attributes, at position: SourcePosition) {
        let reference = attributes["ref"]
        if let reference, reference.hasPrefix("#"), FragmentIdentifier(reference) == nil {
            report(.xliff2Reference, "\"\(reference)\" is no fragment identifier (XLIFF 2.1 §3)", position)
            return
        }
        guard attributes["type"] == "comment" else { return }
        switch (reference, attributes["value"]) {
        case (nil, nil): report(.xliff2Code, "a comment needs value or ref (XLIFF 2.1 §4.7.3.1.3)", position)
        case (_?, _?): report(.xliff2Code, "a comment has either value or ref (XLIFF 2.1 §4.7.3.1.3)", position)
        case (let reference?, nil): unit?.comments.append((reference, position))
        default: break
        }
    }

    // MARK: The whole unit

    mutating func finishUnit() {
        guard let unit else { return }
        if !unit.parts.isEmpty, !unit.parts.contains(where: \.isSegment) {
            report(.xliff2Content, "the unit has no <segment> (XLIFF 2.1 §4.2.2.5)", unit.position)
        }
        checkOrder(unit)
        let source = unit.parts.flatMap(\.source)
        checkPairs(source, isWhole: true)
        checkCopies(source)
        checkFirstInSequence(source)
        if unit.parts.contains(where: { $0.target != nil }) {
            let target = targetParts(unit).flatMap { $0.target ?? [] }
            checkPairs(target, isWhole: unit.parts.allSatisfy { $0.target != nil })
            checkCopies(target)
            checkRemoved(unit, target)
            checkSequences(unit, source, target)
        }
        checkComments(unit)
        checkModules(of: unit)
    }

    private func targetParts(_ unit: UnitState) -> [UnitState.Part] {
        unit.parts.enumerated().sorted {
            ($0.element.order ?? $0.offset + 1, $0.offset) < ($1.element.order ?? $1.offset + 1, $1.offset)
        }
        .map(\.element)
    }

    /// XLIFF 2.1 §4.3.1.24: from 1 to the number of parts, each once; without the attribute it is the part's place.
    private mutating func checkOrder(_ unit: UnitState) {
        guard unit.parts.contains(where: { $0.order != nil }) else { return }
        var seen: Set<Int> = []
        for (index, part) in unit.parts.enumerated() where part.target != nil {
            let order = part.order ?? index + 1
            let position = part.targetPosition ?? unit.position
            if order > unit.parts.count {
                report(
                    .xliff2Value, "order is \(order), but the unit has \(unit.parts.count) parts (XLIFF 2.1 §4.3.1.24)",
                    position)
            }
            if !seen.insert(order).inserted {
                report(.xliff2DuplicateID, "two targets have the order \(order) (XLIFF 2.1 §4.3.1.24)", position)
            }
        }
    }

    /// Start and end codes and marks find each other (XLIFF 2.1 §4.2.3.4, §4.2.3.5, §4.2.3.7, §4.2.3.8). With `isWhole`
    /// false the other half may stand in a part that has no target.
    private mutating func checkPairs(_ tokens: [Token], isWhole: Bool) {
        var codes: [String: Token] = [:]
        var marks: [String: Token] = [:]
        for token in tokens {
            switch token.kind {
            case .sc: if let id = token.id { codes[id] = token }
            case .sm: if let id = token.id { marks[id] = token }
            case .ec where !token.isIsolated:
                guard let id = token.startRef else { break }
                guard let start = codes.removeValue(forKey: id) else {
                    if isWhole {
                        report(
                            .xliff2Code, "no <sc> \"\(id)\" comes before this <ec> (XLIFF 2.1 §4.2.3.5)", token.position
                        )
                    }
                    break
                }
                checkPair(start, token)
            case .em:
                guard let id = token.startRef else { break }
                if marks.removeValue(forKey: id) == nil, isWhole {
                    report(.xliff2Code, "no <sm> \"\(id)\" comes before this <em> (XLIFF 2.1 §4.2.3.8)", token.position)
                }
            default: break
            }
        }
        guard isWhole else { return }
        for (id, start) in codes.sorted(by: { $0.value.position < $1.value.position }) where !start.isIsolated {
            report(.xliff2Code, "<sc> \"\(id)\" has no <ec>, and is not isolated (XLIFF 2.1 §4.2.3.4)", start.position)
        }
        for (id, start) in marks.sorted(by: { $0.value.position < $1.value.position }) {
            report(.xliff2Code, "<sm> \"\(id)\" has no <em> (XLIFF 2.1 §4.2.3.7)", start.position)
        }
    }

    private mutating func checkPair(_ start: Token, _ end: Token) {
        if start.isIsolated {
            report(
                .xliff2Code, "<sc> \"\(start.id ?? "")\" is isolated, but has this <ec> (XLIFF 2.1 §4.2.3.4)",
                end.position)
        }
        // XLIFF 2.1 §4.2.3.5; where a sequence starts, its end cannot start another.
        let reorder = start.canReorder == "firstNo" ? "no" : start.canReorder
        for (name, first, second) in [
            ("canCopy", start.canCopy, end.canCopy), ("canDelete", start.canDelete, end.canDelete),
            ("canOverlap", start.canOverlap, end.canOverlap), ("canReorder", reorder, end.canReorder),
        ] where first != second {
            report(
                .xliff2Code, "\(name) of <ec> must be \"\(first)\" as for its <sc> (XLIFF 2.1 §4.2.3.5)", end.position)
        }
    }

    /// XLIFF 2.1 §4.3.1.8: what is copied is there, and may be.
    private mutating func checkCopies(_ tokens: [Token]) {
        let copies = tokens.filter { $0.copyOf != nil }
        guard !copies.isEmpty, let unit else { return }
        var codes: [String: Token] = [:]
        for code in unit.parts.lazy.flatMap({ $0.source + ($0.target ?? []) }) where code.isCode {
            if let id = code.id, codes[id] == nil { codes[id] = code }
        }
        for copy in copies {
            let base = copy.copyOf.flatMap { codes[$0] }
            if base == nil {
                report(
                    .xliff2Reference, "there is no code \"\(copy.copyOf ?? "")\" to copy (XLIFF 2.1 §4.3.1.8)",
                    copy.position)
            } else if base?.canCopy == "no" {
                report(
                    .xliff2Code, "the code \"\(copy.copyOf ?? "")\" may not be copied (XLIFF 2.1 §4.3.1.8)",
                    copy.position)
            }
        }
    }

    /// XLIFF 2.1 §4.3.1.3: a code that may not be deleted is in one of the targets, once its own segment has one.
    private mutating func checkRemoved(_ unit: UnitState, _ target: [Token]) {
        let kept = Set(target.compactMap(\.id))
        let keptEnds = Set(target.compactMap(\.startRef))
        for part in unit.parts where part.target != nil {
            for code in part.source where code.isCode && code.canDelete == "no" {
                let isThere = code.id.map(kept.contains) ?? code.startRef.map(keptEnds.contains) ?? true
                if !isThere {
                    report(
                        .xliff2Code,
                        "the target lacks the code \"\(code.id ?? code.startRef ?? "")\", which may not be deleted "
                            + "(XLIFF 2.1 §4.3.1.3)", part.targetPosition ?? code.position)
                }
            }
        }
    }

    /// XLIFF 2.1 §4.7.2.4.3: a sequence of codes that stay together begins with `firstNo`.
    private mutating func checkFirstInSequence(_ source: [Token]) {
        var isInSequence = false
        for code in source where code.isCode {
            if code.canReorder == "no", !isInSequence, code.kind != .ec {
                report(
                    .xliff2Code, "the first code of a sequence needs canReorder=\"firstNo\" (XLIFF 2.1 §4.3.1.5)",
                    code.position)
            }
            isInSequence = code.canReorder != "yes"
        }
    }

    /// XLIFF 2.1 §4.7.2.4.3: such a sequence is the same in the target.
    private mutating func checkSequences(_ unit: UnitState, _ source: [Token], _ target: [Token]) {
        func key(_ token: Token) -> String { "\(token.kind) \(token.id ?? token.startRef ?? "")" }
        let marks: Set<Token.Kind> = [.mrk, .mrkEnd, .sm, .em]
        let source = source.filter { !marks.contains($0.kind) }
        let place = Dictionary(
            target.filter { !marks.contains($0.kind) }.enumerated().map { (key($1), $0) },
            uniquingKeysWith: { first, _ in first })
        let keys = target.filter { !marks.contains($0.kind) }.map(key)
        var index = 0
        while index < source.count {
            guard source[index].canReorder == "firstNo" else {
                index += 1
                continue
            }
            var end = index + 1
            var last = index
            while end < source.count, source[end].kind == .pcEnd || source[end].canReorder == "no" {
                if source[end].canReorder == "no" { last = end }
                end += 1
            }
            let sequence = source[index...last].map(key)
            // What is missing was reported as removed, or waits for its segment's target.
            if let start = place[sequence[0]], sequence.allSatisfy({ place[$0] != nil || $0.hasPrefix("pcEnd") }),
                !keys[start...].starts(with: sequence)
            {
                report(
                    .xliff2Code,
                    "the codes from \"\(source[index].id ?? "")\" to \"\(source[last].id ?? source[last].startRef ?? "")\" must "
                        + "stay together in their order (XLIFF 2.1 §4.3.1.5)",
                    unit.parts.first { $0.target != nil }?.targetPosition ?? unit.position)
            }
            index = max(end, index + 1)
        }
    }

    /// XLIFF 2.1 §4.7.3.1.3: a comment's reference is to a note of the same unit.
    private mutating func checkComments(_ unit: UnitState) {
        guard !unit.comments.isEmpty else { return }
        let notes = Set(unit.notes.compactMap(\.id))
        for (reference, position) in unit.comments {
            let fragment = FragmentIdentifier(reference)
            let isHere =
                fragment.map {
                    $0.leaf?.prefix == "n" && $0.group == nil && ($0.file ?? file.id) == file.id
                        && ($0.unit == unit.id || ($0.unit == nil && $0.file == nil && !$0.isAbsolute))
                } ?? false
            if !isHere || fragment?.leaf.map({ notes.contains($0.id) }) != true {
                report(
                    .xliff2Reference, "\"\(reference)\" is no note of the comment's unit (XLIFF 2.1 §4.7.3.1.3)",
                    position)
            }
        }
    }
}
