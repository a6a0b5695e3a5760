/// The custom properties of an element, by name: shared by all that inherit them, hashed once.
struct CustomProperties: Sendable, Hashable {
    let values: [String: String]
    private let fingerprint: Int

    static let none = CustomProperties([:])

    init(_ values: [String: String]) {
        self.values = values
        fingerprint = values.isEmpty ? 0 : values.hashValue
    }

    static func == (left: CustomProperties, right: CustomProperties) -> Bool {
        left.fingerprint == right.fingerprint && left.values == right.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
