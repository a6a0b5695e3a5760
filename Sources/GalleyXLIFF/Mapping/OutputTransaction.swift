import Foundation

/// Several files that are written together: all of them or none.
///
/// The bytes go under a temporary name beside their places at once, so that none are kept in memory, and are renamed when
/// all are there: a reader sees the old bytes or the new ones. When anything fails, what was renamed is put back and what
/// was made is removed.
package struct OutputTransaction {
    /// The system's calls that give files their names; tests make them fail.
    package struct Calls: Sendable {
        /// Gives a file a second name in its folder.
        package var link: @Sendable (_ folder: Int32, _ from: String, _ to: String) -> Int32 = {
            linkat($0, $1, $0, $2, 0)
        }
        /// Gives a file another name in its folder.
        package var rename: @Sendable (_ folder: Int32, _ from: String, _ to: String) -> Int32 = {
            renameat($0, $1, $0, $2)
        }

        package init() {}
    }

    private struct Item {
        var path: String
        var place: OutputFolder.Place
        var temporary: String
        /// A second name of the file that is replaced, or of a copy of it.
        var backup: String?
    }

    private let folder: OutputFolder
    private let calls: Calls
    private var items: [Item] = []
    private var staged: Set<OutputFolder.Place> = []
    private var made = OutputFolder.MadeFolders()
    /// On the way to what is staged.
    private let walk: OutputWalk
    /// The number of the next temporary name.
    private var number = 0

    package init(_ folder: OutputFolder, calls: Calls = Calls()) {
        self.init(folder, calls: calls, walk: OutputWalk(folder))
    }

    /// - Parameter walk: where other transactions of the same folder stage, too.
    init(_ folder: OutputFolder, calls: Calls = Calls(), walk: OutputWalk) {
        self.folder = folder
        self.calls = calls
        self.walk = walk
    }

    /// Writes the bytes under a temporary name.
    package mutating func stage(_ bytes: [UInt8], at path: String) throws(OutputFolder.Obstacle) {
        let place = try walk.makeFolders(for: path, made: &made)
        guard staged.insert(place).inserted else {
            throw OutputFolder.Obstacle(code: .pathCollision, message: "two files would be written to \(path)")
        }
        let parent = try walk.open(place.folder)
        var status = stat()
        let isThere = fstatat(parent, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0
        let temporary = try write(
            bytes, for: path, in: parent, mode: isThere ? status.st_mode & 0o777 : nil, suffix: "")
        items.append(Item(path: path, place: place, temporary: temporary))
    }

    /// Takes over what another transaction of the same folder has staged.
    mutating func take(_ other: OutputTransaction) {
        items += other.items
        staged.formUnion(other.staged)
        made.add(other.made)
        number = max(number, other.number)
    }

    /// Gives the staged files their names.
    package mutating func commit() throws(OutputFolder.Obstacle) {
        var renamed = 0
        // A way of its own: what is staged may lie elsewhere by now.
        let walk = OutputWalk(folder)
        do throws(OutputFolder.Obstacle) {
            // What is there is safe before anything is replaced.
            for index in items.indices { try backUp(index, walk) }
            for item in items {
                let parent = try walk.open(item.place.folder)
                guard calls.rename(parent, item.temporary, item.place.name) == 0 else {
                    throw .system("\(item.path) cannot be written")
                }
                renamed += 1
            }
        } catch {
            undo(renamed)
            throw error
        }
        for item in items { if let backup = item.backup { remove(backup, beside: item, walk) } }
        forget()
    }

    /// Removes what was staged.
    package mutating func rollBack() { undo(0) }

    private mutating func forget() {
        items = []
        staged = []
        made = OutputFolder.MadeFolders()
    }

    private mutating func undo(_ renamed: Int) {
        // Folders that others stand in may go.
        self.walk.forget()
        let walk = OutputWalk(folder)
        for item in items[..<renamed] {
            if let backup = item.backup {
                // A backup that cannot be put back stays: it holds the only copy.
                if let parent = try? walk.open(item.place.folder) {
                    _ = calls.rename(parent, backup, item.place.name)
                }
            } else {
                remove(item.place.name, beside: item, walk)
            }
        }
        for item in items[renamed...] {
            remove(item.temporary, beside: item, walk)
            if let backup = item.backup { remove(backup, beside: item, walk) }
        }
        folder.remove(made)
        forget()
    }

    private func remove(_ name: String, beside item: Item, _ walk: OutputWalk) {
        guard let parent = try? walk.open(item.place.folder) else { return }
        unlinkat(parent, name, 0)
    }

    /// Keeps the file that is to be replaced under a second name; where the disk has no links (exFAT) or the system
    /// forbids this one (protected_hardlinks), a copy of it.
    private mutating func backUp(_ index: Int, _ walk: OutputWalk) throws(OutputFolder.Obstacle) {
        let item = items[index]
        let parent = try walk.open(item.place.folder)
        while true {
            let name = nextName("-old")
            if calls.link(parent, item.place.name, name) == 0 {
                items[index].backup = name
                return
            }
            if errno == ENOENT { return }
            if errno != EEXIST { break }
        }
        guard let (old, mode) = try OutputFolder.read(item.place.name, in: parent) else { return }
        items[index].backup = try write(old, for: item.path, in: parent, mode: mode, suffix: "-old")
    }

    /// A short name: the final one may be as long as a name can be.
    private mutating func nextName(_ suffix: String) -> String {
        defer { number += 1 }
        return ".xliffix-\(getpid())-\(number)\(suffix)"
    }

    /// Writes a file under a new name.
    ///
    /// - Parameter mode: that of the file that it stands for; `nil` for a new one, which gets what the umask leaves.
    private mutating func write(
        _ bytes: [UInt8], for path: String, in parent: Int32, mode: mode_t?, suffix: String
    ) throws(OutputFolder.Obstacle) -> String {
        var name = nextName(suffix)
        var descriptor: Int32
        repeat {
            // O_EXCL follows no link that someone laid here, and takes no file that another run writes.
            descriptor = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
            guard descriptor < 0, errno == EEXIST else { break }
            name = nextName(suffix)
        } while true
        guard descriptor >= 0 else { throw .system("\(path) cannot be written") }
        // The umask took from the mode of the file that is replaced.
        // Nothing waits for the disk: a reader sees whole files always, after a loss of power the project's own history
        // is there, and waiting takes longer than all the rest.
        var isWritten = Self.write(bytes, to: descriptor) && mode.map { fchmod(descriptor, $0) == 0 } ?? true
        var reason = errno
        if close(descriptor) != 0, isWritten {
            reason = errno
            isWritten = false
        }
        guard isWritten else {
            unlinkat(parent, name, 0)
            errno = reason
            throw .system("\(path) cannot be written")
        }
        return name
    }

    /// Writes everything, or says no.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
