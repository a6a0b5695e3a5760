import Foundation

/// A folder that files are read and written below, and never outside of.
///
/// A symbolic link inside it is followed only to a place inside it: links are resolved first, and then the resolved path
/// is walked from folder to folder without following any (``OutputWalk``), so that a link that someone lays
/// meanwhile leads nowhere.
package struct OutputFolder: Sendable {
    /// Why a file cannot be read or written.
    package struct Obstacle: Error {
        package var code: Finding.Code
        package var message: String
        package var position: SourcePosition? = nil
        /// The locale that it is about, where it is about one of several.
        var locale: String? = nil

        /// A failed system call.
        static func system(_ message: String) -> Obstacle {
            Obstacle(code: .cannotWrite, message: "\(message): \(String(cString: strerror(errno)))")
        }
    }

    /// Where a file is below the real path of the root, links resolved.
    struct Place: Hashable {
        var folder: [ExactString]
        var name: String

        init(_ components: [ExactString]) {
            folder = components.dropLast()
            name = components.last?.string ?? ""
        }
    }

    private let path: String

    package init(path: String) { self.path = path.isEmpty ? "." : path }

    /// The bytes of a file that is there, or `nil`.
    ///
    /// Throws when the place is not a file, lies outside through a link, or cannot be read.
    func contents(of file: String) throws(Obstacle) -> [UInt8]? { try OutputWalk(self).contents(of: file) }

    /// Whether there is a file.
    func hasFile(at file: String) throws(Obstacle) -> Bool { try OutputWalk(self).hasFile(at: file) }

    // MARK: Places

    /// The real path of the root; `nil` while it does not exist.
    func root() -> String? { Self.realPath(path) }

    private static func realPath(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// One component further. A link is followed if it leads to something inside of `root`.
    static func step(from folder: String, to component: String, root: String) throws(Obstacle) -> String {
        guard component != "..", component != "." else {
            throw Obstacle(code: .outsideOutput, message: "the path leads out of the output folder")
        }
        let next = folder == "/" ? "/" + component : folder + "/" + component
        guard isLink(next) else { return next }
        guard let target = realPath(next), target == root || target.hasPrefix(root == "/" ? "/" : root + "/") else {
            throw Obstacle(
                code: .outsideOutput, message: "\"\(component)\" is a symbolic link that leads out of the output folder"
            )
        }
        return target
    }

    func makeRoot(_ made: inout MadeFolders) throws(Obstacle) {
        var place = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/") {
            place += "/" + component
            if mkdir(place, 0o777) == 0 {
                made.root.append(place)
            } else if errno != EEXIST {
                throw .system("the folder \(place) cannot be made")
            } else {
                var status = stat()
                guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw Self.inTheWay(place) }
            }
        }
    }

    static func inTheWay(_ place: String) -> Obstacle {
        Obstacle(code: .cannotWrite, message: "\(place) is in the way: it is not a folder")
    }
}
