import GalleyMarkup
import GalleyUnicode

/// `dir=auto` (HTML §3.2.6.4): the direction of the first strong character of an element's text.
enum AutomaticDirection {
    static func isRightToLeft(_ node: NodeID, in tree: HTMLTree) -> Bool {
        var nodes = 0
        var current = tree.next(after: node, within: node)
        while let place = current {
            nodes += 1
            if nodes > CSSLimits.maximumDirectionNodes { return false }
            if tree.isElement(place) {
                let skips: [HTMLName] = [.bdi, .script, .style, .textarea]
                if skips.contains(tree.name(of: place)) || tree.hasAttribute(.dir, of: place) {
                    current = tree.nextSkippingChildren(after: place, within: node)
                    continue
                }
            } else if let direction = firstStrong(tree.textBytes(of: place)) {
                return direction
            }
            current = tree.next(after: place, within: node)
        }
        return false
    }

    /// Whether the first strong character is right-to-left; nil without one.
    private static func firstStrong(_ text: ArraySlice<UInt8>) -> Bool? {
        for scalar in String(decoding: text.prefix(CSSLimits.maximumDirectionBytes), as: UTF8.self).unicodeScalars {
            switch UnicodeProperties.bidiClass(scalar.value) {
            case .leftToRight: return false
            case .rightToLeft, .arabicLetter: return true
            default: break
            }
        }
        return nil
    }
}
