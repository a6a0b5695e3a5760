import Foundation

/// Medians of passes as multiples of raw `hb_shape` on the same text, beside what they are to be at most.
final class SpeedTable {
    private var rows: [String] = []

    /// Times in ns of passes that alternated.
    func add(_ label: String, _ ours: [Double], raw: [Double], atMost target: Double?) {
        guard let ours = SpeedTable.median(ours), let raw = SpeedTable.median(raw), raw > 0 else { return }
        add(label, ours / raw, "times hb_shape", atMost: target)
    }

    func add(_ label: String, _ value: Double, _ unit: String, atMost target: Double?) {
        var row = label.padding(toLength: 44, withPad: " ", startingAt: 0)
        row += String(format: "%8.3f ", value) + unit.padding(toLength: 24, withPad: " ", startingAt: 0)
        if let target { row += String(format: " at most %5.3f  ", target) + (value <= target ? "met" : "not met") }
        rows.append(row)
    }

    /// Writes the table to standard error.
    func report() { for row in rows { tell(row) } }

    static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }
}
