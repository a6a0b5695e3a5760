import CGalleyHarfBuzz
import GalleyFonts
import GalleyRender
import GalleyText

/// Display lists made by hand: text shaped by HarfBuzz directly, one face and one direction a run.
struct HandMadePage {
    var list: DisplayList
    let fonts: FontCollection

    /// The advance of the text drawn.
    @discardableResult
    mutating func text(
        _ string: String, x: Double, y: Double, families: [String] = ["DejaVu Sans"], size: Double = 16,
        style: FaceStyle = .regular, color: Color = .black,
        endsWithBreak: Bool = false
    ) -> Double {
        let id = fonts.match(FontQuery(families: families, style: style))[0]
        let instance = fonts.instance(id)
        let bytes = Array(string.utf8)
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        bytes.withUnsafeBytes {
            hb_buffer_add_utf8(buffer, $0.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 0, -1)
        }
        hb_buffer_guess_segment_properties(buffer)
        instance.withHarfBuzzFont { hb_shape($0, buffer, nil, 0) }
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return 0 }
        let scale = size / Double(instance.unitsPerEm)
        let isBackward = hb_buffer_get_direction(buffer) == HB_DIRECTION_RTL
        var pen = x
        list.appendText(instance: id, fontSize: size, color: color) { run in
            run.endsWithBreak = endsWithBreak
            var index = 0
            while index < Int(count) {
                let cluster = Int(infos[index].cluster)
                var next = index
                while next < Int(count), Int(infos[next].cluster) == cluster {
                    run.glyph(
                        infos[next].codepoint, x: pen + Double(positions[next].x_offset) * scale,
                        y: y - Double(positions[next].y_offset) * scale)
                    pen += Double(positions[next].x_advance) * scale
                    next += 1
                }
                let after = isBackward ? index - 1 : next
                let end = after >= 0 && after < Int(count) ? Int(infos[after].cluster) : bytes.count
                run.cluster(bytes[cluster..<end], glyphCount: next - index)
                index = next
            }
        }
        return pen - x
    }
}
