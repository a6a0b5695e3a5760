import GalleyHTML
import GalleyMarkup
import GalleyText

/// A document with its styles, for tests: elements are found by id.
struct StyledDocument {
    let tree: HTMLTree
    let styles: DocumentStyles

    init(
        _ html: String, css: String = "",
        environment: StyleEnvironment = StyleEnvironment(defaultFontFamilies: ["Times New Roman"])
    ) {
        tree = HTMLTree(parsing: html)
        let sheets = css.isEmpty ? [] : [(sheet: StyleSheet(parsing: css), origin: CascadeOrigin.author)]
        styles = StyleResolver(tree: tree, sheets: sheets, environment: environment).resolve()
    }

    func node(_ id: String) -> NodeID? {
        tree.descendants(of: tree.document).first { tree.isElement($0) && tree.attribute(.id, of: $0) == id }
    }

    subscript(id: String) -> ComputedStyle { node(id).map { styles[$0] } ?? styles.styles[0] }
}
