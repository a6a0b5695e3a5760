/// Whether a grapheme cluster is to be shown as a colour emoji or as text (UTS #51 §4).
///
///     EmojiCluster.isEmoji(utf8, cluster: start..<GraphemeBreaks.next(utf8, after: start))
public enum EmojiCluster {
    /// Whether the cluster asks for emoji presentation: by U+FE0F, by Emoji_Presentation of its first character, as a
    /// flag, a keycap, with a skin tone, or as a joined sequence. U+FE0E after the first character asks for text.
    ///
    /// A cluster that begins with no emoji is none. Linear in the cluster, one look-up for most.
    public static func isEmoji(_ utf8: UnsafeBufferPointer<UInt8>, cluster: Range<Int>) -> Bool {
        let cluster = cluster.clamped(to: 0..<utf8.count)
        guard !cluster.isEmpty else { return false }
        let (first, length) = UTF8Decoding.decode(utf8, at: cluster.lowerBound)
        guard first >= 0x23, UnicodeProperties.isEmoji(first) else { return false }
        var offset = cluster.lowerBound + length
        var isJoined = false
        var isSecond = true
        while offset < cluster.upperBound {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            switch scalar {
            case 0xFE0E where isSecond: return false
            case 0xFE0F, 0x20E3: return true  // the selector, the enclosing keycap
            case 0x200D: isJoined = true
            default:
                if isJoined, UnicodeProperties.isExtendedPictographic(scalar) { return true }
                let takesTone = isSecond && UnicodeProperties.isEmojiModifierBase(first)
                if takesTone, UnicodeProperties.isEmojiModifier(scalar) { return true }
            }
            isSecond = false
            offset += length
        }
        return UnicodeProperties.isEmojiPresentation(first)
    }
}
