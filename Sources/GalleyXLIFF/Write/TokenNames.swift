/// Ids that are tokens (NMTOKEN) and different: the ones wished for where they are such, numbered ones otherwise.
struct TokenNames {
    private let prefix: String
    private var number = 0
    private var used: Set<String> = []

    init(prefix: String) { self.prefix = prefix }

    mutating func name(for wish: String?) -> String {
        if let wish, Self.isToken(wish), used.insert(wish).inserted { return wish }
        repeat { number += 1 } while !used.insert("\(prefix)\(number)").inserted
        return "\(prefix)\(number)"
    }

    /// Whether all characters are XML's name characters (XML 1.0 §2.3), of which the rare ones beyond ASCII are not
    /// looked up: such an id gets a number.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
                default: false
                }
            }
    }
}
