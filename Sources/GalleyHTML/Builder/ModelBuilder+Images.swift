import GalleyMarkup
import GalleyText

// Which image an `img` shows (HTML standard §4.8.4.3), and how large it may be.
extension ModelBuilder {
    /// An image to load.
    struct ImageSource {
        var url: String
        /// Image pixels a px.
        var density = 1.0
        /// The `source` or `img` whose `width` and `height` count (§4.8.4.2, "dimension attribute source").
        var dimensions: NodeID
    }

    /// How far the `source`s of a `picture` were looked at: its images share what was found, so that many of them cost no
    /// more than one.
    struct PictureScan {
        var picture: NodeID
        /// The child that is looked at next.
        var next: NodeID?
        var found: ImageSource?
    }

    /// "Select an image source": from the `source`s of a `picture`, else from `srcset` and `src`.
    mutating func imageSource(_ node: NodeID) -> ImageSource? {
        if let parent = tree.parent(of: node), tree.isHTML(parent, .picture),
            var source = source(ofPicture: parent, before: node)
        {
            if !tree.isHTML(source.dimensions, .source) { source.dimensions = node }
            return source
        }
        guard let list = tree.attribute(.srcset, of: node) else {
            return tree.attribute(.src, of: node).flatMap {
                $0.isEmpty ? nil : ImageSource(url: $0, dimensions: node)
            }
        }
        var set = SourceSet(list)
        set.addDefault(tree.attribute(.src, of: node) ?? "")
        return best(set, sizes: node, node)
    }

    /// The first `source` before an image that the environment takes.
    private mutating func source(ofPicture picture: NodeID, before image: NodeID) -> ImageSource? {
        var scan =
            pictureScan?.picture == picture
            ? pictureScan : PictureScan(picture: picture, next: tree.firstChild(of: picture))
        while scan?.found == nil, let child = scan?.next, child != image {
            if tree.isHTML(child, .source), let list = tree.attribute(.srcset, of: child), applies(source: child) {
                scan?.found = best(SourceSet(list), sizes: child, image)
            }
            scan?.next = tree.nextSibling(of: child)
        }
        pictureScan = scan
        return scan?.found
    }

    /// Whether the environment is the one that a `source` asks for.
    private func applies(source: NodeID) -> Bool {
        if let type = tree.attribute(.type, of: source) {
            let name = type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
            if !name.isEmpty, !options.imageTypes.contains(name) { return false }
        }
        guard let media = tree.attribute(.media, of: source) else { return true }
        let condition = CSSSource(media)
        return MediaQueryList(condition, 0..<condition.count).matches(options.environment)
    }

    private func best(_ set: SourceSet, sizes: NodeID, _ image: NodeID) -> ImageSource? {
        var set = set
        let declared = tree.attribute(.width, of: image).flatMap(HTMLNumber.integer).map(Double.init)
        set.resolveDensities(
            sizes: tree.attribute(.sizes, of: sizes), width: declared, environment: options.environment)
        guard let best = set.best(for: options.environment.resolution) else { return nil }
        let density = best.density ?? 1
        return ImageSource(
            url: best.url, density: density > 0 && density.isFinite ? density : 1,
            dimensions: tree.hasAttribute(.width, of: sizes) || tree.hasAttribute(.height, of: sizes) ? sizes : image)
    }

    mutating func image(_ node: NodeID, _ style: ComputedStyle) -> Replacement {
        let source = imageSource(node)
        let text =
            tree.attribute(.alt, of: node) ?? tree.attribute(.ariaLabel, of: node) ?? tree.attribute(.title, of: node)
        var attachment = attachment(node, style, .image, source: source?.url, text: text)
        if let source {
            attachment.pixelDensity = source.density
            if source.dimensions != node { takeDimensions(of: source.dimensions, &attachment) }
        }
        place(attachment, node, style)
        return .done
    }

    /// What an `object` or `embed` shows: its picture, else what is in it for those who cannot show the rest (HTML §4.8.6 and
    /// §4.8.7). What it is has to be known before it is loaded: by its type, else by its URL.
    mutating func object(_ node: NodeID, _ style: ComputedStyle, source: String?) -> Replacement {
        let isObject = tree.isHTML(node, .object)
        guard let source, !source.isEmpty else {
            return isObject ? .content : embedded(node, style, .object, source: nil)
        }
        let declared = (tree.attribute(.type, of: node) ?? "").prefix { $0 != ";" }.filter { !$0.isWhitespace }
            .lowercased()
        guard let type = declared.isEmpty ? ResourceURL.imageType(of: source) : declared, type.hasPrefix("image/"),
            options.imageTypes.contains(type) || type == "image/svg+xml"
        else {
            let hasContent = tree.children(of: node).contains { child in
                tree.isElement(child)
                    ? !tree.isHTML(child, .param) : !tree.textContent(of: child).collapsingSpaces().isEmpty
            }
            return hasContent ? .content : embedded(node, style, .object, source: source)
        }
        let text =
            tree.attribute(.ariaLabel, of: node) ?? tree.attribute(.title, of: node)
            ?? (isObject ? fallbackText(of: node) : tree.attribute(.alt, of: node))
        var attachment = attachment(node, style, .image, source: source, text: text)
        attachment.attributes["type"] = nil
        place(attachment, node, style)
        return .done
    }

    /// The `width` and `height` of the chosen `source`, where the image has no other.
    private func takeDimensions(of source: NodeID, _ attachment: inout Attachment) {
        func length(_ name: HTMLName) -> SizeValue? {
            tree.attribute(name, of: source).flatMap { LegacyValues.dimension($0) }.map { .length($0) }
        }
        if attachment.width == .auto, let width = length(.width) { attachment.width = width }
        if attachment.height == .auto, let height = length(.height) { attachment.height = height }
        takeRatio(of: source, &attachment)
    }

    /// Applies the largest size that images may have: declared percentages refer to it, and what is known to be larger is
    /// scaled down, its ratio kept. Sizes that are known later are scaled by layout.
    func fit(_ attachment: inout Attachment) {
        guard let maximum = options.maximumImageSize else { return }
        attachment.fittingSize = maximum
        attachment.width = attachment.width.resolvingPercentage(of: maximum.width)
        attachment.height = attachment.height.resolvingPercentage(of: maximum.height)
        guard let width = attachment.width.length, let height = attachment.height.length, width.isAbsolute,
            height.isAbsolute
        else { return }
        let fitted = Size(width: width.px, height: height.px).scaledDown(toFit: maximum)
        attachment.width = .length(.px(fitted.width))
        attachment.height = .length(.px(fitted.height))
    }
}

extension SizeValue {
    /// A percentage as px of a known length.
    fileprivate func resolvingPercentage(of base: Double) -> SizeValue {
        guard case .length(var length) = self, length.percent != 0 else { return self }
        length.px += length.percent / 100 * base
        length.percent = 0
        return .length(length)
    }
}
