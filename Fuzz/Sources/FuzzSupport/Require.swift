/// As `precondition`, whose message optimized builds leave out.
public func require(
    _ condition: Bool, _ message: @autoclosure () -> String = "", file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { fatalError("\(file):\(line): \(message())") }
}
