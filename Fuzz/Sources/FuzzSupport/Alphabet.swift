/// A character for each byte, so that texts of few bytes mix the classes of a property well.
public struct Alphabet: Sendable {
    private let scalars: [Unicode.Scalar]

    /// `first`, then of each class in turn one more, from all over the planes that have text.
    public init(startingWith first: [Unicode.Scalar], classOf: (UInt32) -> UInt8) {
        var byClass: [UInt8: [Unicode.Scalar]] = [:]
        for value in UInt32(0)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            byClass[classOf(value), default: []].append(scalar)
        }
        var chosen = first
        let classes = byClass.sorted { $0.key < $1.key }.map(\.value)
        var round = 0
        while chosen.count < 256 {
            let scalars = classes[round % classes.count]
            chosen.append(scalars[round / classes.count * 7_919 % scalars.count])
            round += 1
        }
        scalars = chosen
    }

    /// The bytes' characters, in UTF-8.
    public func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var string = String.UnicodeScalarView()
        for byte in bytes { string.append(scalars[Int(byte)]) }
        return Array(String(string).utf8)
    }
}
