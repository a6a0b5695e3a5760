/// The segments and ignorables of a `unit` of XLIFF 2.x, which make its source and target together.
struct UnitParts {
    struct Part {
        var isSegment: Bool
        var source: String?
        var target: String?
        var order: Int?
        var state: String?
        var subState: String?
        var codes: [InlineText.Code] = []
        var marks: [InlineText.Mark] = []

        /// Its state in the words of XLIFF 1.2 where it was made of them.
        var words: (state: String, qualifier: String?) {
            SegmentState.words(state: state ?? "initial", subState: subState)
        }
    }

    /// The unit's own limits.
    var general: SizeRestriction?
    var storage: SizeRestriction?
    /// Original data by id.
    var data: [String: String] = [:]
    /// The id of the `data` element being read.
    var dataID = ""
    /// What came out, for the limits of the groups around.
    private(set) var sizes = XLIFFReader.TargetSizes()
    private var parts: [Part] = []
    private(set) var hasPart = false
    private var current = Part(isSegment: true)

    var source: String? {
        get { current.source }
        set { current.source = newValue }
    }
    var target: String? { current.target }
    var order: Int? {
        get { current.order }
        set { current.order = newValue }
    }

    mutating func begin() {
        guard !parts.isEmpty || !data.isEmpty || hasPart || general != nil || storage != nil else { return }
        self = UnitParts()
    }

    mutating func beginPart(_ part: Part) {
        current = part
        hasPart = true
    }

    mutating func endPart() {
        guard hasPart else { return }
        parts.append(current)
        hasPart = false
    }

    mutating func take(target text: InlineText) {
        current.target = text.string
        current.codes = text.codes
        current.marks = text.marks
    }

    /// Keeps what a code stands for, for codes that are copies of it.
    mutating func remember(_ code: InlineCode) {
        guard let id = code.id, let words = code.words(data: data) else { return }
        data[InlineCode.copyKey(id)] = words
    }

    /// Puts the parts together: sources as they stand, targets by their `order`, which by default is their place (XLIFF
    /// 2.1 §4.3.1.24). Says whether the unit is translated in part only, in which case it gets no target: a text in two
    /// languages helps nobody.
    mutating func join(into unit: inout XLIFFUnit, profiles: XLIFFReader.SizeProfiles) -> Bool {
        let sources = parts.compactMap(\.source)
        if !sources.isEmpty { unit.source = sources.count == 1 ? sources[0] : sources.joined() }
        if let least = parts.filter(\.isSegment).min(by: { Self.rank($0) < Self.rank($1) }),
            parts.contains(where: { $0.state != nil })
        {
            (unit.state, unit.stateQualifier) = least.words
        }
        let isPartly =
            parts.contains { $0.isSegment && $0.target != nil } && parts.contains { $0.isSegment && $0.target == nil }
        let isTranslated = parts.contains { $0.target != nil } && !isPartly
        sizes = .init(isTranslated: isTranslated)
        var codes: [InlineText.Code] = []
        var marks: [InlineText.Mark] = []
        if isTranslated {
            var text = ""
            for (_, part) in inTargetOrder() {
                let start = text.utf8.count
                // An ignorable without a target is the same in both languages.
                text += part.target ?? part.source ?? ""
                codes += part.codes.map {
                    .init(
                        range: $0.range.lowerBound + start..<$0.range.upperBound + start, sizeInfo: $0.sizeInfo,
                        equivStorage: $0.equivStorage)
                }
                marks += part.marks.map { .init(offset: $0.offset + start, id: $0.id, restriction: $0.restriction) }
            }
            unit.target = text
        }
        if profiles.general != nil || profiles.storage != nil {
            measure(&unit, profiles, codes: codes, marks: marks)
        }
        return isPartly
    }

    private func inTargetOrder() -> [(order: Int, part: Part)] {
        let numbered = parts.enumerated().map { (order: $1.order ?? $0 + 1, part: $1) }
        guard parts.contains(where: { $0.order != nil }) else { return numbered }
        return numbered.enumerated()
            .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
    }

    /// How far a part is; one that waits for a review comes before its like.
    private static func rank(_ part: Part) -> Int {
        let isPending = part.subState != nil && part.words.state.hasPrefix("needs-")
        return switch part.state {
        case "translated": isPending ? 1 : 2
        case "reviewed": 3
        case "final": 4
        default: 0
        }
    }

    // MARK: Sizes

    /// XLIFF 2.1 §5.6: the unit's limits and those of spans in it, with the sizes of the target.
    private mutating func measure(
        _ unit: inout XLIFFUnit, _ profiles: XLIFFReader.SizeProfiles, codes: [InlineText.Code],
        marks: [InlineText.Mark]
    ) {
        let target = unit.target.map { Array($0.utf8) }
        let whole = target.map { 0..<$0.count }
        sizes.general = target.flatMap { Self.size(whole, of: $0, codes, profiles.general, \.sizeInfo) }
        sizes.storage = target.flatMap { Self.size(whole, of: $0, codes, profiles.storage, \.equivStorage) }
        let hasSpans = !marks.isEmpty
        let generals = hasSpans ? target.flatMap { SpanSizes($0, codes, profiles.general, \.sizeInfo) } : nil
        let storages = hasSpans ? target.flatMap { SpanSizes($0, codes, profiles.storage, \.equivStorage) } : nil
        func add(
            _ restriction: SizeRestriction?, _ profile: SizeProfile?, _ scope: LengthLimit.Scope, _ range: Range<Int>?,
            _ extra: KeyPath<InlineText.Code, Int>, _ sizes: SpanSizes? = nil
        ) {
            guard let restriction, let profile else { return }
            var limit = LengthLimit(minimum: restriction.minimum, maximum: restriction.maximum, unit: profile.unit)
            limit.normalization = profile.normalization
            limit.scope = scope
            if let sizes, let range {
                limit.targetSize = sizes.size(range)
            } else {
                limit.targetSize = target.flatMap { Self.size(range, of: $0, codes, profile, extra) }
            }
            unit.lengthLimits.append(limit)
        }
        add(general, profiles.general, .unit, whole, \.sizeInfo)
        add(storage, profiles.storage, .unit, whole, \.equivStorage)
        // For each start the next end of its id.
        var nextEnd: [String: Int] = [:]
        var ends: [Int?] = Array(repeating: nil, count: marks.count)
        for (index, mark) in marks.enumerated().reversed() {
            if mark.restriction == nil { nextEnd[mark.id] = mark.offset } else { ends[index] = nextEnd[mark.id] }
        }
        for (index, mark) in marks.enumerated() {
            guard let restriction = mark.restriction else { continue }
            let range = mark.offset..<max(mark.offset, ends[index] ?? target?.count ?? 0)
            add(restriction.general, profiles.general, .span(id: mark.id, target: range), range, \.sizeInfo, generals)
            add(
                restriction.storage, profiles.storage, .span(id: mark.id, target: range), range, \.equivStorage,
                storages)
        }
    }

    /// The size of a range of the target: of its text without that of codes, and of what the codes declare.
    private static func size(
        _ range: Range<Int>?, of target: [UInt8], _ codes: [InlineText.Code], _ profile: SizeProfile?,
        _ extra: KeyPath<InlineText.Code, Int>
    ) -> Int? {
        guard let range = range?.clamped(to: 0..<target.count), let profile, profile.isStandard else { return nil }
        var bytes: [UInt8] = []
        var place = range.lowerBound
        var sum = 0
        for code in codes where code.range.lowerBound >= range.lowerBound && code.range.upperBound <= range.upperBound {
            bytes += target[place..<max(place, code.range.lowerBound)]
            place = max(place, code.range.upperBound)
            sum += code[keyPath: extra]
        }
        bytes += target[place..<range.upperBound]
        return profile.size(of: String(decoding: bytes, as: UTF8.self)).map { $0 + sum }
    }
}
