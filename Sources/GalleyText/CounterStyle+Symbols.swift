// The symbols of the predefined counter styles (CSS Counter Styles 3 §6).

extension CounterStyle {
    static let latin = symbols("abcdefghijklmnopqrstuvwxyz")
    static let greek = symbols("αβγδεζηθικλμνξοπρστυφχψω")
    static let hiraganaLetters = symbols("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん")
    static let katakanaLetters = symbols("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン")
    static let hiraganaIrohaLetters = symbols("いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす")
    static let katakanaIrohaLetters = symbols("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス")
    static let earthlyBranches = symbols("子丑寅卯辰巳午未申酉戌亥")
    static let heavenlyStems = symbols("甲乙丙丁戊己庚辛壬癸")
    static let cjkDigits = symbols("〇一二三四五六七八九")

    static let roman: [(Int, String)] = [
        (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]

    /// 15 and 16 are written 9+6 and 9+7.
    static let hebrewLetters: [(Int, String)] = [
        (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"),
        (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"), (19, "יט"), (18, "יח"),
        (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"),
        (3, "ג"), (2, "ב"), (1, "א"),
    ]

    static let georgianLetters: [(Int, String)] = [
        (10_000, "ჵ"), (9_000, "ჰ"), (8_000, "ჯ"), (7_000, "ჴ"), (6_000, "ხ"), (5_000, "ჭ"), (4_000, "წ"),
        (3_000, "ძ"), (2_000, "ც"), (1_000, "ჩ"), (900, "შ"), (800, "ყ"), (700, "ღ"), (600, "ქ"), (500, "ფ"),
        (400, "ჳ"), (300, "ტ"), (200, "ს"), (100, "რ"), (90, "ჟ"), (80, "პ"), (70, "ო"), (60, "ჲ"), (50, "ნ"),
        (40, "მ"), (30, "ლ"), (20, "კ"), (10, "ი"), (9, "თ"), (8, "ჱ"), (7, "ზ"), (6, "ვ"), (5, "ე"), (4, "დ"),
        (3, "გ"), (2, "ბ"), (1, "ა"),
    ]

    static let armenianCapitals = letters(from: 0x531, count: 36)
    static let armenianSmall = letters(from: 0x561, count: 36)

    private static func symbols(_ text: String) -> [String] { text.unicodeScalars.map { String($0) } }

    /// Letters that stand for 1...9, 10...90 and so on, greatest first.
    private static func letters(from first: UInt32, count: UInt32) -> [(Int, String)] {
        (0..<count).compactMap { index -> (Int, String)? in
            guard let scalar = Unicode.Scalar(first + index) else { return nil }
            let power = [1, 10, 100, 1_000][Int(index / 9)]
            return ((Int(index % 9) + 1) * power, String(scalar))
        }.reversed()
    }
}
