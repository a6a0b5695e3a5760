import Foundation
import Galley
import GalleyXLIFF

let text = try AttributedText(html: Data("<h1>Consumer</h1><p>A package that <b>depends</b> on Galley.".utf8))
let layout = DocumentLayout(text, fonts: try FontCollection.system(), width: 200)
print("lines: \(layout.lines.count)")
