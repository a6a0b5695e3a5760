import GalleyText

extension ParagraphStyle {
    /// A box of all of a paragraph's text that has its direction override that of characters.
    var overridingBox: InlineBoxStyle {
        var box = InlineBoxStyle()
        box.isolation = .override
        box.direction = baseDirection
        return box
    }
}

/// `unicode-bidi` as formatting characters (CSS Writing Modes 4 §2.4.4).
extension InlineBoxStyle {
    var openingControls: String {
        let isRightToLeft = direction == .rightToLeft
        return switch isolation {
        case .normal: ""
        case .embed: isRightToLeft ? "\u{202B}" : "\u{202A}"
        case .override: isRightToLeft ? "\u{202E}" : "\u{202D}"
        case .isolate: direction == .natural ? "\u{2068}" : isRightToLeft ? "\u{2067}" : "\u{2066}"
        case .isolateOverride: isRightToLeft ? "\u{2067}\u{202E}" : "\u{2066}\u{202D}"
        case .plaintext: "\u{2068}"
        }
    }

    var closingControls: String {
        switch isolation {
        case .normal: ""
        case .embed, .override: "\u{202C}"
        case .isolate, .plaintext: "\u{2069}"
        case .isolateOverride: "\u{202C}\u{2069}"
        }
    }
}
