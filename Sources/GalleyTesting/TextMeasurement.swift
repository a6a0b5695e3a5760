import GalleyText

/// What a text occupies. All lengths in px, y from the top of the text.
public struct TextMeasurement: Sendable, Hashable {
    /// The width without wrapping (the widest paragraph), and the height that goes with it.
    public var naturalSize: Size
    /// The size when wrapped at the width asked for: the widest line, all lines' heights.
    public var size: Size
    public var lines: [Line]
    /// Whether text was left out for want of lines.
    public var isTruncated: Bool
    /// The width that it was wrapped at; infinite when it was not.
    public var width: Double
    /// What could not be measured as asked: families that are not there, characters that no face has.
    public var problems: [String]

    public init(
        naturalSize: Size, size: Size, lines: [Line], isTruncated: Bool, width: Double = .infinity,
        problems: [String] = []
    ) {
        self.naturalSize = naturalSize
        self.size = size
        self.lines = lines
        self.isTruncated = isTruncated
        self.width = width
        self.problems = problems
    }

    /// One line as laid out.
    public struct Line: Sendable, Hashable {
        public var text: String
        public var frame: Rect
        public var baseline: Double
        public var isRightToLeft: Bool

        public init(text: String, frame: Rect, baseline: Double, isRightToLeft: Bool) {
            self.text = text
            self.frame = frame
            self.baseline = baseline
            self.isRightToLeft = isRightToLeft
        }
    }

    public var lineCount: Int { lines.count }
    public var firstBaseline: Double { lines.first?.baseline ?? 0 }
    public var lastBaseline: Double { lines.last?.baseline ?? 0 }

    /// The lines as a drawing for a failure's message: each in its place, with its width, the edge at the width asked
    /// for marked.
    ///
    ///     |Herzlichen           |  82.50
    ///     |Glückwunsch          |  96.25
    public var drawing: String {
        // A character cell is as wide as the average character here.
        let characters = lines.reduce(0) { $0 + $1.text.count }
        let advance = lines.reduce(0) { $0 + $1.frame.width } / Double(max(1, characters))
        let cell = advance > 0 ? advance : 8
        let edge = width.isFinite ? Int((width / cell).rounded()) : 0
        let columns = min(120, max(edge, lines.map { Int($0.frame.maxX / cell) + 1 }.max() ?? 0))
        return lines.map { line in
            let indent = String(repeating: " ", count: max(0, min(columns, Int((line.frame.x / cell).rounded()))))
            let text = indent + line.text.replacing("\n", with: "").replacing("\u{2028}", with: "")
            var cells = Array(text)
            while cells.count < columns { cells.append(" ") }
            if edge > 0, edge < cells.count { cells.insert("¦", at: edge) }
            return "|" + String(cells) + "|  " + TextMeasurement.number(line.frame.width)
        }.joined(separator: "\n")
    }

    /// A length with at most two decimals.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return value > 0 ? "unlimited" : "undefined" }
        let hundredths = (value * 100).rounded()
        let text = String(hundredths / 100)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
