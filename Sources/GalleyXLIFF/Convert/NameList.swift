/// Names in the order in which they came, each once, compared by their bytes.
struct NameList {
    private(set) var names: [String] = []
    private var known: Set<ExactString> = []

    /// Adds a name that is not there. Complexity: O(1).
    ///
    /// - Returns: whether it was not there.
    @discardableResult
    mutating func insert(_ name: String) -> Bool {
        guard known.insert(ExactString(name)).inserted else { return false }
        names.append(name)
        return true
    }
}
