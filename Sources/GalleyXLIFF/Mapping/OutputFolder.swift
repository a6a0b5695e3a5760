import Foundation

/// A folder that files are written below, all or none, and never outside of.
///
/// A symbolic link inside it is followed only to a place inside it. Files are written under a temporary name in their
/// own folder and renamed, so that a reader sees the old bytes or the new ones; when anything fails, what was renamed is
/// put back and what was made is removed.
struct OutputFolder {
    /// Why a file cannot be written.
    struct Obstacle: Error {
        var code: Finding.Code
        var message: String
        var position: SourcePosition? = nil
    }

    private struct Plan {
        var path: String
        var bytes: [UInt8]
        var old: [UInt8]?
    }

    private let path: String
    private var plans: [Plan] = []

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
            throw Obstacle(code: .existingFile, message: "the file that is there is too large to be a .strings file")
        }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: place)))
        } catch {
            throw Obstacle(code: .existingFile, message: "the file that is there cannot be read")
        }
    }

    mutating func plan(_ bytes: [UInt8], at file: String, replacing old: [UInt8]?) {
        plans.append(Plan(path: file, bytes: bytes, old: old))
    }

    /// Does what was planned.
    func commit() throws(Obstacle) {
        var madeFolders: [String] = []
        var temporaries: [(temporary: String, final: String, plan: Plan)] = []
        var renamed = 0
        func undo() {
            for item in temporaries[..<renamed] {
                if let old = item.plan.old {
                    try? Data(old).write(to: URL(fileURLWithPath: item.final))
                } else {
                    unlink(item.final)
                }
            }
            for item in temporaries[renamed...] { unlink(item.temporary) }
            for folder in madeFolders.reversed() { rmdir(folder) }
        }
        do throws(Obstacle) {
            for plan in plans {
                let final = try makeFolders(for: plan.path, made: &madeFolders)
                let temporary = try writeTemporary(plan.bytes, beside: final)
                temporaries.append((temporary, final, plan))
            }
            for item in temporaries {
                guard rename(item.temporary, item.final) == 0 else {
                    throw Self.obstacle("\(item.plan.path) cannot be written")
                }
                renamed += 1
            }
        } catch {
            undo()
            throw error
        }
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

    /// The real path for a file, its folders made.
    private func makeFolders(for file: String, made: inout [String]) throws(Obstacle) -> String {
        if root() == nil { try makeRoot(&made) }
        guard let root = root() else { throw Self.obstacle("the output folder cannot be made") }
        var place = root
        let components = file.split(separator: "/").map(String.init)
        for (index, component) in components.enumerated() {
            place = try Self.step(from: place, to: component, root: root)
            if index + 1 < components.count { try Self.makeFolder(place, &made) }
        }
        return place
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
            throw obstacle("the folder \(place) cannot be made")
        } else {
            var status = stat()
            guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw Obstacle(code: .cannotWrite, message: "\(place) is in the way: it is not a folder")
            }
        }
    }

    private func writeTemporary(_ bytes: [UInt8], beside final: String) throws(Obstacle) -> String {
        let slash = final.lastIndex(of: "/") ?? final.startIndex
        let name = final[slash...].dropFirst()
        // A short name of its own: the final one may be as long as a name can be.
        let temporary =
            final[..<slash] + "/.xliffix-\(getpid())-\(name.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) })"
        var status = stat()
        let mode = stat(final, &status) == 0 ? status.st_mode & 0o777 : 0o666
        // O_EXCL follows no link that someone laid here.
        unlink(String(temporary))
        let descriptor = open(String(temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Self.obstacle("\(final) cannot be written") }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let obstacle = Self.obstacle("\(final) cannot be written")
                close(descriptor)
                unlink(String(temporary))
                throw obstacle
            }
            written += count
        }
        guard close(descriptor) == 0 else {
            let obstacle = Self.obstacle("\(final) cannot be written")
            unlink(String(temporary))
            throw obstacle
        }
        return String(temporary)
    }

    /// A failed system call.
    private static func obstacle(_ message: String) -> Obstacle {
        Obstacle(code: .cannotWrite, message: "\(message): \(String(cString: strerror(errno)))")
    }
}
