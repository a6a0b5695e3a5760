import Foundation
import GalleyTesting
import Testing
import XCTest

// Both must fail: the one assertion function of GalleyTesting speaks to the framework that is running.
private let fontURL = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../Fonts/GalleyTest-Regular.ttf").standardizedFileURL

@Test func swiftTestingFails() throws {
    let font = try TestFont(file: fontURL, size: 16)
    expectFits("A title that does not fit at all", font: font, width: 40, height: 20, maximumLines: 1)
}

final class XCTestMustFail: XCTestCase {
    func testXCTestFails() throws {
        let font = try TestFont(file: fontURL, size: 16)
        expectFits("A title that does not fit at all", font: font, width: 40, height: 20, maximumLines: 1)
    }
}
