import GalleyMarkup
import GalleyText

// `@font-face`, `@page` and `@counter-style` rules as the model keeps them.

extension StyleResources {
    /// The rules of a document's style sheets whose conditions hold.
    init(of styles: DocumentStyles, root: NodeID, environment: StyleEnvironment, base: String?) {
        self.init()
        guard !styles.atRules.isEmpty else { return }
        let documentURL = ResourceURL(base: base)
        let cascade = Cascade(environment: environment)
        var counters = CounterStyleRules()
        for rule in styles.atRules {
            // A URL that is relative to its sheet becomes absolute with the document's base.
            let resolve = { (url: String) -> String in
                documentURL.resolve(rule.baseURL.map { ResourceURL(base: $0).resolve(url) } ?? url)
            }
            switch rule.name {
            case "font-face":
                if let face = FontFaceRule(rule, resolve) { fontFaces.append(face) }
            case "page":
                pages += PageRule.rules(rule, root: styles[root], cascade: cascade, resolve)
            case "counter-style": counters.add(rule)
            default: break
            }
        }
        counterStyles = counters.styles()
    }
}

extension StyleSheet.AtRule {
    /// The last valid value of a descriptor; invalid ones are dropped alone (CSS Syntax 3 §2.2).
    func descriptor<Value>(_ name: String, _ parse: (inout ValueReader) -> Value?) -> Value? {
        for descriptor in descriptors.reversed() where descriptor.name == name {
            let source = CSSSource(descriptor.value)
            var reader = ValueReader(source, 0..<source.count)
            if let value = parse(&reader), reader.atEnd { return value }
        }
        return nil
    }
}
