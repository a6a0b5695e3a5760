import GalleyText

/// The first difference between two texts, in words; nil when there is none that equality counts.
func difference(_ left: AttributedText, _ right: AttributedText) -> String? {
    if left == right { return nil }
    if left.utf8 != right.utf8 {
        let index = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        let start = max(0, index - 40)
        return "text at \(index): \(left[start..<(index + 40)].debugDescription)"
            + " and \(right[start..<(index + 40)].debugDescription)"
    }
    if left.metadata != right.metadata { return "metadata: \(left.metadata) and \(right.metadata)" }
    return listDifference("flow", left.flows, right.flows)
        ?? listDifference("block", left.blocks.map { describe($0, left) }, right.blocks.map { describe($0, right) })
        ?? paragraphDifference(left, right)
        ?? listDifference("anchor", left.anchors, right.anchors)
        ?? listDifference("span", left.spans.map { describe($0, left) }, right.spans.map { describe($0, right) })
        ?? listDifference("object", left.objects, right.objects)
        ?? listDifference("attachment", left.attachments, right.attachments)
        ?? listDifference(
            "generated text",
            left.generatedText.map { describe($0, left) }, right.generatedText.map { describe($0, right) })
        ?? runDifference(left, right) ?? "unequal, though every part is equal"
}

private func listDifference<Value: Equatable>(
    _ name: String, _ left: some RandomAccessCollection<Value>, _ right: some RandomAccessCollection<Value>
) -> String? {
    for (index, (one, other)) in zip(left, right).enumerated() where one != other {
        return "\(name) \(index): \(differingParts("\(one)", "\(other)"))"
    }
    if left.count == right.count { return nil }
    let more = left.count > right.count ? Array(left.dropFirst(right.count)) : Array(right.dropFirst(left.count))
    return "\(name)s: \(left.count) and \(right.count); the first one more: \(more[0])"
}

/// Two long descriptions, cut to where they differ.
private func differingParts(_ left: String, _ right: String) -> String {
    let start = max(0, zip(left, right).prefix { $0 == $1 }.count - 60)
    return "\(left.dropFirst(start).prefix(260))\n   and \(right.dropFirst(start).prefix(260))"
}

private func describe(_ block: Block, _ text: AttributedText) -> String {
    var kind = "\(block.kind)"
    if case .item(let item) = block.kind {
        kind = "item \(item.ordinal) \(item.marker) \(item.markerPosition) \(text.style(item.markerStyle))"
    }
    return "\(kind) \(block.role) parent \(block.parent?.rawValue ?? -1) flow \(block.flow.rawValue) "
        + "paragraphs \(block.paragraphs) \(text.style(block.style))"
}

private func describe(_ generated: GeneratedText, _ text: AttributedText) -> String {
    "\(generated.offset) \(generated.text) \(generated.pageReferences) \(generated.alternativeText ?? "-") "
        + "\(text.style(generated.style))"
}

private func describe(_ span: InlineSpan, _ text: AttributedText) -> String {
    var plain = span
    plain.box = nil
    plain.link = nil
    return "\(plain) \(span.box.map { "\(text.style($0))" } ?? "no box") \(span.link.map { "\(text.link($0))" } ?? "")"
}

private func paragraphDifference(_ left: AttributedText, _ right: AttributedText) -> String? {
    for (index, (one, other)) in zip(left.paragraphs, right.paragraphs).enumerated() {
        let place = "paragraph \(index) \(left[one.range].prefix(30).debugDescription)"
        if one.range != other.range || one.block != other.block || one.flow != other.flow {
            return "\(place): \(one) and \(other)"
        }
        if left.style(one.style) != right.style(other.style) {
            return "\(place): " + differingParts("\(left.style(one.style))", "\(right.style(other.style))")
        }
        if left.style(one.strut) != right.style(other.strut) {
            return "\(place) strut: " + differingParts("\(left.style(one.strut))", "\(right.style(other.strut))")
        }
    }
    return left.paragraphs.count == right.paragraphs.count
        ? nil : "paragraphs: \(left.paragraphs.count) and \(right.paragraphs.count)"
}

private func runDifference(_ left: AttributedText, _ right: AttributedText) -> String? {
    var runs: [(Range<Int>, TextStyle)] = []
    left.runs.forEachRun(in: 0..<left.count) { runs.append(($0, left.style($1))) }
    var others: [(Range<Int>, TextStyle)] = []
    right.runs.forEachRun(in: 0..<right.count) { others.append(($0, right.style($1))) }
    for (one, other) in zip(runs, others) where one.0 != other.0 || one.1 != other.1 {
        return "run \(one.0) \(left[one.0].prefix(30).debugDescription) and \(other.0): "
            + differingParts("\(one.1)", "\(other.1)")
    }
    return nil
}
