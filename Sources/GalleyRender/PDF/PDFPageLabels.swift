/// What viewers call pages (ISO 32000-1 §12.4.2): stretches of labels that count on.
struct PDFPageLabels {
    private struct Stretch {
        var first: Int
        var prefix: String
        /// Of the first page; `nil` where there is the prefix alone.
        var number: Int?
    }

    private var stretches: [Stretch] = []
    private var count = 0

    /// Adds a page; without a label it is called by its number.
    mutating func append(_ label: String?) {
        let label = label ?? String(count + 1)
        let digits = label.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        // No number begins with 0, or is too large for programs.
        let number = digits < 9 ? Int(label.utf8.suffix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }) : nil
        let isPlain = number.map { $0 > 0 && String($0).utf8.count == digits } ?? false
        let page = Stretch(
            first: count, prefix: isPlain ? String(decoding: label.utf8.dropLast(digits), as: UTF8.self) : label,
            number: isPlain ? number : nil)
        count += 1
        if let last = stretches.last, let start = last.number, last.prefix == page.prefix,
            page.number == start + page.first - last.first
        {
            return
        }
        stretches.append(page)
    }

    /// Writes the catalog's entry, unless pages are called by their numbers anyway.
    func add(to buffer: inout PDFBuffer) {
        if stretches.count == 1, stretches[0].prefix.isEmpty, stretches[0].number == 1 { return }
        buffer.add("/PageLabels<</Nums[")
        for stretch in stretches {
            buffer.add(stretch.first)
            buffer.add("<<")
            if !stretch.prefix.isEmpty {
                buffer.add("/P ")
                if stretch.prefix.utf8.allSatisfy({ $0 < 0x80 }) {
                    buffer.add(string: stretch.prefix.utf8)
                } else {
                    buffer.add(text: stretch.prefix)
                }
            }
            if let number = stretch.number {
                buffer.add("/S/D/St ")
                buffer.add(number)
            }
            buffer.add(">>")
        }
        buffer.add("]>>")
    }
}
