/// The order of cascade layers over all sheets (CSS Cascade 5 §6.4.2): by first appearance within the layer around them,
/// and a layer's own rules after those of the layers inside it.
struct LayerOrder {
    private var numbers: [String: UInt32] = [:]
    private var children: [[UInt32]] = []
    private var roots: [UInt32] = []

    /// A number for a layer's full name, given in order of first appearance; outer layers are made on the way.
    /// Layers without a name are those of their sheet alone.
    mutating func number(of path: String, in origin: CascadeOrigin, sheet: Int) -> UInt32 {
        var key = "\(origin.rawValue)"
        var outer: UInt32?
        var current: UInt32 = 0
        for part in path.split(separator: ".") {
            key += "." + part
            if part.utf8.first == 0 { key += "@\(sheet)" }
            if let known = numbers[key] {
                current = known
            } else {
                current = UInt32(children.count)
                numbers[key] = current
                children.append([])
                if let outer { children[Int(outer)].append(current) } else { roots.append(current) }
            }
            outer = current
        }
        return current
    }

    /// The place of each numbered layer in the cascade, weakest first.
    func order() -> [UInt32] {
        var result = [UInt32](repeating: 0, count: children.count)
        var next: UInt32 = 0
        var stack: [(layer: UInt32, isDone: Bool)] = roots.reversed().map { ($0, false) }
        while let (layer, isDone) = stack.popLast() {
            if isDone {
                result[Int(layer)] = next
                next += 1
            } else {
                stack.append((layer, true))
                for child in children[Int(layer)].reversed() { stack.append((child, false)) }
            }
        }
        return result
    }
}
