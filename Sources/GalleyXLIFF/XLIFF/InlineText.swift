import GalleyMarkup

/// An inline element that stands for code, or marks a span, as its attributes say.
struct InlineCode {
    var element: XLIFFElement
    private(set) var id: String?
    private(set) var restriction: (general: SizeRestriction?, storage: SizeRestriction?)
    private(set) var sizeInfo = 0
    private(set) var equivStorage = 0
    private var hex: String?
    private var startRef: String?
    private var copyOf: String?
    private var isLineBreak = false
    /// By the order in which they are asked: 1.2's `equiv-text`, 2.x's `dataRef`, `equiv`, `disp` and their twins for the
    /// start and the end of `pc`.
    private var equivText: String?
    private var start: (dataRef: String?, equiv: String?, disp: String?)
    private var end: (dataRef: String?, equiv: String?, disp: String?)

    init(element: XLIFFElement) { self.element = element }

    mutating func take(_ attribute: XLIFFAttribute, _ value: String) {
        switch attribute {
        case .id: id = value
        case .hex: hex = value
        case .startRef: startRef = value
        case .copyOf: copyOf = value
        case .equivText: equivText = value
        case .ctype: isLineBreak = value == "lb"
        case .subType: isLineBreak = value == "xlf:lb"
        case .dataRef, .dataRefStart: start.dataRef = value
        case .equiv, .equivStart: start.equiv = value
        case .disp, .dispStart: start.disp = value
        case .dataRefEnd: end.dataRef = value
        case .equivEnd: end.equiv = value
        case .dispEnd: end.disp = value
        case .sizeInfo: sizeInfo = Int(wholeNumber: value) ?? 0
        case .equivStorage: equivStorage = Int(wholeNumber: value) ?? 0
        case .sizeRestriction: restriction.general = SizeRestriction(value)
        case .storageRestriction: restriction.storage = SizeRestriction(value)
        default: break
        }
    }

    /// The start that an end element closes.
    var closedID: String? { startRef }

    var isRestricted: Bool { restriction.general != nil || restriction.storage != nil }

    /// The character of a `cp` (XLIFF 2.1 §4.2.3.1), which XML cannot hold otherwise.
    var character: Unicode.Scalar? { hex.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init) }

    /// What an empty code of XLIFF 1.2 stands for (§2.4: `equiv-text`, `ctype="lb"`); `nil` when it does not say.
    var words: String? { equivText ?? (isLineBreak ? "\n" : nil) }

    /// What a code of XLIFF 2.x stands for: its original data, or else its equivalent, or else what is shown for it.
    func words(data: [String: String], isEnd: Bool = false) -> String? {
        let side = isEnd ? end : start
        if let reference = side.dataRef, let known = data[reference] { return known }
        if !isEnd, let copyOf, let known = data[Self.copyKey(copyOf)] { return known }
        return side.equiv ?? side.disp ?? (isLineBreak && !isEnd ? "\n" : nil)
    }

    /// Where the data of the code `id` is remembered for its copies; no id of a `data` element begins so.
    static func copyKey(_ id: String) -> String { "\u{0}" + id }
}

/// The text of a source, target or note, flattened as it comes, as Xcode flattens it on import: text in inline elements
/// stays, the elements vanish; codes that hold nothing become what they stand for.
struct InlineText {
    /// Code in the text, which the size restriction module does not count as text.
    struct Code {
        var range: Range<Int>
        var sizeInfo: Int
        var equivStorage: Int
    }

    /// Where a span with a limit begins or ends.
    struct Mark {
        var offset: Int
        var id: String
        /// `nil` at the end.
        var restriction: (general: SizeRestriction?, storage: SizeRestriction?)?
    }

    private struct Open {
        /// `nil` for an element that only holds text.
        var code: InlineCode?
        var start: Int
        /// What is written at the end.
        var words: String?
    }

    private(set) var bytes: [UInt8] = []
    private(set) var codes: [Code] = []
    private(set) var marks: [Mark] = []
    /// How many codes of no text there were.
    private(set) var dropped = 0
    private var open: [Open] = []

    var isInside: Bool { !open.isEmpty }
    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        guard dropped > 0 || !codes.isEmpty || !marks.isEmpty || !open.isEmpty else { return }
        codes.removeAll()
        marks.removeAll()
        open.removeAll()
        dropped = 0
    }

    mutating func append(_ event: XMLEvent, of reader: borrowing XMLEventReader.Core) {
        reader.appendText(of: event, to: &bytes)
    }

    /// An element that says nothing of its own.
    mutating func beginSpan() { open.append(Open(code: nil, start: bytes.count)) }

    mutating func begin(_ code: InlineCode, isVersion2: Bool, data: [String: String]) {
        let start = bytes.count
        var words: String?
        switch code.element {
        case .cp:
            if let character = code.character {
                bytes.append(contentsOf: String(character).utf8)
            } else {
                dropped += 1
            }
        case .ph where isVersion2, .sc, .ec:
            if let words = code.words(data: data) {
                write(words, code, from: start)
            } else {
                if code.element == .ph { dropped += 1 }
                write("", code, from: start)
            }
            if code.element == .sc { mark(code) }
            if code.element == .ec, let id = code.closedID { endMark(id) }
        case .pc:
            if let words = code.words(data: data) {
                write(words, code, from: start)
            } else {
                write("", code, from: start)
            }
            words = code.words(data: data, isEnd: true)
            mark(code)
        case .mrk where isVersion2, .sm: mark(code)
        case .em: if let id = code.closedID { endMark(id) }
        case .emptyCode:
            if let words = code.words { bytes.append(contentsOf: words.utf8) } else { dropped += 1 }
        default: break
        }
        let isDone = code.element == .cp || (isVersion2 && code.element == .ph)
        open.append(Open(code: isDone ? nil : code, start: start, words: words))
    }

    mutating func end() {
        guard let last = open.popLast(), let code = last.code else { return }
        switch code.element {
        // Codes that are to hold their native text.
        case .nativeCode, .ph:
            guard last.start == bytes.count else { return }
            if let words = code.words { bytes.append(contentsOf: words.utf8) } else { dropped += 1 }
        case .pc:
            if code.isRestricted, let id = code.id { endMark(id) }
            if let words = last.words {
                let start = bytes.count
                bytes.append(contentsOf: words.utf8)
                codes.append(Code(range: start..<bytes.count, sizeInfo: 0, equivStorage: 0))
            }
        case .mrk: if code.isRestricted, let id = code.id { endMark(id) }
        default: break
        }
    }

    private mutating func write(_ words: String, _ code: InlineCode, from start: Int) {
        bytes.append(contentsOf: words.utf8)
        guard bytes.count > start || code.sizeInfo > 0 || code.equivStorage > 0 else { return }
        codes.append(Code(range: start..<bytes.count, sizeInfo: code.sizeInfo, equivStorage: code.equivStorage))
    }

    private mutating func mark(_ code: InlineCode) {
        guard code.isRestricted, let id = code.id else { return }
        marks.append(Mark(offset: bytes.count, id: id, restriction: code.restriction))
    }

    private mutating func endMark(_ id: String) { marks.append(Mark(offset: bytes.count, id: id, restriction: nil)) }
}
