import GalleyMarkup

/// Why a document was not converted. Broken markup is never a reason.
public enum HTMLError: Error, Hashable, Sendable {
    /// A limit of ``HTMLLimits``.
    public enum Limit: String, Hashable, Sendable {
        /// `MarkupLimits.documentBytes`.
        case documentBytes = "document-bytes"
        /// `MarkupLimits.depth`.
        case depth
        /// `MarkupLimits.attributesPerElement`.
        case attributes
        /// `MarkupLimits.nodes`.
        case nodes
        /// ``HTMLLimits/columnSpan`` or ``HTMLLimits/rowSpan``.
        case tableSpan = "table-span"
        /// ``HTMLLimits/tableColumns-swift.property``.
        case tableColumns = "table-columns"
        /// ``HTMLLimits/generatedBytes`` or ``HTMLLimits/generatedBytesPerDocument``.
        case generatedText = "generated-text"
    }

    /// With strict limits: the document goes beyond one, first at that place.
    case limit(Limit, MarkupPosition)
    /// The task was cancelled, or `HTMLOptions.isCancelled` said so.
    case cancelled

    init(_ error: MarkupError) {
        switch error {
        case .cancelled: self = .cancelled
        case .limit(let limit, let position):
            let kind: Limit =
                switch limit {
                case .documentBytes: .documentBytes
                case .depth: .depth
                case .attributes: .attributes
                case .nodes: .nodes
                }
            self = .limit(kind, position)
        }
    }
}

extension HTMLError: CustomStringConvertible {
    /// `line:column: ...`, or `cancelled`.
    public var description: String {
        switch self {
        case .limit(let limit, let position): "\(position): the document goes beyond a limit [\(limit.rawValue)]"
        case .cancelled: "cancelled"
        }
    }
}
