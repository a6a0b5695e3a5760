import GalleyText

extension LayoutContext {
    /// Shapes an annotation in its own styles, as a line that nothing breaks.
    func shape(
        _ ruby: InlineText.Ruby, ofParagraph index: Int, of text: AttributedText, _ outer: ParagraphStyle
    ) -> RubyAnnotation {
        let inline = InlineText(
            annotation: ruby.annotation, ofParagraph: index, of: text, synthesis: SynthesisResolver(context: self))
        var style = ParagraphStyle()
        style.baseDirection = outer.baseDirection
        let strut = text.runs.style(at: ruby.annotation.lowerBound) ?? text.paragraphs[index].strut
        let shaped = shape(inline, style, strut: strut, [], of: text)
        var width = 0.0
        for segment in shaped.segments where segment.kind == .text { width += segment.endX - segment.x }
        return RubyAnnotation(box: ruby.box, shaped: shaped, width: width)
    }
}

extension TextAnalysis {
    /// Lines end between pairs of ruby, not inside a base.
    mutating func keepBasesWhole(_ inline: InlineText) {
        var starts: [Int: Int] = [:]
        for event in inline.events {
            switch event.kind {
            case .open(let box) where inline.boxes[box].isRuby: starts[box] = event.offset
            case .close(let box) where inline.boxes[box].isRuby:
                guard let start = starts[box] else { continue }
                for offset in start + 1..<max(start + 1, event.offset) {
                    flags[offset].subtract([.lineAllowed, .hyphen])
                }
            default: break
            }
        }
    }
}

extension InlineText {
    /// Gives each base as much room as its annotation needs, half on each side: `ruby-align: center` (CSS Ruby 1 §4.4).
    /// One pass; bases are not inside each other.
    mutating func widenBases(for annotations: [RubyAnnotation], _ table: SegmentTable) {
        var next = 0
        var width: Double?
        for segment in table.segments where next < annotations.count {
            let isOwn = Int(segment.index) == annotations[next].box
            switch segment.kind {
            case .open where isOwn: width = 0
            case .text: width = width.map { $0 + segment.endX - segment.x }
            case .close where isOwn:
                let missing = annotations[next].width - (width ?? 0)
                if missing > 0 {
                    boxes[annotations[next].box].style.padding.left = .px(missing / 2)
                    boxes[annotations[next].box].style.padding.right = .px(missing / 2)
                }
                width = nil
                next += 1
            default: break
            }
        }
    }
}
