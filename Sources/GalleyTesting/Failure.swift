import Testing
import XCTest

/// Where a test stands, as both frameworks want to know it.
struct TestLocation: Sendable {
    var fileID: StaticString
    var filePath: StaticString
    var line: UInt
    var column: UInt
}

/// Records a failure in the framework that is running. `Issue.record` alone is silent below XCTest and `XCTFail` alone
/// below Swift Testing, so it calls the first always, and the second when no Swift Testing test is running.
func recordFailure(_ message: String, at location: TestLocation) {
    Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
            fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: Int(location.line),
            column: Int(location.column)))
    if Test.current == nil {
        XCTFail(message, file: location.filePath, line: location.line)
    }
}
