import Foundation
import Galley
import Testing

/// However few paragraphs are kept shaped, the files are the same to the byte.
@Suite struct ShapedTextBudgetTests {
    @Test(.enabled(if: CorpusTests.hasFonts), arguments: CorpusTests.documents + ["book"])
    func files(name: String) throws {
        let url = CorpusTests.folder.appending(path: name + ".html")
        let text = try AttributedText(html: try Data(contentsOf: url), baseURL: CorpusTests.folder)
        let fonts = try FontCollection.system()
        let setup = PageSetup(paper: .a5, margins: EdgeInsets(54))
        let made = try [0, 60_000, .max].map { budget in
            var options = LayoutOptions()
            options.shapedTextBudget = budget
            let canvas = DocumentLayout(text, fonts: fonts, width: 500, options: options)
            let pages = PagedLayout(text, fonts: fonts, setup: setup, options: options)
            return [
                try canvas.bytes(as: .json), try canvas.bytes(as: .txt),
                Array(canvas.displayList.dump { fonts.instance($0).face.names.postScript }.utf8),
                try pages.bytes(as: .json), try pages.bytes(as: .txt), try pages.bytes(as: .pdf),
            ]
        }
        #expect(made[0] == made[2] && made[1] == made[2])
        // Pages without a canvas first are those that a canvas is cut into.
        let canvas = DocumentLayout(text, fonts: fonts, width: 500)
        #expect(try canvas.paginated(setup).bytes(as: .pdf) == made[2][5])
    }
}
