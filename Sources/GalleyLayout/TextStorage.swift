import GalleyText
import Synchronization

/// A text that is edited: it keeps the value, the way back, and tells its layout managers.
///
///     let storage = TextStorage(AttributedText("Hello"))
///     storage.replaceSubrange(0..<5, with: "Goodbye")
///     storage.undo()
///
/// Safe to use from several tasks: edits happen one after the other, and managers hear of them in that order, before
/// the editing call returns. Several managers may lay out one storage.
public final class TextStorage: Sendable {
    private let state: Mutex<State>

    private struct State {
        var text: AttributedText
        var undo: [Step] = []
        var redo: [Step] = []
        /// How deep undo groups are nested.
        var groupDepth = 0
        /// Whether the open group has an entry on the undo stack already.
        var groupHasStep = false
        var observers: [WeakObserver] = []
    }

    /// The value before a group of edits, and the edits. Values share what they have in common.
    private struct Step {
        var text: AttributedText
        var edits: [TextEdit]
    }

    private struct WeakObserver {
        weak var core: LayoutManagerCore?
    }

    public init(_ text: AttributedText) {
        state = Mutex(State(text: text))
    }

    /// The text as it is.
    public var text: AttributedText { state.withLock { $0.text } }

    // MARK: Edits

    /// Replaces a range of UTF-8 offsets by a plain string; see `AttributedText.replaceSubrange`.
    @discardableResult
    public func replaceSubrange(_ range: Range<Int>, with string: String, style: TextStyle? = nil) -> TextEdit {
        edit { $0.replaceSubrange(range, with: string, style: style) }
    }

    /// Changes the style of every run inside a range.
    @discardableResult
    public func updateStyle(in range: Range<Int>, _ change: (inout TextStyle) -> Void) -> TextEdit {
        edit { text in
            text.updateStyle(in: range, change)
            return text.styleEdit(range)
        }
    }

    /// Changes the style of every paragraph that a range touches.
    @discardableResult
    public func updateParagraphStyle(in range: Range<Int>, _ change: (inout ParagraphStyle) -> Void) -> TextEdit {
        edit { text in
            text.updateParagraphStyle(in: range, change)
            return text.styleEdit(range)
        }
    }

    private func edit(_ change: (inout AttributedText) -> TextEdit) -> TextEdit {
        state.withLock { state in
            let before = state.text
            let edit = change(&state.text)
            state.redo.removeAll()
            if state.groupDepth > 0, state.groupHasStep {
                state.undo[state.undo.count - 1].edits.append(edit)
            } else {
                state.undo.append(Step(text: before, edits: [edit]))
                state.groupHasStep = state.groupDepth > 0
                if state.undo.count > LayoutLimits.maximumUndoSteps { state.undo.removeFirst() }
            }
            TextStorage.notify(&state, [edit])
            return edit
        }
    }

    /// Runs under the lock, so that managers hear of edits in their order; they never call back.
    private static func notify(_ state: inout State, _ edits: [TextEdit]) {
        state.observers.removeAll { $0.core == nil }
        for observer in state.observers { observer.core?.textChanged(state.text, edits) }
    }

    // MARK: Undo

    /// Makes all edits until the matching `endUndoGroup` one step of undo. Groups nest.
    public func beginUndoGroup() {
        state.withLock { state in
            if state.groupDepth == 0 { state.groupHasStep = false }
            state.groupDepth += 1
        }
    }

    public func endUndoGroup() {
        state.withLock { state in
            state.groupDepth = max(0, state.groupDepth - 1)
            if state.groupDepth == 0 { state.groupHasStep = false }
        }
    }

    public var canUndo: Bool { state.withLock { !$0.undo.isEmpty } }
    public var canRedo: Bool { state.withLock { !$0.redo.isEmpty } }

    /// Takes back the last edit or group; `false` when there is none.
    @discardableResult
    public func undo() -> Bool { step(from: \.undo, to: \.redo) }

    /// Makes again what was taken back last; `false` when there is nothing.
    @discardableResult
    public func redo() -> Bool { step(from: \.redo, to: \.undo) }

    private func step(from: WritableKeyPath<State, [Step]>, to: WritableKeyPath<State, [Step]>) -> Bool {
        state.withLock { state in
            guard let step = state[keyPath: from].popLast() else { return false }
            let inverse = step.edits.reversed().map(\.inverse)
            state[keyPath: to].append(Step(text: state.text, edits: inverse))
            state.text = step.text
            state.groupHasStep = false
            TextStorage.notify(&state, inverse)
            return true
        }
    }

    // MARK: Managers

    /// Registers a manager's core, which is given the text as it is at that moment.
    func attach(_ makeCore: (AttributedText) -> LayoutManagerCore) -> LayoutManagerCore {
        state.withLock { state in
            let core = makeCore(state.text)
            state.observers.append(WeakObserver(core: core))
            return core
        }
    }
}

extension TextEdit {
    /// The edit that takes this one back.
    var inverse: TextEdit {
        TextEdit(
            range: range.lowerBound..<(range.upperBound + delta), delta: -delta, oldParagraphs: newParagraphs,
            newParagraphs: oldParagraphs)
    }
}

extension AttributedText {
    /// A change of style as an edit that replaces the paragraphs by themselves.
    fileprivate func styleEdit(_ range: Range<Int>) -> TextEdit {
        let range = range.clamped(to: 0..<max(1, count))
        let first = paragraphIndex(at: range.lowerBound)
        let last = paragraphIndex(at: max(range.lowerBound, range.upperBound - 1))
        return TextEdit(
            range: range, delta: 0, oldParagraphs: first..<(last + 1), newParagraphs: first..<(last + 1))
    }
}
