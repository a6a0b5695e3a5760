import Foundation

extension OutputFolder {
    /// Folders that were made, in order.
    struct MadeFolders {
        /// The root and those above it.
        var root: [String] = []
        /// Those below it.
        var below: [[ExactString]] = []

        mutating func add(_ other: Self) {
            root += other.root
            below += other.below
        }
    }

    /// Removes folders that were made, if nothing is in them.
    func remove(_ made: MadeFolders) {
        let walk = OutputWalk(self)
        for components in made.below.reversed() {
            guard let parent = try? walk.open(Array(components.dropLast())), let name = components.last else {
                continue
            }
            unlinkat(parent, name.string, AT_REMOVEDIR)
        }
        for folder in made.root.reversed() { rmdir(folder) }
    }

    /// The bytes and the mode of a file, or `nil` when it is not there.
    static func read(
        _ name: String, in parent: Int32
    ) throws(Obstacle) -> (bytes: [UInt8], mode: mode_t)? {
        // A pipe without a writer would be waited for.
        let descriptor = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw errno == ENXIO ? notAFile : unreadable
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile }
        guard status.st_size <= XLIFFLimits.existingFileSize else {
            throw Obstacle(code: .existingFile, message: "the file that is there is too large to be a strings file")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress! + filled, $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable }
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return (bytes, status.st_mode & 0o777)
    }

    private static let notAFile = Obstacle(
        code: .cannotWrite, message: "there is something here that is not a file")
    private static let unreadable = Obstacle(
        code: .existingFile, message: "the file that is there cannot be read")
}
