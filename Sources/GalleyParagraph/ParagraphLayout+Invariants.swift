extension ParagraphLayout {
    /// What tests check of every layout: lines are stacked and follow each other, pieces cover each line's bytes, nothing
    /// is infinite. Empty when all holds.
    package func brokenInvariants() -> [String] {
        var broken: [String] = []
        func check(_ condition: Bool, _ name: String) { if !condition { broken.append(name) } }
        var end: UInt32 = 0
        var y = 0.0
        for record in storage.lines {
            check(record.start == end, "lines follow each other")
            end = record.end
            check(record.start <= record.contentEnd && record.contentEnd <= record.end, "content is in its line")
            check(record.y >= y, "lines are stacked")
            y = record.y + record.height
            check(record.x.isFinite && record.width.isFinite && record.height.isFinite, "lines are finite")
            var covered: UInt32 = 0
            var x: Double?
            for piece in storage.pieces(of: record) {
                covered += piece.end - piece.start
                check(piece.x.isFinite && piece.width.isFinite && piece.shift.isFinite, "pieces are finite")
                let left = piece.x - storage.displacement(of: piece).x
                check(x.map { abs($0 - left) <= 1e-6 * max(1, abs($0)) } ?? true, "pieces touch")
                x = left + piece.width
            }
            check(record.flags.contains(.truncated) || covered == record.end - record.start, "pieces cover the line")
        }
        return broken
    }
}
