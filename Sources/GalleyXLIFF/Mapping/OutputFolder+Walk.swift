import Foundation

extension OutputFolder {
    /// An open folder.
    struct Descriptor: ~Copyable {
        let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }
    }

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

    /// Opens a folder below the root; no link is followed.
    func open(_ components: [ExactString]) throws(Obstacle) -> Descriptor {
        var folder = try openRoot()
        for (index, component) in components.enumerated() {
            guard let next = Self.step(into: component, from: folder) else {
                throw Self.failure(at: components[...index])
            }
            folder = next
        }
        return folder
    }

    /// Makes a folder below the root, and those above it.
    func make(_ components: [ExactString], _ made: inout MadeFolders) throws(Obstacle) {
        var folder = try openRoot()
        for (index, component) in components.enumerated() {
            var next = Self.step(into: component, from: folder)
            if next == nil, errno == ENOENT {
                if mkdirat(folder.descriptor, component.string, 0o777) == 0 {
                    made.below.append(Array(components[...index]))
                } else if errno != EEXIST {
                    throw Self.failure(at: components[...index])
                }
                next = Self.step(into: component, from: folder)
            }
            guard let next else { throw Self.failure(at: components[...index]) }
            folder = next
        }
    }

    /// Removes folders that were made, if nothing is in them.
    func remove(_ made: MadeFolders) {
        for components in made.below.reversed() {
            guard let parent = try? open(Array(components.dropLast())), let name = components.last else { continue }
            unlinkat(parent.descriptor, name.string, AT_REMOVEDIR)
        }
        for folder in made.root.reversed() { rmdir(folder) }
    }

    /// The bytes and the mode of a file, or `nil` when it is not there.
    func read(
        _ place: Place, in parent: borrowing Descriptor
    ) throws(Obstacle) -> (bytes: [UInt8], mode: mode_t)? {
        // A pipe without a writer would be waited for.
        let descriptor = openat(parent.descriptor, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw errno == ENXIO ? Self.notAFile : Self.unreadable
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Self.notAFile }
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
            guard count >= 0 else { throw Self.unreadable }
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

    /// The root is what the user named; links on the way to it are the user's.
    private func openRoot() throws(Obstacle) -> Descriptor {
        guard let root = root() else { throw .system("the output folder cannot be opened") }
        let descriptor = Foundation.open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("the output folder cannot be opened") }
        return Descriptor(descriptor)
    }

    private static func step(into component: ExactString, from folder: borrowing Descriptor) -> Descriptor? {
        let next = openat(
            folder.descriptor, component.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return next >= 0 ? Descriptor(next) : nil
    }

    private static func failure(at components: ArraySlice<ExactString>) -> Obstacle {
        let place = components.map(\.string).joined(separator: "/")
        return errno == ENOTDIR || errno == ELOOP
            ? inTheWay(place) : .system("the folder \(place) cannot be made")
    }
}
