/// How a compound selector relates to the one on its left (Selectors 4 §15).
package enum Combinator: UInt8, Sendable {
    /// Nothing stands on the left.
    case none
    case descendant, child, nextSibling, subsequentSibling
}

/// The pseudo-elements that make or style text (CSS Pseudo-Elements 4).
public enum PseudoElement: UInt8, Sendable, CaseIterable {
    /// `::before`
    case before
    /// `::after`
    case after
    /// `::marker`
    case marker
    /// `::first-line`
    case firstLine
    /// `::first-letter`
    case firstLetter
    /// `::footnote-call`: what stands in the text in place of a footnote (CSS Generated Content for Paged Media 3 §2.4).
    case footnoteCall
    /// `::footnote-marker`: what a footnote begins with.
    case footnoteMarker
    /// One that is valid and never drawn here (`::selection`, `::placeholder`, `::-webkit-...`).
    case other
    /// No pseudo-element: a link while it is pressed, whose colour the model keeps (`:active` in the subject).
    case active
}

/// One simple selector: trivial, so that matching copies and retains nothing.
package struct SimpleSelector: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        case universal, type, identifier, className, attribute
        /// In the namespace whose number is `value` (Selectors 4 §5.3).
        case namespace
        /// `:is()`, `:where()`, `:-webkit-any()`; `value` is a list of the arena.
        case anyOf
        case not, has
        /// `:active`: in the subject it makes the selector one of ``PseudoElement/active``, elsewhere it matches nothing.
        case active
        case root, empty, scope, firstChild, lastChild, onlyChild, firstOfType, lastOfType, onlyOfType
        /// `a` n + `b`; `value` is the `of` list, or ``SelectorArena/noList``.
        case nthChild, nthLastChild, nthOfType, nthLastOfType
        case link, language, direction
        case checked, enabled, disabled, required, optional, readWrite, readOnly, open
        /// Valid, and true of no element in a still document (`:hover`, `:visited`, `:target`).
        case never
        /// Valid, and true of every element (`:defined`).
        case always
        /// Leftmost in a relative selector: the element of `:has()`.
        case anchor
    }

    /// Attribute operators (Selectors 4 §6.1, 6.2).
    package enum Operator: UInt8, Sendable {
        case exists, equals, includes, dash, prefix, suffix, substring
    }

    /// Case of an attribute's value (§6.3).
    package enum Case: UInt8, Sendable { case byAttribute, insensitive, sensitive }

    package var kind: Kind
    package var op: Operator = .exists
    package var valueCase: Case = .byAttribute
    /// Index into the arena's names.
    package var name: UInt32 = 0
    /// Index into the arena's names or lists.
    package var value: UInt32 = 0
    package var a: Int32 = 0
    package var b: Int32 = 0
}

/// Simple selectors with no combinator between them.
package struct CompoundSelector: Sendable, Hashable {
    package var start: UInt32
    package var count: UInt32
    /// Towards the compound on the left, which is the next one in the arena.
    package var combinator: Combinator
}

/// A complex selector: compounds from right to left.
package struct ComplexSelector: Sendable, Hashable {
    package var start: UInt32
    package var count: UInt32
    package var specificity: Specificity
    package var pseudoElement: PseudoElement?
}

/// The selectors of one sheet in flat arrays.
package struct SelectorArena: Sendable {
    package static let noList = UInt32.max

    package private(set) var names: [String] = []
    private var nameIndex: [String: UInt32] = [:]
    package var simples: [SimpleSelector] = []
    package var compounds: [CompoundSelector] = []
    package var selectors: [ComplexSelector] = []
    /// Ranges of `selectors`: each list that a rule or a functional pseudo-class holds.
    package var lists: [Range<UInt32>] = []

    package init() {}

    package mutating func intern(_ name: String) -> UInt32 {
        if let known = nameIndex[name] { return known }
        let index = UInt32(names.count)
        names.append(name)
        nameIndex[name] = index
        return index
    }

    package func selectors(of list: UInt32) -> ArraySlice<ComplexSelector> {
        let range = lists[Int(list)]
        return selectors[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    /// The largest specificity in a list (`:is()`, `:not()`, `:has()`, `of`; Selectors 4 §17).
    package func maximumSpecificity(of list: UInt32) -> Specificity {
        selectors(of: list).map(\.specificity).max() ?? .zero
    }
}
