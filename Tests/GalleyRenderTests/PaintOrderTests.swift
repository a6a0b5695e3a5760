import GalleyFonts
import GalleyLayout
import GalleyRender
import GalleyText
import Testing

/// CSS 2 Appendix E, from HTML-like models: what lies on what, told by the colours in the order in which they are painted.
@Suite struct PaintOrderTests {
    private static func color(_ letter: Character) -> Color {
        Color(rgb: UInt32(letter.unicodeScalars.first?.value ?? 0) * 0x010101)
    }

    /// A box of 40 x 40 px with a background; its name is a letter.
    private static func box(_ name: Character, _ change: (inout BlockStyle) -> Void = { _ in }) -> BlockStyle {
        var style = BlockStyle()
        style.background = color(name)
        style.width = .length(.px(40))
        style.height = .length(.px(40))
        change(&style)
        return style
    }

    private struct Model {
        var builder = AttributedTextBuilder()
        let text: TextStyleID
        let empty: ParagraphStyleID

        init() {
            text = builder.intern(TextStyle(shaping: ShapingStyle(fontSize: 10)))
            var style = ParagraphStyle()
            style.emptyParagraph = .nothing
            empty = builder.intern(style)
        }

        mutating func block(_ style: BlockStyle, _ content: (inout Model) -> Void = { _ in }) {
            builder.openBlock(.box, style: style)
            content(&self)
            end()
            builder.closeBlock()
        }

        mutating func flow(_ kind: Flow.Kind, _ style: BlockStyle, _ content: (inout Model) -> Void = { _ in }) {
            guard builder.openFlow(kind, root: style, style: text) else { return }
            content(&self)
            end()
            builder.closeFlow()
        }

        mutating func end() { builder.endParagraph(style: empty, strut: text) }

        mutating func line(_ string: String) {
            builder.append(string, style: text)
            end()
        }
    }

    /// The names of boxes and the texts of lines, in paint order.
    private func order(_ build: (inout Model) -> Void) -> String {
        var model = Model()
        build(&model)
        let layout = DocumentLayout(model.builder.finish(), fonts: FontCollection(faces: []), width: 200)
        var result = ""
        let list = layout.displayList
        for command in list.commands {
            switch command {
            case .fill(_, _, let color):
                result.unicodeScalars.append(
                    Unicode.Scalar(UInt8((Double(color.red) * 255).rounded())))
            case .text(let run): result += String(decoding: list.text[run.text], as: UTF8.self)
            case .beginClip: result += "("
            case .end: if result.contains("(") { result += ")" }
            default: break
            }
        }
        return result
    }

    private func over(_ name: Character, _ change: (inout BlockStyle) -> Void = { _ in }) -> BlockStyle {
        Self.box(name) {
            $0.margin.top = .length(.px(-40))
            change(&$0)
        }
    }

    @Test func blocksAreBelowFloatsAndTheseBelowText() {
        let found = order { model in
            model.flow(.float, Self.box("F") { $0.float = .left })
            model.end()
            model.block(Self.box("B")) { $0.line("t") }
        }
        #expect(found == "BFt")
    }

    @Test func aFloatOverEarlierTextIsBelowIt() {
        let found = order { model in
            model.line("t")
            model.flow(
                .float,
                Self.box("F") {
                    $0.float = .left
                    $0.margin.top = .length(.px(-20))
                })
            model.end()
        }
        #expect(found == "Ft")
    }

    @Test func inlineBlocksArePaintedAsAWhole() {
        let found = order { model in
            model.line("t")
            model.flow(.inlineBlock, over("I")) { $0.line("i") }
            model.end()
            model.block(over("B"))
        }
        #expect(found == "BtIi")
    }

    @Test func positionedBoxesAreAboveTheText() {
        let found = order { model in
            model.block(Self.box("P") { $0.position = .relative }) { $0.line("p") }
            model.block(over("B")) { $0.line("t") }
        }
        #expect(found == "BtPp")
        // Where nothing overlaps, they are painted in reading order.
        let apart = order { model in
            model.block(Self.box("P") { $0.position = .relative }) { $0.line("p") }
            model.block(Self.box("B")) { $0.line("t") }
        }
        #expect(apart == "BPpt")
    }

    @Test func levelsAreInTheirOrder() {
        let found = order { model in
            for (name, level) in [("C", 2), ("A", -1), ("B", 1), ("Z", -2)] as [(Character, Int)] {
                model.block(
                    over(name) {
                        $0.position = .relative
                        $0.zIndex = level
                    })
            }
            model.block(over("N")) { $0.line("t") }
        }
        #expect(found == "ZANtBC")
    }

    @Test func levelsCountInTheirStackingContext() {
        let found = order { model in
            model.block(
                Self.box("S") {
                    $0.position = .relative
                    $0.zIndex = 0
                }
            ) { inner in
                inner.block(
                    Self.box("A") {
                        $0.position = .relative
                        $0.zIndex = 9
                    })
                inner.block(
                    Self.box("B") {
                        $0.position = .relative
                        $0.zIndex = -9
                    })
            }
            model.block(
                over("T") {
                    $0.position = .relative
                    $0.zIndex = 1
                })
        }
        #expect(found == "SBAT")
    }

    @Test func clipsHoldBoxesTooButNotThoseThatReferFurtherOut() {
        let found = order { model in
            model.block(
                Self.box("C") {
                    $0.clipsOverflow = true
                    $0.isFlowRoot = true
                }
            ) { inner in
                inner.block(Self.box("B"))
                inner.flow(.positioned, Self.box("P") { $0.position = .absolute })
                inner.end()
            }
        }
        #expect(found == "C(B)()P" || found == "C(B)P")
    }
}
