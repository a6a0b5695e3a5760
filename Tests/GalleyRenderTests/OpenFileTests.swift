import Foundation
import Testing

import GalleyRender

struct OpenFileTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has it"))
    func whatTheSystemDoesNotTakeIsSaid() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        #expect([1, 2, 3].withUnsafeBytes { OpenFile(full.fileDescriptor).write($0) } == ENOSPC)
        #expect([UInt8]().withUnsafeBytes { OpenFile(full.fileDescriptor).write($0) } == 0)
        #expect([1].withUnsafeBytes { OpenFile(-1).write($0) } == EBADF)
    }

    /// A pipe that another program has made non-blocking.
    @Test func aPipeThatIsFullIsWaitedFor() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let (reading, thread) = (pipe.fileHandleForReading, DispatchQueue(label: "reader"))
        nonisolated(unsafe) var read = Data()
        thread.async { read = reading.readDataToEndOfFile() }
        #expect(bytes.withUnsafeBytes { OpenFile(descriptor).write($0) } == 0)
        try pipe.fileHandleForWriting.close()
        thread.sync {}
        #expect(Array(read) == bytes)
    }
}
