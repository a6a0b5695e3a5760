import Foundation

/// A folder that files are read and written below, and never outside of.
///
/// A symbolic link inside it is followed only to a place inside it.
struct OutputFolder: Sendable {
    /// Why a file cannot be read or written.
    struct Obstacle: Error {
        var code: Finding.Code
        var message: String
        var position: SourcePosition? = nil

        /// A failed system call.
        static func system(_ message: String) -> Obstacle {
            Obstacle(code: .cannotWrite, message: "\(message): \(String(cString: strerror(errno)))")
        }
    }

    private let path: String

    init(path: String) { self.path = path.isEmpty ? "." : path }

    /// The bytes of a file that is there, or `nil`.
    ///
    /// Throws when the place is not a file, lies outside through a link, or cannot be read.
    func contents(of file: String) throws(Obstacle) -> [UInt8]? {
        guard let place = try resolve(file) else { return nil }
        var status = stat()
        guard stat(place, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Obstacle(code: .cannotWrite, message: "there is something here that is not a file")
        }
        guard status.st_size <= XLIFFLimits.existingFileSize else {
            throw Obstacle(code: .existingFile, message: "the file that is there is too large to be a strings file")
        }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: place)))
        } catch {
            throw Obstacle(code: .existingFile, message: "the file that is there cannot be read")
        }
    }

    /// Whether there is a file.
    func hasFile(at file: String) throws(Obstacle) -> Bool {
        guard let place = try resolve(file) else { return false }
        var status = stat()
        return stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The real path for a file, its folders made; `made` gets those that were not there.
    func makeFolders(for file: String, made: inout [String]) throws(Obstacle) -> String {
        if root() == nil { try makeRoot(&made) }
        guard let root = root() else { throw .system("the output folder cannot be made") }
        var place = root
        let components = file.split(separator: "/").map(String.init)
        for (index, component) in components.enumerated() {
            place = try Self.step(from: place, to: component, root: root)
            if index + 1 < components.count { try Self.makeFolder(place, &made) }
        }
        return place
    }

    // MARK: Places

    /// The real path of the root; `nil` while it does not exist.
    private func root() -> String? { Self.realPath(path) }

    private static func realPath(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func isLink(_ path: String) -> Bool? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFLNK
    }

    /// Where `file` is, links resolved, or `nil` when it or a folder on the way is not there.
    private func resolve(_ file: String) throws(Obstacle) -> String? {
        guard let root = root() else { return nil }
        var place = root
        for component in file.split(separator: "/") {
            place = try Self.step(from: place, to: String(component), root: root)
            if Self.isLink(place) == nil { return nil }
        }
        return place
    }

    /// One component further. A link is followed if it leads to something inside of `root`.
    private static func step(from folder: String, to component: String, root: String) throws(Obstacle) -> String {
        guard component != "..", component != "." else {
            throw Obstacle(code: .outsideOutput, message: "the path leads out of the output folder")
        }
        let next = folder == "/" ? "/" + component : folder + "/" + component
        guard isLink(next) == true else { return next }
        guard let target = realPath(next), target == root || target.hasPrefix(root == "/" ? "/" : root + "/") else {
            throw Obstacle(
                code: .outsideOutput, message: "\"\(component)\" is a symbolic link that leads out of the output folder"
            )
        }
        return target
    }

    private func makeRoot(_ made: inout [String]) throws(Obstacle) {
        var place = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/") {
            place += "/" + component
            try Self.makeFolder(place, &made)
        }
    }

    private static func makeFolder(_ place: String, _ made: inout [String]) throws(Obstacle) {
        if mkdir(place, 0o777) == 0 {
            made.append(place)
        } else if errno != EEXIST {
            throw .system("the folder \(place) cannot be made")
        } else {
            var status = stat()
            guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw Obstacle(code: .cannotWrite, message: "\(place) is in the way: it is not a folder")
            }
        }
    }
}
