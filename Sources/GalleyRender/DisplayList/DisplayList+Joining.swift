import GalleyText

extension DisplayList {
    /// Adds what another list draws, on the same page. What it leaves open is ended.
    ///
    /// - Parameters:
    ///   - firstAttachment: what the other list's attachments are counted from here: lists of several texts number theirs
    ///     each for itself.
    ///   - text: the number of the text that the other list is of, since they number their elements too.
    public mutating func append(contentsOf other: DisplayList, firstAttachment: Int = 0, text number: Int = 0) {
        let before = openCount
        let first = (glyphs: glyphs.count, clusters: clusters.count, text: text.count)
        appendGlyphs(other)
        func moved(_ range: Range<Int>, _ by: Int) -> Range<Int> { range.lowerBound + by..<range.upperBound + by }
        for command in other.commands {
            switch command {
            case .text(var run):
                run.glyphs = moved(run.glyphs, first.glyphs)
                run.clusters = moved(run.clusters, first.clusters)
                run.text = moved(run.text, first.text)
                run.shaping = self.number(of: other.shapings[run.shaping])
                append(.text(run))
            case .image(let id, let rect): append(.image(AttachmentID(id.index + firstAttachment), rect))
            case .beginTag(let tag, let element, let attributes):
                append(.beginTag(tag, element: element?.moved(toText: number), attributes: attributes))
            default: append(command)
            }
        }
        while openCount > before { append(.end) }
    }

    /// The same without tags, links, destinations and outline: what is no part of a document's structure.
    var withoutStructure: DisplayList {
        var list = DisplayList(size: size, background: background)
        list.appendGlyphs(self)
        for shaping in shapings { _ = list.number(of: shaping) }
        var kept: [Bool] = []
        for command in commands {
            switch command {
            case .beginTag: kept.append(false)
            case .beginClip, .beginPolygonClip, .beginGroup, .beginTransform:
                kept.append(true)
                list.append(command)
            case .end: if kept.popLast() == true { list.append(command) }
            case .destination, .outline: break
            default: list.append(command)
            }
        }
        return list
    }
}
