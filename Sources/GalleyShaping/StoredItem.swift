import GalleyFonts
import GalleyUnicode

/// A ``TextItem`` as it is kept: 32 bytes. What many items have alike is an ``ItemStyle``.
@usableFromInline
package struct StoredItem: Sendable {
    @usableFromInline package var x: Double
    @usableFromInline var start: UInt32
    @usableFromInline var row: UInt32
    @usableFromInline var clusterStart: UInt32
    @usableFromInline var length: UInt16
    @usableFromInline var clusterCount: UInt16
    @usableFromInline var advance: UInt16
    /// The index of its style, in two parts.
    @usableFromInline var style: UInt16
    @usableFromInline var styleHigh: UInt8
    @usableFromInline var kind: TextItem.Kind
    @usableFromInline var level: UInt8
    @usableFromInline var form: ItemForm
}

/// What items of one face, size and script have alike.
@usableFromInline
package struct ItemStyle: Sendable, Equatable {
    @usableFromInline var scale: Double
    @usableFromInline var instance: FontInstanceID
    @usableFromInline var fontStyle: UInt16
    @usableFromInline var script: Script
    @usableFromInline var flags: UInt8

    init(_ item: borrowing TextItem) {
        scale = item.scale
        instance = item.instance
        fontStyle = item.fontStyle
        script = item.script
        flags = item.flags.rawValue
    }
}

/// How the clusters and glyphs of an item are stored in `ShapedText.rows`, from its `row` on, `n` being its clusters and `g`
/// its glyphs:
///
/// | row | entries | where |
/// |---|---|---|
/// | where clusters start in font units from the item's start, prefix sums | `n + 1` of 4 bytes | `advance` is ``ItemForm/anyAdvance``; else each cluster has that advance |
/// | the first glyph of each cluster, from the item's first | `n + 1` of 2, wide 4 | `isMultiple`; else each cluster has one glyph, or none where nothing is shaped |
/// | where clusters start, in bytes from the item's start | `n + 1` of 2 | `stride` is 0; else each cluster has so many bytes |
/// | glyphs | `g` of 2 | |
/// | the advance of each glyph | `g` of 2, wide 4 | `isMultiple` |
/// | how far each glyph is drawn from its place, x and y | `g` of 4, wide 8 | `hasOffsets` |
@usableFromInline
package struct ItemForm: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8
    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The bits that hold the stride.
    @usableFromInline static let strideMask: UInt8 = 0x0F
    @usableFromInline static let isMultiple = ItemForm(rawValue: 0x10)
    @usableFromInline static let hasOffsets = ItemForm(rawValue: 0x20)
    @usableFromInline static let isWide = ItemForm(rawValue: 0x40)

    /// An `advance` that says that there is a row of prefix sums.
    @usableFromInline static let anyAdvance = UInt16.max
}

extension TextItem {
    @inlinable @inline(__always)
    init(_ stored: StoredItem, _ style: ItemStyle) {
        start = stored.start
        end = stored.start &+ UInt32(stored.length)
        kind = stored.kind
        level = stored.level
        flags = Flags(rawValue: style.flags)
        script = style.script
        instance = style.instance
        fontStyle = style.fontStyle
        clusterStart = stored.clusterStart
        clusterCount = UInt32(stored.clusterCount)
        scale = style.scale
        x = stored.x
        row = stored.row
        advance = stored.advance
        form = stored.form
    }
}

extension StoredItem {
    @inline(__always)
    init(_ item: borrowing TextItem, style: Int) {
        x = item.x
        start = item.start
        row = item.row
        clusterStart = item.clusterStart
        length = UInt16(clamping: item.end &- item.start)
        clusterCount = UInt16(clamping: item.clusterCount)
        advance = item.advance
        self.style = UInt16(truncatingIfNeeded: style)
        styleHigh = UInt8(truncatingIfNeeded: style &>> 16)
        kind = item.kind
        level = item.level
        form = item.form
    }

    @inlinable @inline(__always)
    var styleIndex: Int { Int(style) | Int(styleHigh) &<< 16 }

    @inline(__always)
    var end: Int { Int(start) &+ Int(length) }
}

/// The items of a `ShapedText`, in logical order.
public struct TextItems: RandomAccessCollection, Sendable {
    private let text: ShapedText
    public let count: Int

    init(_ text: ShapedText) {
        self.text = text
        count = text.withReader { $0.items.count }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }
    public subscript(index: Int) -> TextItem {
        precondition(index >= 0 && index < count)
        return text.withReader { $0.items[index] }
    }
}

/// The same for loops, valid inside `ShapedText.withReader` only. Public as ``ClusterReader`` is.
public struct ItemReader: RandomAccessCollection {
    @usableFromInline let stored: UnsafePointer<StoredItem>
    @usableFromInline let styles: UnsafePointer<ItemStyle>
    public let count: Int

    @inlinable @inline(__always)
    init(_ stored: UnsafeBufferPointer<StoredItem>, _ styles: UnsafeBufferPointer<ItemStyle>) {
        // Of an empty text nothing is read.
        let nowhere = ItemRows.nowhere
        self.stored = stored.baseAddress ?? nowhere.assumingMemoryBound(to: StoredItem.self)
        self.styles = styles.baseAddress ?? nowhere.assumingMemoryBound(to: ItemStyle.self)
        count = stored.count
    }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { count }

    @inlinable
    public subscript(index: Int) -> TextItem {
        @inline(__always)
        get {
            assert(index >= 0 && index < count)
            return TextItem(stored[index], styles[stored[index].styleIndex])
        }
    }

    /// The item that holds the byte at an inline offset, or the first one behind it; `count` for none. It is likely to
    /// be the item `near` or the next one; else O(log n).
    package func index(at offset: Int, near: Int) -> Int {
        var index = near
        if index >= count || Int(stored[index].start) > offset {
            index = 0
            var high = count
            while index < high {
                let middle = (index &+ high) / 2
                if stored[middle].end > offset { high = middle } else { index = middle &+ 1 }
            }
        }
        while index < count, stored[index].end <= offset { index &+= 1 }
        return index
    }
}
