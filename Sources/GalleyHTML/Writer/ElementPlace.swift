/// Where an element stands, as far as HTML's parser minds: which start tags would close something that is open, and which
/// rules of the user agent's style sheet look at ancestors (HTML standard, §13.2.6.4.7).
struct ElementPlace {
    /// A `p` is open, which any block's start tag would close.
    var isInParagraph = false
    var isInHeading = false
    var isInLink = false
    /// An `li` is open that another one would close.
    var isInItem = false
    /// A `dt` or `dd` is open that another one would close.
    var isInDefinition = false
    var isInForm = false
    /// `ul` and `ol` around it, 2 at most.
    var listDepth = 0
    var isInDefinitionList = false
    /// The element itself.
    var tag = "body"

    /// The place inside an element of this name.
    func inside(_ tag: String) -> ElementPlace {
        var place = self
        place.tag = tag
        // Elements that the parser calls special close the search for an open item.
        if !["span", "a", "address", "div", "p", "ruby", "rb", "rt"].contains(tag) {
            place.isInItem = false
            place.isInDefinition = false
        }
        switch tag {
        case "p": place.isInParagraph = true
        case "h1", "h2", "h3", "h4", "h5", "h6": place.isInHeading = true
        case "a": place.isInLink = true
        case "li": place.isInItem = true
        case "dt", "dd": place.isInDefinition = true
        case "form": place.isInForm = true
        case "ul", "ol": place.listDepth = min(listDepth + 1, 2)
        case "dl": place.isInDefinitionList = true
        case "td", "th", "caption":
            // Scopes of the parser end here.
            place.isInParagraph = false
            place.isInHeading = false
            place.isInLink = false
        default: break
        }
        return place
    }

    /// The tag for a block: `wanted` where the parser lets it stand, else one that changes nothing.
    func tag(for wanted: String) -> String {
        if isInParagraph { return "span" }
        switch wanted {
        case "h1", "h2", "h3", "h4", "h5", "h6": return isInHeading ? "div" : wanted
        case "li": return isInItem ? "div" : wanted
        case "dt", "dd": return isInDefinition ? "div" : wanted
        case "form": return isInForm ? "div" : wanted
        case "thead", "tbody", "tfoot", "caption": return tag == "table" ? wanted : "div"
        case "tr": return ["thead", "tbody", "tfoot"].contains(tag) ? wanted : "div"
        case "td", "th": return tag == "tr" ? wanted : "div"
        default: return wanted
        }
    }

    /// What the user agent's style sheet asks about an element that stands here.
    func defaults(of tag: String, attributes: String = "") -> ElementDefaults.Key {
        var key = ElementDefaults.Key(tag: tag, attributes: attributes)
        switch tag {
        case "ul", "ol", "dl":
            key.listDepth = listDepth
            key.isInDefinitionList = isInDefinitionList
        case "rt" where self.tag == "ruby": key.parent = "ruby"
        default: break
        }
        return key
    }
}
