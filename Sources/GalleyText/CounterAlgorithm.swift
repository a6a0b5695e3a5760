/// The systems of CSS Counter Styles 3 §3.1, each a function of the value and its symbols; `nil` where the system cannot
/// say the value or would need more than ``TextLimits/maximumCounterSymbols`` or ``TextLimits/maximumCounterBytes``.
enum CounterAlgorithm {
    /// §3.1.1 "cyclic".
    static func cyclic(_ value: Int, _ symbols: [String]) -> String? {
        guard !symbols.isEmpty else { return nil }
        let (index, _) = value.subtractingReportingOverflow(1)
        let rest = index % symbols.count
        let symbol = symbols[rest < 0 ? rest + symbols.count : rest]
        return fits(symbol) ? symbol : nil
    }

    /// §3.1.2 "fixed".
    static func fixed(_ value: Int, from first: Int = 1, _ symbols: [String]) -> String? {
        let (index, overflow) = value.subtractingReportingOverflow(first)
        guard !overflow, symbols.indices.contains(index), fits(symbols[index]) else { return nil }
        return symbols[index]
    }

    /// §3.1.3 "symbolic": the symbols in turn, doubled, tripled and so on.
    static func symbolic(_ value: Int, _ symbols: [String]) -> String? {
        guard value > 0, !symbols.isEmpty else { return nil }
        let count = (value - 1) / symbols.count + 1
        let symbol = symbols[(value - 1) % symbols.count]
        guard count <= TextLimits.maximumCounterSymbols, fits(symbol, count) else { return nil }
        return String(repeating: symbol, count: count)
    }

    /// §3.1.4 "alphabetic", bijective base n: after the last letter come two letters.
    static func alphabetic(_ value: Int, _ symbols: [String]) -> String? {
        guard value > 0, symbols.count > 1 else { return nil }
        var rest = value
        var reversed: [String] = []
        while rest > 0 {
            rest -= 1
            reversed.append(symbols[rest % symbols.count])
            rest /= symbols.count
        }
        return joined(reversed)
    }

    /// §3.1.5 "numeric", positional; the sign of a negative value is `negative`.
    static func numeric(_ value: Int, _ symbols: [String], negative: String = "-") -> String? {
        guard symbols.count > 1 else { return nil }
        var rest = value.magnitude
        if rest == 0 { return symbols[0] }
        var reversed: [String] = []
        while rest > 0 {
            reversed.append(symbols[Int(rest % UInt(symbols.count))])
            rest /= UInt(symbols.count)
        }
        return joined(reversed).map { (value < 0 ? negative : "") + $0 }
    }

    /// Whether a symbol may be repeated.
    static func fits(_ symbol: String, _ count: Int = 1) -> Bool {
        symbol.utf8.count <= TextLimits.maximumCounterBytes / max(count, 1)
    }

    /// The symbols from the last to the first, if they are not too long.
    private static func joined(_ reversed: [String]) -> String? {
        let size = reversed.reduce(0) { $0 + $1.utf8.count }
        return size <= TextLimits.maximumCounterBytes ? reversed.reversed().joined() : nil
    }

    /// §3.1.5 with ten digits that follow one another in Unicode.
    static func numeric(_ value: Int, zero: UInt32) -> String {
        var text = String.UnicodeScalarView()
        for digit in String(value).unicodeScalars {
            if digit == "-" {
                text.append(digit)
            } else if let scalar = Unicode.Scalar(zero + digit.value - 0x30) {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// §3.1.6 "additive": weights added up, greatest first.
    static func additive(
        _ value: Int, in range: ClosedRange<Int> = 0...Int.max, _ symbols: some Sequence<(Int, String)>
    ) -> String? {
        guard range.contains(value) else { return nil }
        if value == 0 { return symbols.first(where: { $0.0 == 0 })?.1 }
        var rest = value
        var text = ""
        var used = 0
        for (weight, symbol) in symbols where weight > 0 && rest >= weight {
            let count = rest / weight
            used += count
            guard used <= TextLimits.maximumCounterSymbols, fits(symbol, count) else { return nil }
            text += String(repeating: symbol, count: count)
            rest -= count * weight
        }
        return rest == 0 && fits(text) ? text : nil
    }

    /// "hebrew": the thousands, a geresh, the rest; to 999,999, as browsers go on after the standard's 10,999.
    static func hebrew(_ value: Int) -> String? {
        guard (1...999_999).contains(value) else { return nil }
        guard value >= 1_000, let thousands = additive(value / 1_000, CounterStyle.hebrewLetters) else {
            return additive(value, CounterStyle.hebrewLetters)
        }
        let rest = value % 1_000
        return thousands + "׳" + (rest == 0 ? "" : additive(rest, CounterStyle.hebrewLetters) ?? "")
    }

    /// §7.2 "ethiopic-numeric": pairs of digits, each pair with its power of 100.
    static func ethiopic(_ value: Int) -> String? {
        guard value > 0 else { return nil }
        if value == 1 { return "፩" }
        var groups: [Int] = []
        var rest = value
        while rest > 0 {
            groups.append(rest % 100)
            rest /= 100
        }
        let ones = ["", "፩", "፪", "፫", "፬", "፭", "፮", "፯", "፰", "፱"]
        let tens = ["", "፲", "፳", "፴", "፵", "፶", "፷", "፸", "፹", "፺"]
        var text = ""
        for place in groups.indices.reversed() {
            let group = groups[place]
            let isOdd = place % 2 == 1
            // A group of 0, the first group when it is 1, and a 1 at an odd place have no digits.
            let isBare = group == 0 || group == 1 && (place == groups.count - 1 || isOdd)
            if !isBare { text += tens[group / 10] + ones[group % 10] }
            if isOdd {
                if group != 0 { text += "፻" }
            } else if place != 0 {
                text += "፼"
            }
        }
        return text
    }
}

/// The longhand East Asian styles (§7.1): a digit and a marker of its place for each of four decimal places. Their range
/// is -9999 to 9999.
struct CJKCounter: Sendable {
    let digits: [String]
    /// Of units, tens, hundreds, thousands.
    let markers: [String]
    let negative: String
    /// Whether 1 before a marker is left out: always, or (Chinese, informal) only in 10 to 19.
    let omission: Omission
    /// Whether a run of zeros between digits is said as one zero (Chinese).
    let saysZeros: Bool

    enum Omission: Sendable { case never, always, teens }

    init(_ digits: String, _ markers: String, negative: String, _ omission: Omission = .never, saysZeros: Bool = false)
    {
        self.digits = digits.map { String($0) }
        self.markers = [""] + markers.map { String($0) }
        self.negative = negative
        self.omission = omission
        self.saysZeros = saysZeros
    }

    func text(of value: Int) -> String? {
        guard (-9_999...9_999).contains(value) else { return nil }
        if value == 0 { return digits[0] }
        let magnitude = abs(value)
        var text = ""
        var zeroIsDue = false
        for (place, power) in [(3, 1_000), (2, 100), (1, 10), (0, 1)] {
            let digit = magnitude / power % 10
            if digit == 0 {
                zeroIsDue = !text.isEmpty
                continue
            }
            if zeroIsDue, saysZeros { text += digits[0] }
            zeroIsDue = false
            let omits =
                switch omission {
                case .never: false
                case .always: place > 0
                case .teens: place == 1 && magnitude < 20
                }
            if !(digit == 1 && omits) { text += digits[digit] }
            text += markers[place]
        }
        return (value < 0 ? negative : "") + text
    }

    static let japaneseInformal = CJKCounter("〇一二三四五六七八九", "十百千", negative: "マイナス", .always)
    static let japaneseFormal = CJKCounter("零壱弐参四伍六七八九", "拾百阡", negative: "マイナス")
    static let koreanHangulFormal = CJKCounter("영일이삼사오육칠팔구", "십백천", negative: "마이너스 ")
    static let koreanHanjaInformal = CJKCounter("零一二三四五六七八九", "十百千", negative: "마이너스 ", .always)
    static let koreanHanjaFormal = CJKCounter("零壹貳參四五六七八九", "拾百仟", negative: "마이너스 ")
    static let simplifiedChineseInformal = CJKCounter("零一二三四五六七八九", "十百千", negative: "负", .teens, saysZeros: true)
    static let simplifiedChineseFormal = CJKCounter("零壹贰叁肆伍陆柒捌玖", "拾佰仟", negative: "负", saysZeros: true)
    static let traditionalChineseInformal = CJKCounter("零一二三四五六七八九", "十百千", negative: "負", .teens, saysZeros: true)
    static let traditionalChineseFormal = CJKCounter("零壹貳參肆伍陸柒捌玖", "拾佰仟", negative: "負", saysZeros: true)
}
