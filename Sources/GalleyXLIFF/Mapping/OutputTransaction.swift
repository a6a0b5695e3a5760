import Foundation

/// Several files that are written together: all of them or none.
///
/// The bytes go under a temporary name beside their places at once, so that none are kept in memory, and are renamed when
/// all are there: a reader sees the old bytes or the new ones. When anything fails, what was renamed is put back and what
/// was made is removed.
struct OutputTransaction {
    private struct Item {
        var path: String
        var temporary: String
        var final: String
        /// A second name of the file that is replaced.
        var backup: String?
    }

    private let folder: OutputFolder
    private var items: [Item] = []
    private var madeFolders: [String] = []

    init(_ folder: OutputFolder) { self.folder = folder }

    /// Writes the bytes under a temporary name.
    mutating func stage(_ bytes: [UInt8], at path: String) throws(OutputFolder.Obstacle) {
        let final = try folder.makeFolders(for: path, made: &madeFolders)
        let temporary = try Self.write(bytes, beside: final)
        items.append(Item(path: path, temporary: temporary, final: final))
    }

    /// Gives the staged files their names.
    mutating func commit() throws(OutputFolder.Obstacle) {
        var renamed = 0
        for index in items.indices {
            let backup = items[index].temporary + "-old"
            unlink(backup)
            if link(items[index].final, backup) == 0 { items[index].backup = backup }
            guard rename(items[index].temporary, items[index].final) == 0 else {
                let obstacle = OutputFolder.Obstacle.system("\(items[index].path) cannot be written")
                undo(renamed)
                throw obstacle
            }
            renamed += 1
        }
        for item in items { if let backup = item.backup { unlink(backup) } }
        items = []
        madeFolders = []
    }

    /// Removes what was staged.
    mutating func rollBack() { undo(0) }

    private mutating func undo(_ renamed: Int) {
        for item in items[..<renamed] {
            if let backup = item.backup { rename(backup, item.final) } else { unlink(item.final) }
        }
        for item in items[renamed...] {
            unlink(item.temporary)
            if let backup = item.backup { unlink(backup) }
        }
        for folder in madeFolders.reversed() { rmdir(folder) }
        items = []
        madeFolders = []
    }

    private static func write(_ bytes: [UInt8], beside final: String) throws(OutputFolder.Obstacle) -> String {
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
        guard descriptor >= 0 else { throw .system("\(final) cannot be written") }
        guard write(bytes, to: descriptor), close(descriptor) == 0 else {
            let obstacle = OutputFolder.Obstacle.system("\(final) cannot be written")
            unlink(String(temporary))
            throw obstacle
        }
        return String(temporary)
    }

    /// Writes everything, or closes the file and says no.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = errno
                close(descriptor)
                errno = reason
                return false
            }
            written += count
        }
        return true
    }
}
