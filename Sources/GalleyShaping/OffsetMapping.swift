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

    /// The only piece, when `several` is empty; without bytes on either side there is none.
    private var only: Piece {
        get { Piece(inline: 0..<Int(onlyInlineEnd), source: onlySource, kind: onlyKind) }
        set {
            onlyInlineEnd = UInt32(truncatingIfNeeded: newValue.inline.upperBound)
            onlySource = newValue.source
            onlyKind = newValue.kind
        }
    }
    private var onlySource = 0..<0
    private var onlyInlineEnd: UInt32 = 0
    private var onlyKind = Piece.Kind.identical
    /// All pieces, when there is more than one.
    private var several: ContiguousArray<Piece> = []

    /// In order; the inline ranges cover the inline text, the source ranges the paragraph's content.
    public var pieces: ContiguousArray<Piece> { several.isEmpty && hasOnly ? [only] : several }

    private var hasOnly: Bool { !only.inline.isEmpty || !only.source.isEmpty }
    private var count: Int { several.isEmpty ? (hasOnly ? 1 : 0) : several.count }

    private subscript(index: Int) -> Piece {
        get { several.isEmpty ? only : several[index] }
        set {
            if several.isEmpty { only = newValue } else { several[index] = newValue }
        }
    }

    private var last: Piece? { several.last ?? (hasOnly ? only : nil) }

    /// The first piece for which `isBehind` holds; the number of pieces without one.
    private func partitionIndex(_ isBehind: (Piece) -> Bool) -> Int {
        if several.isEmpty { return hasOnly && !isBehind(only) ? 1 : 0 }
        return several.partitionIndex(where: isBehind)
    }

    init() {}

    mutating func append(_ kind: Piece.Kind, inline inlineCount: Int, source sourceCount: Int, sourceStart: Int) {
        guard inlineCount > 0 || sourceCount > 0 else { return }
        let inlineStart = last?.inline.upperBound ?? 0
        if kind != .transformed, let last, last.kind == kind, last.source.upperBound == sourceStart {
            let index = count - 1
            self[index].inline = last.inline.lowerBound..<(inlineStart + inlineCount)
            self[index].source = last.source.lowerBound..<(sourceStart + sourceCount)
            return
        }
        let piece = Piece(
            inline: inlineStart..<(inlineStart + inlineCount), source: sourceStart..<(sourceStart + sourceCount),
            kind: kind)
        if count == 0 {
            only = piece
        } else {
            if several.isEmpty { several.append(only) }
            several.append(piece)
        }
    }

    /// The source offset of an inline offset; for generated text the place that it stands at, for the middle of a
    /// transformed piece its start.
    public func sourceOffset(ofInline offset: Int) -> Int {
        guard count > 0 else { return 0 }
        let index = partitionIndex { $0.inline.upperBound > offset }
        guard index < count else { return self[count - 1].source.upperBound }
        let piece = self[index]
        return piece.kind == .identical
            ? piece.source.lowerBound + max(0, offset - piece.inline.lowerBound) : piece.source.lowerBound
    }

    /// The source bytes that a range of inline bytes shows; transformed pieces count whole.
    public func sourceRange(ofInline range: Range<Int>) -> Range<Int> {
        let start = sourceOffset(ofInline: range.lowerBound)
        guard !range.isEmpty else { return start..<start }
        let index = partitionIndex { $0.inline.upperBound >= range.upperBound }
        guard index < count else { return start..<max(start, last?.source.upperBound ?? start) }
        let piece = self[index]
        let end =
            piece.kind == .identical
            ? piece.source.lowerBound + (range.upperBound - piece.inline.lowerBound) : piece.source.upperBound
        return start..<max(start, end)
    }

    /// The inline offset that shows a source offset: after generated text that stands there.
    public func inlineOffset(ofSource offset: Int) -> Int {
        let index = partitionIndex { $0.source.upperBound > offset }
        guard index < count else { return last?.inline.upperBound ?? 0 }
        let piece = self[index]
        return piece.kind == .identical
            ? piece.inline.lowerBound + max(0, offset - piece.source.lowerBound) : piece.inline.lowerBound
    }

    /// Whether the inline byte at `offset` is not in the source.
    public func isGenerated(_ offset: Int) -> Bool {
        let index = partitionIndex { $0.inline.upperBound > offset }
        return index < count && self[index].kind == .generated
    }
}
