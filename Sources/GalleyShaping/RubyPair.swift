import GalleyText

/// A base of ruby and its annotation, as source bytes.
package struct RubyPair {
    /// The spans of the `ruby` element and of the annotation.
    package var container: Int
    package var span: Int
    package var base: Range<Int>
    package var annotation: Range<Int>
    /// Whether the base begins where its container does.
    var beginsWithSpan: Bool

    /// The pairs of a paragraph's spans, in order (CSS Ruby 1 §2.2): of bases marked as such each has the annotation of its
    /// number; without any, what stands before an annotation is its base. Annotations without a base, and ruby inside
    /// ruby, stay in the line as they are. Linear.
    package static func pairs(_ text: AttributedText, _ spans: Range<Int>) -> [RubyPair] {
        var pairs: [RubyPair] = []
        var index = spans.lowerBound
        while index < spans.upperBound {
            guard text.spans[index].ruby == .container else {
                index += 1
                continue
            }
            let container = index
            let whole = text.spans[container].range
            var start = whole.lowerBound
            var bases: ArraySlice<Range<Int>> = []
            index += 1
            while index < spans.upperBound, text.spans[index].range.lowerBound < whole.upperBound {
                defer { index += 1 }
                let range = text.spans[index].range
                guard text.spans[index].parent == container else { continue }
                if text.spans[index].ruby == .base {
                    bases.append(range)
                } else if text.spans[index].ruby == .annotation {
                    let base = bases.popFirst() ?? start..<max(start, range.lowerBound)
                    start = max(start, range.upperBound)
                    guard !base.isEmpty, !range.isEmpty else { continue }
                    pairs.append(
                        RubyPair(
                            container: container, span: index, base: base, annotation: range,
                            beginsWithSpan: base.lowerBound == whole.lowerBound))
                }
            }
        }
        return pairs
    }
}
