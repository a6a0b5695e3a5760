import GalleyText

/// An SVG picture as it is given to what draws it: within limits, without what would reach out of it, and with a root element
/// that fills the place which the picture is given.
///
/// librsvg draws whatever its input asks for, for minutes if need be, and ends the process on some of it; so what a picture asks
/// for is estimated (``SVGWork``) before it is parsed. Changed are, in a copy of the same length but for the root tag:
///
/// - references other than to places in the picture itself and `data:` URLs, and those of links, lose their attribute's name:
///   nothing is read, and links would be tags in the middle of a PDF's content;
/// - a document type declaration is left out, unless it declares short texts, which editors of pictures abbreviate by;
/// - a picture with sizes and no `viewBox` gets one, as browsers scale it in another box (SVG 2 §8.6 of embedded pictures). An
///   inline drawing is not scaled without.
package struct SVGSource: Sendable, Hashable {
    package let bytes: [UInt8]
    package let dimensions: NaturalDimensions
    /// What drawing is estimated to take, ns for each pixel.
    package let pixelWork: Double
    /// Whether the root element says what `currentColor` is.
    package let hasColor: Bool
    /// Whether the root element has a `font-size` attribute, which a style sheet of the user would beat.
    package let hasFontSize: Bool
    /// The font size that the root element's attributes say in terms of the one around it, where that is the initial one.
    package let relativeFontSize: Double?

    /// Where the root element's content begins; `nil` where it has none.
    private let startOfContent: Int?
    /// Where an inline drawing's root may have a `viewBox`; `nil` where it has one.
    private let startOfBox: Int?

    package enum Failure: Error, Sendable, Hashable {
        case damaged, tooLarge, tooComplex
    }

    package init(_ source: [UInt8], isInline: Bool = false) throws(Failure) {
        try self.init(source, isInline: isInline, depth: 0)
    }

    init(_ source: [UInt8], isInline: Bool, depth: Int) throws(Failure) {
        guard source.count <= LoadingLimits.maximumSVGBytes else { throw .tooLarge }
        guard depth <= LoadingLimits.maximumSVGNesting else { throw .tooComplex }
        var changes = Changes()
        var failure: Failure?
        var header: SVGHeader?
        var work = SVGWork(depth: depth)
        source.withUnsafeBufferPointer { bytes in
            do throws(Failure) {
                header = SVGHeader(bytes)
                guard header != nil else { throw Failure.damaged }
                var tokens = SVGTokens(bytes)
                while let token = tokens.next() {
                    try changes.add(token, bytes)
                    try work.add(token, bytes)
                }
                guard tokens.isComplete else { throw Failure.damaged }
                try work.finish(viewBox: header?.viewBox ?? header?.dimensions.size)
            } catch { failure = error }
        }
        if let failure { throw failure }
        guard let header else { throw .damaged }
        var bytes = source
        for range in changes.blanks { for index in range { bytes[index] = 0x20 } }
        for index in changes.renamed { bytes[index] = UInt8(ascii: "_") }
        if !isInline, header.viewBox == nil, let width = header.dimensions.width, let height = header.dimensions.height
        {
            // As browsers have it for pictures that are embedded.
            let box = " viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\""
            // A box that cannot be used is there already.
            if !changes.hasViewBox { bytes.insert(contentsOf: box.utf8, at: header.endOfName) }
        }
        self.bytes = bytes
        startOfContent = changes.startOfContent.map { $0 + bytes.count - source.count }
        startOfBox = isInline && !changes.hasViewBox ? header.endOfName : nil
        dimensions = header.dimensions
        pixelWork = work.total.pixels
        hasColor = changes.hasColor
        hasFontSize = changes.hasFontSize
        relativeFontSize = changes.relativeFontSize
    }

    /// The file with one more style sheet, for a place of a size: an inline drawing without `viewBox` is not scaled there.
    package func bytes(styledBy sheet: String, size: Size) -> [UInt8] {
        guard let startOfContent else { return bytes }
        var result = bytes
        result.insert(contentsOf: "<style>\(sheet)</style>".utf8, at: startOfContent)
        if let startOfBox {
            result.insert(contentsOf: " viewBox=\"0 0 \(size.width) \(size.height)\"".utf8, at: startOfBox)
        }
        return result
    }

    /// What is changed, and what is not allowed.
    private struct Changes {
        /// Last bytes of attributes' names.
        var renamed: [Int] = []
        var blanks: [Range<Int>] = []
        var hasViewBox = false
        var hasColor = false
        var hasFontSize = false
        var relativeFontSize: Double?
        /// Behind the root element's tag.
        var startOfContent: Int?
        private var isInside = false

        mutating func add(_ token: SVGTokens.Token, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
            switch token {
            case .start(let tag):
                if !isInside {
                    hasViewBox = bytes.value(of: "viewBox", tag) != nil
                    startOfContent = tag.isEmpty ? nil : tag.range.upperBound
                    hasColor = bytes.value(of: "color", tag) != nil
                    hasFontSize = bytes.value(of: "font-size", tag) != nil
                    relativeFontSize = Self.relativeFontSize(tag, bytes)
                }
                isInside = true
                let isLink = bytes.has("a", in: bytes.localName(tag.name))
                let isInclude = bytes.has("include", in: bytes.localName(tag.name))
                for attribute in tag.attributes where bytes.has("href", in: bytes.localName(attribute.name)) {
                    if isLink || isInclude || !Self.staysInside(bytes[attribute.value]) {
                        renamed.append(attribute.name.upperBound - 1)
                    }
                }
            case .declaration(let range): try add(declaration: range, bytes)
            case .instruction(let range): try add(instruction: range, bytes)
            case .text, .end: break
            }
        }

        /// A declaration goes before the attribute (SVG 2 §6.6).
        private static func relativeFontSize(_ tag: SVGTag, _ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
            let declared = bytes.value(of: "style", tag).flatMap { range in
                bytes.string(range).split(separator: ";").compactMap { declaration -> String? in
                    let parts = declaration.split(separator: ":", maxSplits: 1)
                    guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "font-size" else {
                        return nil
                    }
                    return String(parts[1])
                }.last
            }
            guard let size = declared ?? bytes.value(of: "font-size", tag).map({ bytes.string($0) }) else { return nil }
            return SVGHeader.relativeFontSize(size)
        }

        private static func staysInside(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            let value = value.drop { $0 <= 0x20 }
            return value.first == UInt8(ascii: "#")
                || String(decoding: value.prefix(5), as: UTF8.self).lowercased() == "data:"
        }

        private mutating func add(declaration range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
            guard !isInside else { throw .damaged }
            let text = bytes.string(range)
            guard text.contains("<!ENTITY") else { return blanks.append(range) }
            // Declared texts that hold markup or further references would be what is not seen here.
            guard range.count <= LoadingLimits.maximumSVGDeclarationBytes, !text.contains("<!ATTLIST"),
                !text.contains("%"), !text.contains("&")
            else { throw .tooComplex }
            let subset = text.drop { $0 != "[" }
            guard !subset.contains(" SYSTEM "), !subset.contains(" PUBLIC "),
                subset.filter({ $0 == "<" }).count == subset.split(separator: "<!", omittingEmptySubsequences: false)
                    .count - 1
            else { throw .tooComplex }
        }

        /// Encodings in which markup can hide from who reads ASCII are refused; style sheets from elsewhere are not asked for.
        private mutating func add(instruction range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
            let text = bytes.string(range)
            guard text.hasPrefix("<?xml "), !isInside else { return blanks.append(range) }
            guard let found = text.firstRange(of: "encoding") else { return }
            let name = text[found.upperBound...].drop { " =\"'".contains($0) }.lowercased()
            let known = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "windows-125", "koi8-"]
            guard known.contains(where: { name.hasPrefix($0) }) else { throw .damaged }
        }
    }
}
