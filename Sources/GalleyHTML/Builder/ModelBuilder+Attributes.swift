import GalleyMarkup
import GalleyText

// Attributes that stay in the model, on what their elements become (`HTMLOptions.keptAttributes`).
extension ModelBuilder {
    /// The attributes of an element that stay; nil for none. O(the element's attributes).
    mutating func keptAttributes(of node: NodeID) -> AttributesID? {
        guard tree.hasAttributes(node), !options.keptAttributes.isEmpty else { return nil }
        let attributes = tree.attributes(of: node)
        var values: [String: String] = [:]
        for attribute in attributes where attributeKinds.keeps(attribute.name, of: node, tree, options.keptAttributes) {
            guard values.count < HTMLLimits.keptAttributes else { break }
            let name = tree.string(for: attribute.name)
            let value = String(decoding: tree.attributeBytes[attribute.valueRange], as: UTF8.self)
            if ActiveContent.isActive(attribute: name, value) { continue }
            values[name] = value.limited(to: HTMLLimits.alternativeTextBytes)
        }
        return values.isEmpty ? nil : writer.output.intern(values)
    }
}

/// What kind of attribute a name is, found once for each name of a tree.
struct AttributeKinds {
    private enum Kind: UInt8 {
        case unasked, known, semantic, data, unknown, handler
    }
    /// By the number of the name.
    private var kinds: [Kind] = []

    mutating func keeps(_ name: HTMLName, of node: NodeID, _ tree: HTMLTree, _ kept: KeptAttributes) -> Bool {
        switch name {
        case .class: return kept.contains(.classes)
        // A link has its title in `Link`.
        case .title where tree.isHTML(node, .a): return false
        case .value: return kept.contains(.semantic) && tree.isHTML(node, .data)
        default: break
        }
        switch kind(of: name, tree) {
        case .semantic: return kept.contains(.semantic)
        case .data: return kept.contains(.data)
        case .unknown: return kept.contains(.unknown)
        case .unasked, .known, .handler: return false
        }
    }

    private mutating func kind(of name: HTMLName, _ tree: HTMLTree) -> Kind {
        let index = Int(name.rawValue)
        if index >= kinds.count {
            kinds += Array(repeating: .unasked, count: max(tree.names.count, index + 1) - kinds.count)
        }
        if kinds[index] == .unasked { kinds[index] = Self.find(tree.string(for: name), name) }
        return kinds[index]
    }

    private static func find(_ text: String, _ name: HTMLName) -> Kind {
        if text.hasPrefix("data-") { return .data }
        if text.hasPrefix("on") { return .handler }
        if semantic.contains(text) { return .semantic }
        if text.hasPrefix("aria-") || others.contains(text) { return .known }
        return Int(name.rawValue) < HTMLName.knownCount ? .known : .unknown
    }

    private static let semantic: Set<String> = ["title", "cite", "datetime", "aria-label", "aria-hidden"]

    /// HTML's attributes that the tree has no fixed number for, as nothing else asks for them.
    private static let others: Set<String> = [
        "abbr", "accept", "accept-charset", "allow", "allowfullscreen", "as", "autocapitalize", "autocomplete",
        "autocorrect", "autofocus", "autoplay", "axis", "blocking", "closedby", "color-scheme", "command",
        "commandfor", "contextmenu", "coords", "dirname", "enctype", "enterkeyhint", "exportparts", "form",
        "formaction", "formenctype", "formmethod", "formnovalidate", "formtarget", "high", "imagesizes", "imagesrcset",
        "inputmode", "is", "itemid", "itemref", "itemscope", "itemtype", "kind", "list", "longdesc", "low",
        "manifest", "maxlength", "minlength", "nomodule", "novalidate", "optimum", "part", "pattern", "playsinline",
        "popover", "popovertarget", "popovertargetaction", "sandbox", "scrolling", "shape", "slot", "srcdoc", "srclang",
        "step", "usemap", "valuetype", "writingsuggestions", "xml:space", "xml:base",
    ]
}
