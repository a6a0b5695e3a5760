import GalleyText

/// Which source bytes the bytes of an inline text come from.
///
/// Both sides grow together: the mapping is a list of pieces in order. Complexity: a binary search a question; a
/// paragraph without transformed or generated text has one piece.
public struct OffsetMapping: Sendable, Hashable {
    /// A stretch of inline bytes and the source bytes that it shows.
    public struct Piece: Sendable, Hashable {
        public enum Kind: UInt8, Sendable, Hashable {
            /// Byte for byte the same.
            case identical
            /// Other bytes for the same source; offsets inside map to its edges.
            case transformed
            /// Shown, and not in the source: `source` is empty.
            case generated
        }
        public var inline: Range<Int>
        public var source: Range<Int>
        public var kind: Kind
    }

    /// In order; the inline ranges cover the inline text, the source ranges the paragraph's content.
    public private(set) var pieces: ContiguousArray<Piece> = []

    init() {}

    mutating func append(_ kind: Piece.Kind, inline inlineCount: Int, source sourceCount: Int, sourceStart: Int) {
        guard inlineCount > 0 || sourceCount > 0 else { return }
        let inlineStart = pieces.last?.inline.upperBound ?? 0
        if kind != .transformed, let last = pieces.last, last.kind == kind, last.source.upperBound == sourceStart {
            pieces[pieces.count - 1].inline = last.inline.lowerBound..<(inlineStart + inlineCount)
            pieces[pieces.count - 1].source = last.source.lowerBound..<(sourceStart + sourceCount)
        } else {
            pieces.append(
                Piece(
                    inline: inlineStart..<(inlineStart + inlineCount),
                    source: sourceStart..<(sourceStart + sourceCount),
                    kind: kind))
        }
    }

    /// The source offset of an inline offset; for generated text the place that it stands at, for the middle of a
    /// transformed piece its start.
    public func sourceOffset(ofInline offset: Int) -> Int {
        guard !pieces.isEmpty else { return 0 }
        let index = pieces.partitionIndex { $0.inline.upperBound > offset }
        guard index < pieces.count else { return pieces[pieces.count - 1].source.upperBound }
        let piece = pieces[index]
        return piece.kind == .identical
            ? piece.source.lowerBound + max(0, offset - piece.inline.lowerBound) : piece.source.lowerBound
    }

    /// The source bytes that a range of inline bytes shows; transformed pieces count whole.
    public func sourceRange(ofInline range: Range<Int>) -> Range<Int> {
        let start = sourceOffset(ofInline: range.lowerBound)
        guard !range.isEmpty else { return start..<start }
        let index = pieces.partitionIndex { $0.inline.upperBound >= range.upperBound }
        guard index < pieces.count else { return start..<max(start, pieces.last?.source.upperBound ?? start) }
        let piece = pieces[index]
        let end =
            piece.kind == .identical
            ? piece.source.lowerBound + (range.upperBound - piece.inline.lowerBound) : piece.source.upperBound
        return start..<max(start, end)
    }

    /// The inline offset that shows a source offset: after generated text that stands there.
    public func inlineOffset(ofSource offset: Int) -> Int {
        let index = pieces.partitionIndex { $0.source.upperBound > offset }
        guard index < pieces.count else { return pieces.last?.inline.upperBound ?? 0 }
        let piece = pieces[index]
        return piece.kind == .identical
            ? piece.inline.lowerBound + max(0, offset - piece.source.lowerBound) : piece.inline.lowerBound
    }

    /// Whether the inline byte at `offset` is not in the source.
    public func isGenerated(_ offset: Int) -> Bool {
        let index = pieces.partitionIndex { $0.inline.upperBound > offset }
        return index < pieces.count && pieces[index].kind == .generated
    }
}
