/// One token of CSS Syntax 3 §4: a trivial value that points into the source.
///
/// `start ..< end` is the whole token; `contentStart ..< contentEnd` its name, string or unit without quotes, `#`, `@`
/// or `(`. Escapes are decoded only on demand (``CSSSource/string(_:)``).
package struct CSSToken: Sendable {
    package enum Kind: UInt8, Sendable {
        case identifier, function, atKeyword, hash, string, badString, url, badURL, delimiter
        case number, percentage, dimension, whitespace, cdo, cdc, colon, semicolon, comma
        case openSquare, closeSquare, openParenthesis, closeParenthesis, openBrace, closeBrace
        /// Past the last token.
        case end
    }

    package struct Flags: OptionSet, Sendable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The content has an escape or a NUL: it must be decoded.
        package static let needsDecoding = Flags(rawValue: 1)
        /// A number written without `.` and exponent.
        package static let integer = Flags(rawValue: 2)
        /// A number written with a sign.
        package static let signed = Flags(rawValue: 4)
        /// A hash whose name would be an identifier.
        package static let identifierHash = Flags(rawValue: 8)
    }

    package var kind: Kind
    package var flags: Flags = []
    /// The character of a `delimiter` token (always ASCII).
    package var delimiter: UInt8 = 0
    package var start: UInt32
    package var end: UInt32
    package var contentStart: UInt32
    package var contentEnd: UInt32
    /// For a token that opens a block or a function: the index of the token that closes it, or the count of tokens.
    package var partner: UInt32 = 0
    /// The value of a numeric token; always finite.
    package var number: Double = 0

    package var opens: Bool {
        switch kind {
        case .function, .openBrace, .openSquare, .openParenthesis: true
        default: false
        }
    }

    package func isDelimiter(_ character: Unicode.Scalar) -> Bool {
        kind == .delimiter && delimiter == UInt8(truncatingIfNeeded: character.value)
    }
}
