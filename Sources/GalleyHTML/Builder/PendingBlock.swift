import GalleyMarkup
import GalleyText

/// A block that is about to be built, as ``HTMLOptions/willBuildBlock`` sees it: change it, replace it or drop it.
///
///     options.willBuildBlock = { block in
///         if block.attributes["class"] == "advertisement" { block.outcome = .drop }
///         if block.name == "h1" { block.textStyle.paint.color = Color(rgb: 0xCC0000) }
///     }
///
/// Blocks come in document order, parents before children. Text and paragraph style are inherited from here on exactly
/// as if a style sheet had said so: what is inside, down to its own declarations, has them too. Everything that makes an
/// element a block of its kind (`display`, `float`, a cell's spans) is settled already. Sizes are before
/// ``HTMLOptions/textSizeMultiplier``.
public struct PendingBlock: Sendable {
    /// What becomes of a block.
    public enum Outcome: Sendable, Hashable {
        /// It is built, with its content.
        case build
        /// It is left out with everything inside, as `display: none` does.
        case drop
        /// Its box is built and holds this text instead of its content; `\n` begins a new line.
        case text(String)
        /// An attachment stands in its place, in a block of its own.
        case attachment(Attachment)
    }

    /// The name of the element, in lower case.
    public let name: String
    /// How many elements are around it; 1 is the body.
    public let depth: Int
    /// What the block means.
    public var role: Block.Role
    /// The box.
    public var style: BlockStyle
    /// Its paragraphs, and those of the blocks inside.
    public var paragraphStyle: ParagraphStyle
    /// Its text, and that of everything inside.
    public var textStyle: TextStyle
    /// What becomes of it.
    public var outcome = Outcome.build

    let tree: HTMLTree
    let node: NodeID

    /// The element's attributes, names in lower case. O(their bytes).
    public var attributes: [String: String] {
        var result: [String: String] = [:]
        for attribute in tree.attributes(of: node) {
            result[tree.string(for: attribute.name)] = String(
                decoding: tree.attributeBytes[attribute.valueRange], as: UTF8.self)
        }
        return result
    }

    /// The text in the element, shown or not, white space collapsed. O(the content), so a hook that reads the text of every
    /// block reads nested blocks as often as they are deep.
    public var text: String { tree.textContent(of: node).collapsingSpaces() }
}

/// What the hook has decided, by element: the cascade asks it, the builder obeys.
struct BlockHook: Sendable {
    typealias Callback = @Sendable (inout PendingBlock) -> Void

    /// What the builder does otherwise than the computed style says: shared, as elements without one are asked about too.
    final class Override: Sendable {
        let style: BlockStyle?
        let role: Block.Role?
        let outcome: PendingBlock.Outcome

        init(style: BlockStyle?, role: Block.Role?, outcome: PendingBlock.Outcome) {
            self.style = style
            self.role = role
            self.outcome = outcome
        }
    }

    let callback: Callback
    private(set) var overrides: [NodeID: Override] = [:]
    /// How many elements are around each; -1 inside what is not shown.
    private var depths: [Int32] = []

    init(_ callback: @escaping Callback) {
        self.callback = callback
    }

    /// Asks about an element whose style is computed, parents first; returns what the style becomes, nil for no change.
    mutating func visit(_ node: NodeID, _ style: ComputedStyle, in tree: HTMLTree) -> StyleFields? {
        if depths.isEmpty { depths = Array(repeating: 0, count: tree.nodeCount) }
        guard node != tree.root, let parent = tree.parent(of: node) else { return nil }
        let isShown = depths[parent.index] >= 0 && style.box.display != .none && !tree.isReplacedElement(node)
        depths[node.index] = isShown ? depths[parent.index] + 1 : -1
        guard isShown, style.isBuiltAsBlock else { return nil }
        let before = PendingBlock(
            name: tree.string(for: tree.name(of: node)), depth: Int(depths[node.index]),
            role: tree.blockRole(of: node, style.box.display), style: style.blockStyle,
            paragraphStyle: style.paragraphStyle, textStyle: style.textStyle, tree: tree, node: node)
        var after = before
        callback(&after)
        let override = Override(
            style: after.style != before.style ? after.style : nil, role: after.role != before.role ? after.role : nil,
            outcome: after.outcome)
        if override.style != nil || override.role != nil || override.outcome != .build { overrides[node] = override }
        var fields = StyleFields(inherited: style.inherited, box: style.box)
        if after.outcome == .drop {
            fields.box.display = .none
            depths[node.index] = -1
            return fields
        }
        guard after.textStyle != before.textStyle || after.paragraphStyle != before.paragraphStyle else { return nil }
        fields.inherited.adopt(after.textStyle, insteadOf: before.textStyle)
        fields.inherited.adopt(after.paragraphStyle, insteadOf: before.paragraphStyle)
        return fields
    }
}

extension ComputedStyle {
    /// Whether the element becomes a block of the model, in its flow or in one of its own.
    fileprivate var isBuiltAsBlock: Bool {
        switch box.display {
        case .none, .contents, .inline, .ruby, .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer,
            .inlineListItem, .tableColumn, .tableColumnGroup:
            false
        default: true
        }
    }
}

extension InheritedStyle {
    /// Takes over what was changed in a text style made from it.
    fileprivate mutating func adopt(_ new: TextStyle, insteadOf old: TextStyle) {
        if new.shaping != old.shaping {
            if new.shaping.fontSize != old.shaping.fontSize { fontSizeKeyword = 0 }
            shaping = new.shaping
        }
        if new.breaking != old.breaking {
            breaking = new.breaking
            breaksLongWords = false
        }
        lineHeight = new.lineHeight
        color = new.paint.color
        decorations = new.paint.decorations
        skipInk = new.paint.skipInk
        shadows = new.paint.shadows
        opacity = new.paint.opacity
        show(new.paint.isVisible)
    }

    fileprivate mutating func adopt(_ new: ParagraphStyle, insteadOf old: ParagraphStyle) {
        guard new != old else { return }
        paragraph = new
        if new.baseDirection != old.baseDirection { isRightToLeft = new.baseDirection == .rightToLeft }
    }
}

extension HTMLTree {
    /// Whether something else than its content stands for an element (HTML §15.4, §15.5): no block is built for it.
    func isReplacedElement(_ node: NodeID) -> Bool {
        if namespace(of: node) != .html { return true }
        switch name(of: node) {
        case .img, .video, .audio, .iframe, .frame, .embed, .object, .canvas, .input, .textarea, .select, .br, .wbr,
            .meter, .progress:
            return true
        default: return false
        }
    }
}
