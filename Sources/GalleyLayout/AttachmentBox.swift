import GalleyParagraph
import GalleyShaping
import GalleyText

/// An attachment's box in its line, sized by CSS 2 §10.3.2 and §10.6.2 where its element says something, and else by
/// `AttachmentSizing`.
struct AttachmentBox: Sendable, Hashable {
    var attachment: AttachmentID
    var state: AttachmentState
    var margin: EdgeInsets
    var border: EdgeInsets
    var padding: EdgeInsets
    /// The content box.
    var size: Size
    /// Where its alternative text stands in its place: that text's baseline below the content box's top, so that it
    /// reads on in the line. An image stands on the baseline with its lower margin edge.
    var textBaseline: Double?

    var metrics: InlineBoxMetrics {
        InlineBoxMetrics(
            width: margin.left + margin.right + edges.left + edges.right + size.width,
            height: margin.top + margin.bottom + edges.top + edges.bottom + size.height,
            baseline: textBaseline.map { margin.top + edges.top + $0 })
    }

    /// Border and padding.
    var edges: EdgeInsets {
        EdgeInsets(
            top: border.top + padding.top, right: border.right + padding.right,
            bottom: border.bottom + padding.bottom, left: border.left + padding.left)
    }
}

/// Sizes attachments.
struct AttachmentSizer {
    var sizing: AttachmentSizing
    var resolver: LengthResolver
    /// The width of the containing block in px; percentages refer to it, and attachments fit into it. `nil` while
    /// content is measured: percentages are unknown then.
    var lineWidth: Double?
    /// What percentage heights refer to; `nil` where that depends on the content: then they are `auto`.
    var containerHeight: Double?
    /// How far the paragraph's strut reaches below the baseline, px.
    var lineDescent = 0.0
    /// Of the marker of a list item: its font size, which it is as large as where it says nothing (CSS Lists 3 §3.2).
    var markerSize: Double?

    func box(of attachment: Attachment, id: AttachmentID, state: AttachmentState, alternative: ParagraphLayout?)
        -> AttachmentBox
    {
        let base = lineWidth ?? 0
        func resolve(_ length: Length) -> Double { resolver.resolve(length, base) }
        var box = AttachmentBox(
            attachment: id, state: state,
            margin: EdgeInsets(
                top: resolve(attachment.margin.top), right: resolve(attachment.margin.right),
                bottom: resolve(attachment.margin.bottom), left: resolve(attachment.margin.left)),
            border: EdgeInsets(
                top: attachment.border.top.width, right: attachment.border.right.width,
                bottom: attachment.border.bottom.width, left: attachment.border.left.width),
            padding: EdgeInsets(
                top: max(0, resolve(attachment.padding.top)), right: max(0, resolve(attachment.padding.right)),
                bottom: max(0, resolve(attachment.padding.bottom)), left: max(0, resolve(attachment.padding.left))),
            size: .zero)
        let outside = box.margin.left + box.margin.right + box.edges.left + box.edges.right
        box.size = contentSize(
            attachment, state, alternativeSize: alternative?.size, available: lineWidth.map { max(0, $0 - outside) })
        box.size = limited(box)
        if attachment.width == .auto && attachment.height == .auto || isText(attachment, state) {
            box.textBaseline = alternative?.lastBaseline
        }
        return box
    }

    private func isText(_ attachment: Attachment, _ state: AttachmentState) -> Bool {
        state == .failed && attachment.kind == .image
    }

    /// Scaled down to what an attachment may be at most, its edges and the line's descent included.
    private func limited(_ box: AttachmentBox) -> Size {
        guard let limit = sizing.limit, box.state != .failed else { return box.size }
        let outside = box.metrics
        let height = max(1, limit.height - (outside.height - box.size.height) - max(0, lineDescent))
        let width = max(1, limit.width - (outside.width - box.size.width))
        var factor = 1.0
        if box.size.height > height { factor = height / box.size.height }
        if box.size.width * factor > width { factor = width / box.size.width }
        return Size(width: box.size.width * factor, height: box.size.height * factor)
    }

    private func contentSize(
        _ attachment: Attachment, _ state: AttachmentState, alternativeSize: Size?, available: Double?
    ) -> Size {
        // A picture that does not come and has a text is that text, in the line: its sizes say nothing (HTML §15.4.2, as documents
        // that are not of old types have it).
        if isText(attachment, state), let alternativeSize { return alternativeSize }
        let natural = naturalDimensions(of: attachment, state)
        let own = attachment.prefersNaturalRatio ? natural?.ratio : nil
        let ratio = own ?? attachment.aspectRatio ?? natural?.ratio
        let width = declared(attachment.width, percentageBase: lineWidth)
        let height = declared(attachment.height, percentageBase: containerHeight)
        var size: Size
        switch (width, height) {
        case (let width?, let height?): size = Size(width: width, height: height)
        // What has arrived and has neither the other size nor a ratio is as large there as CSS 2 §10.3.2, §10.6.2 say.
        case (let width?, nil):
            let other = natural.map { $0.height ?? NaturalDimensions.defaultObjectSize.height }
            size = Size(width: width, height: ratio.flatMap { $0 > 0 ? width / $0 : nil } ?? other ?? width)
        case (nil, let height?):
            let other = natural.map { $0.width ?? NaturalDimensions.defaultObjectSize.width }
            size = Size(width: ratio.map { height * $0 } ?? other ?? height, height: height)
        case (nil, nil):
            size = undeclaredSize(state, natural, ratio, alternativeSize: alternativeSize, available: available)
            size = fitted(size, available: available, keepsText: state == .failed)
        }
        size = clamped(size, attachment, ratio: size.height > 0 ? size.width / size.height : ratio)
        if let limit = attachment.fittingSize, state != .failed { size = size.scaledDown(toFit: limit) }
        return size
    }

    /// What is known of what has arrived; an inline drawing is there with the text, and its attributes are declarations.
    private func naturalDimensions(of attachment: Attachment, _ state: AttachmentState) -> NaturalDimensions? {
        switch state {
        case .failed: return nil
        case .awaited: return attachment.isInlineDrawing ? NaturalDimensions.none : nil
        case .loaded(let dimensions):
            let density = attachment.pixelDensity
            return NaturalDimensions(
                width: dimensions.width.map { $0 / density }, height: dimensions.height.map { $0 / density },
                ratio: dimensions.ratio)
        }
    }

    private func undeclaredSize(
        _ state: AttachmentState, _ natural: NaturalDimensions?, _ ratio: Double?, alternativeSize: Size?,
        available: Double?
    ) -> Size {
        if state == .failed { return alternativeSize ?? .zero }
        if let markerSize {
            // CSS Lists 3 §3.2: the default object size is 1em in both axes.
            let place = Size(width: markerSize, height: markerSize)
            return natural?.concreteSize(in: place) ?? place
        }
        if let fixed = sizing.displaySize { return fixed }
        guard let natural else { return sizing.placeholderSize }
        let place = NaturalDimensions.defaultObjectSize
        // A ratio and no size: as wide as the line (CSS 2 §10.3.2), where that is known.
        if natural.width == nil, natural.height == nil, let ratio, ratio > 0 {
            let width = available ?? place.width
            return Size(width: width, height: width / ratio)
        }
        return natural.concreteSize(in: place)
    }

    /// Scaled down to the line and the maximum; a box of text is not scaled.
    private func fitted(_ size: Size, available: Double?, keepsText: Bool) -> Size {
        if keepsText { return size }
        var factor = 1.0
        if sizing.fitsLine, let available, size.width > available { factor = available / size.width }
        if let maximum = sizing.maximumSize {
            if size.width * factor > maximum.width { factor = maximum.width / size.width }
            if size.height * factor > maximum.height { factor = maximum.height / size.height }
        }
        return Size(width: size.width * factor, height: size.height * factor)
    }

    /// `min-` and `max-width` and `-height`, keeping the ratio where only one axis is declared (CSS 2 §10.4).
    private func clamped(_ size: Size, _ attachment: Attachment, ratio: Double?) -> Size {
        var size = size
        let keepsRatio = attachment.width == .auto || attachment.height == .auto
        func setWidth(_ width: Double) {
            size.width = width
            if keepsRatio, attachment.height == .auto, let ratio, ratio > 0 { size.height = width / ratio }
        }
        func setHeight(_ height: Double) {
            size.height = height
            if keepsRatio, attachment.width == .auto, let ratio, ratio > 0 { size.width = height * ratio }
        }
        if let maximum = attachment.maximumWidth.flatMap({ declared($0, percentageBase: lineWidth) }),
            size.width > maximum
        {
            setWidth(maximum)
        }
        if let maximum = attachment.maximumHeight.flatMap({ declared($0, percentageBase: containerHeight) }),
            size.height > maximum
        {
            setHeight(maximum)
        }
        if let minimum = declared(attachment.minimumWidth, percentageBase: lineWidth), size.width < minimum {
            setWidth(minimum)
        }
        if let minimum = declared(attachment.minimumHeight, percentageBase: containerHeight), size.height < minimum {
            setHeight(minimum)
        }
        return Size(width: Length.clamped(max(0, size.width)), height: Length.clamped(max(0, size.height)))
    }

    /// A declared size; `nil` for `auto` and for percentages of something unknown.
    private func declared(_ value: SizeValue, percentageBase: Double?) -> Double? {
        guard let length = value.length else { return nil }
        if length.hasPercentage, percentageBase == nil { return nil }
        return max(0, resolver.resolve(length, percentageBase ?? 0))
    }

    /// Whether the attachment may shrink to nothing when content is measured: its size is a percentage (CSS Sizing 3
    /// §5.2.2, "compressible").
    func isCompressible(_ attachment: Attachment) -> Bool {
        attachment.width.length?.hasPercentage == true || attachment.maximumWidth?.length?.hasPercentage == true
    }

    /// Whether the attachment is scaled down to whatever line it stands in.
    func fitsLine(_ attachment: Attachment, _ state: AttachmentState) -> Bool {
        sizing.fitsLine && attachment.width == .auto && attachment.height == .auto && state != .failed
    }
}
