/// Where a declaration comes from, weakest first (CSS Cascade 5 §6.1 and, for the hints, §6.1's "presentational hints").
public enum CascadeOrigin: UInt8, Sendable, Comparable {
    /// The built-in style sheet.
    case userAgent
    /// A sheet that the caller gives as the reader's own.
    case user
    /// Attributes such as `align` and `bgcolor`: author rules of no specificity before all others.
    case hint
    /// The document's sheets.
    case author
    /// A `style` attribute.
    case styleAttribute

    public static func < (left: CascadeOrigin, right: CascadeOrigin) -> Bool { left.rawValue < right.rawValue }
}

/// One longhand and its value.
package struct Declaration: Sendable, Hashable {
    package var property: PropertyID
    package var isImportant: Bool
    package var value: CSSValue
}

/// The declarations of a rule, a `style` attribute or an element's hints, shorthands already expanded, in order.
package struct DeclarationBlock: Sendable, Hashable {
    package var declarations: [Declaration] = []
    /// Custom properties (CSS Variables 1 §2): name with its dashes, value as tokens.
    package var customProperties: [CustomDeclaration] = []
    package var hasImportant = false

    package var isEmpty: Bool { declarations.isEmpty && customProperties.isEmpty }

    mutating func append(_ property: PropertyID, _ value: CSSValue, important: Bool = false) {
        declarations.append(Declaration(property: property, isImportant: important, value: value))
        if important { hasImportant = true }
    }
}

/// One custom property.
package struct CustomDeclaration: Sendable, Hashable {
    package var name: String
    package var isImportant: Bool
    package var value: CustomValue
}

/// The value of a custom property.
package enum CustomValue: Sendable, Hashable {
    /// CSS text without the white space around it.
    case text(String)
    case wide(WideKeyword)
}
