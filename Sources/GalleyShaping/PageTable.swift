/// What is known of each character of the BMP: 256 pages of 256 entries, a page being made when a character of it is first
/// asked for.
///
/// Memory: 2 KB, and 256 entries for each page that was asked for.
struct PageTable<Entry>: ~Copyable {
    /// By the code point's high byte, then its low byte. Valid while the table is.
    let pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>

    init() {
        pages = .allocate(capacity: 256)
        pages.initialize(repeating: nil, count: 256)
    }

    deinit {
        for number in 0..<256 { pages[number]?.deinitialize(count: 256).deallocate() }
        pages.deallocate()
    }

    /// A page; `entry` says what is in it when it is made.
    @inline(__always)
    func page(_ number: Int, _ entry: (UInt32) -> Entry) -> UnsafeMutablePointer<Entry> {
        pages[number] ?? makePage(number, entry)
    }

    private func makePage(_ number: Int, _ entry: (UInt32) -> Entry) -> UnsafeMutablePointer<Entry> {
        let made = UnsafeMutablePointer<Entry>.allocate(capacity: 256)
        for low in 0..<256 { (made + low).initialize(to: entry(UInt32(number << 8 | low))) }
        pages[number] = made
        return made
    }
}
