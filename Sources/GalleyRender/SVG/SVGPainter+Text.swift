import GalleyFonts
import GalleyText

/// Text as text.
extension SVGPainter {
    mutating func draw(_ run: TextRun, of list: borrowing DisplayList) throws(RenderError) {
        guard run.fontSize > 0, !run.glyphs.isEmpty else { return }
        if run.isShadow || run.isMark {
            try drawShape(run, of: list)
        } else if !run.clusters.isEmpty {
            drawText(run, of: list)
        }
    }

    private mutating func drawShape(_ run: TextRun, of list: borrowing DisplayList) throws(RenderError) {
        guard !run.color.isTransparent else { return }
        let data = try outlines.path(of: run, in: list)
        guard !data.bytes.isEmpty else { return }
        let blur = min(run.blurRadius, RenderLimits.maximumBlurRadius)
        if blur > 0 {
            let first = list.glyphs[run.glyphs.lowerBound]
            let last = list.glyphs[run.glyphs.upperBound - 1]
            let reach = 2 * run.fontSize
            beginBlur(
                blur,
                of: Rect(
                    x: first.x - reach, y: first.y - reach, width: max(0, last.x - first.x) + 2 * reach,
                    height: 2 * reach))
        }
        body.raw("<path d=\"")
        body.append(data)
        body.raw("\"")
        paint(run.color)
        body.raw("/>\n")
        if blur > 0 { body.raw("</g>\n") }
    }

    /// A cluster of a run, in the order of its text.
    private struct Cluster {
        var text: Range<Int>
        /// The left edge; of right-to-left text the right one.
        var x: Double
        /// Whether it is one character that UTF-16 has one unit for, shown by the glyph that the face has for it.
        var isPlain: Bool
        var isSpace: Bool
        /// Whether it takes room.
        var isShown: Bool
        /// Whether something else is shown than its one character's own glyph, and its neighbours may be why: it is no
        /// ligature or accented letter of Latin, Greek or Cyrillic.
        var isShaped: Bool
    }

    /// A run, each cluster at its place. Viewers shape what stands between two given places by itself, so text whose
    /// glyphs depend on their neighbours has places for its words only.
    private mutating func drawText(_ run: TextRun, of list: borrowing DisplayList) {
        let clusters = clusters(of: run, in: list)
        guard !clusters.isEmpty else { return }
        styles.note(list.text[run.text], in: run.instance)
        let name = styles.className(of: run, in: list, fonts)
        body.raw("<text")
        body.attribute("class", name)
        let language = list.shapings[run.shaping].language
        if !language.isEmpty, language != documentLanguage { body.attribute("xml:lang", language) }
        body.attribute("y", run.baseline ?? list.glyphs[run.glyphs.lowerBound].y)
        let isFree = !run.isRightToLeft && !clusters.contains { $0.isShaped }
        /// Whether the text may be cut before a cluster.
        func isCut(before index: Int) -> Bool {
            let (left, right) = (clusters[index - 1], clusters[index])
            return isFree || left.isSpace || left.isPlain && right.isPlain
        }
        var index = 0
        while index < clusters.count {
            let start = index
            index += 1
            while index < clusters.count, !isCut(before: index) { index += 1 }
            // Clusters that each have a place make one list of places, as long as they are single characters.
            let isList = clusters[start].isPlain && index == start + 1
            if isList {
                while index < clusters.count, clusters[index].isPlain, isCut(before: index),
                    index + 1 == clusters.count || isCut(before: index + 1)
                { index += 1 }
            }
            let isAlone = start == 0 && index == clusters.count
            if !isAlone { body.raw(start == 0 ? "><tspan" : "<tspan") }
            body.raw(" x=\"")
            for place in isList ? start..<index : start..<start + 1 {
                if place > start { body.raw(" ") }
                body.number(clusters[place].x)
            }
            body.raw("\">")
            for cluster in clusters[start..<index] { addText(of: cluster, run, list) }
            if !isAlone { body.raw("</tspan>") }
        }
        body.raw("</text>\n")
    }

    /// A soft hyphen that is shown is a hyphen to viewers.
    private mutating func addText(of cluster: Cluster, _ run: TextRun, _ list: borrowing DisplayList) {
        let bytes = list.text[cluster.text]
        if cluster.isShown, bytes.elementsEqual([0xC2, 0xAD]) {
            let hasHyphen = fonts.instance(run.instance).glyph(for: "\u{2010}") != nil
            let shown = hasHyphen ? "\u{2010}" : "-"
            styles.note(shown.utf8, in: run.instance)
            body.raw(shown)
        } else {
            body.text(bytes)
        }
    }

    /// What has no text of its own belongs to the cluster to its left.
    private func clusters(of run: TextRun, in list: borrowing DisplayList) -> [Cluster] {
        let instance = fonts.instance(run.instance)
        var clusters: [Cluster] = []
        var text = run.text.lowerBound
        var glyph = run.glyphs.lowerBound
        for cluster in list.clusters[run.clusters] {
            let bytes = text..<min(run.text.upperBound, text + Int(cluster.byteCount))
            let glyphs = glyph..<min(run.glyphs.upperBound, glyph + Int(cluster.glyphCount))
            text = bytes.upperBound
            glyph = glyphs.upperBound
            guard !bytes.isEmpty else { continue }
            let lead = list.text[bytes.lowerBound]
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let isSingle = bytes.count == length
            let isKnown = cluster.left != cluster.right
            let left = isKnown || glyphs.isEmpty ? Double(cluster.left) : list.glyphs[glyphs.lowerBound].x
            let isNominal =
                glyphs.count == 1
                && String(decoding: list.text[bytes], as: UTF8.self).unicodeScalars.first.flatMap {
                    instance.glyph(for: $0)
                }.map(UInt32.init) == list.glyphs[glyphs.lowerBound].id
            clusters.append(
                Cluster(
                    text: bytes, x: run.isRightToLeft ? Double(cluster.right) : left,
                    isPlain: isSingle && length < 4 && isNominal, isSpace: isSingle && lead == 0x20, isShown: isKnown,
                    isShaped: !isNominal && (isSingle || lead >= 0xD5)))
        }
        return run.isRightToLeft ? clusters.reversed() : clusters
    }
}
