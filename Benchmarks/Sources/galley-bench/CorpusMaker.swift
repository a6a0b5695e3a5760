import Foundation

/// Writes corpora of the shapes that the benchmark reads, from a vocabulary of its own, the same bytes every time: for
/// `make bench` where no other corpus is given.
struct CorpusMaker {
    private var state: UInt64 = 42

    static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var maker = CorpusMaker()
        func save(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try save("english.txt", maker.paragraphs(bytes: 1_000_000, maker.latin))
        try save("bidi.txt", maker.paragraphs(bytes: 300_000, maker.arabic))
        try save("cjk.txt", maker.ideographs(bytes: 300_000))
        let strings = (0..<10_000).map { _ in maker.words(1...7, maker.latin) + "\n" }
        try save("strings.txt", strings.joined())
        try save("article-100k.html", maker.article(bytes: 100_000))
        try save("article-1m.html", maker.article(bytes: 1_000_000))
    }

    private let latin = """
        the of and to in that is was for it with as his on be at by had not are but from or have an they which one you
        were all her she there would their we him been has when who will no more if out so said what up its about into
        than them can only other time new some could these two may first then do any like my now over such our man me
        even most made after also well did many before must years back through much where your way down should because
        letter compositor galley measure margin paragraph stick matrix foundry ligature baseline (indeed), "quoted" 1984
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    private let arabic = """
        في من على إلى أن هذا هذه التي الذي كان بين كل بعد قبل عند حتى الكتاب الحروف السطر الصفحة الكلمة المطبعة
        العربية اليمين اليسار الأرقام 1984 (مثال) Galley HarfBuzz «اقتباس» لأن إلا ولا بالخط
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func words(_ count: ClosedRange<Int>, _ vocabulary: [String]) -> String {
        let number = count.lowerBound + below(count.count)
        return (0..<number).map { _ in
            // Low ranks come more often, as in real text.
            vocabulary[min(below(vocabulary.count), below(vocabulary.count))]
        }.joined(separator: " ")
    }

    private mutating func paragraphs(bytes: Int, _ vocabulary: [String]) -> String {
        var text = ""
        while text.utf8.count < bytes { text += words(60...140, vocabulary) + ".\n" }
        return text
    }

    private mutating func ideographs(bytes: Int) -> String {
        var text = ""
        while text.utf8.count < bytes {
            var line = String.UnicodeScalarView()
            for index in 0..<(120 + below(160)) {
                let isStop = index % 17 == 16
                if let scalar = Unicode.Scalar(isStop ? 0x3002 : 0x4E00 + UInt32(below(3_000))) { line.append(scalar) }
            }
            text += String(line) + "\n"
        }
        return text
    }

    private mutating func article(bytes: Int) -> String {
        var html = "<!DOCTYPE html><html><head><meta charset=utf-8><title>Article</title></head><body>\n"
        var section = 0
        while html.utf8.count < bytes {
            section += 1
            html += "<h2 id=\"s\(section)\">\(words(2...6, latin))</h2>\n"
            for _ in 0..<4 {
                html += "<p>\(words(20...60, latin)) <b>\(words(1...4, latin))</b> \(words(10...40, latin)) "
                html += "<a href=\"#s\(section)\">\(words(1...3, latin))</a> <i>\(words(2...5, latin))</i>.</p>\n"
            }
            html += "<ul>" + (0..<3).map { _ in "<li>\(words(3...12, latin))</li>" }.joined() + "</ul>\n"
        }
        return html + "</body></html>\n"
    }
}
