import GalleyLayout
import GalleyText
import Testing

@Suite struct TextStorageTests {
    @Test func undoTakesBackWholeGroups() {
        let storage = TextStorage(AttributedText("one two"))
        let original = storage.text
        storage.beginUndoGroup()
        storage.replaceSubrange(0..<3, with: "1")
        storage.replaceSubrange(2..<5, with: "2")
        storage.endUndoGroup()
        storage.replaceSubrange(0..<0, with: ">")
        let final = storage.text
        #expect(storage.text.string == ">1 2\n")
        #expect(storage.undo())
        #expect(storage.text.string == "1 2\n")
        #expect(storage.undo())
        #expect(storage.text == original)
        #expect(!storage.undo() && !storage.canUndo && storage.canRedo)
        #expect(storage.redo() && storage.redo())
        #expect(storage.text == final)
        #expect(!storage.redo())
    }

    @Test func anEditEndsRedo() {
        let storage = TextStorage(AttributedText("a"))
        storage.replaceSubrange(0..<1, with: "b")
        storage.undo()
        storage.replaceSubrange(0..<1, with: "c")
        #expect(!storage.canRedo)
        #expect(storage.text.string == "c\n")
    }

    @Test func stylesAreEditsToo() {
        let storage = TextStorage(AttributedText("abc"))
        let edit = storage.updateStyle(in: 1..<2) { $0.shaping.fontWeight = 700 }
        #expect(edit.delta == 0 && edit.newParagraphs == 0..<1)
        #expect(storage.text.style(at: 1)?.shaping.fontWeight == 700)
        storage.undo()
        #expect(storage.text.style(at: 1)?.shaping.fontWeight == 400)
    }
}
