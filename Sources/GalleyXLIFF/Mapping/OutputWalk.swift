import Foundation

/// Walks from folder to folder below the root of an ``OutputFolder``, following no link, and stays where it came to: files
/// come sorted, so that the next one is in the same folder or near.
///
/// What was opened stays that folder whatever someone puts in its place meanwhile.
final class OutputWalk {
    typealias Obstacle = OutputFolder.Obstacle

    private let folder: OutputFolder
    /// The root, once it is there.
    private var root: (path: String, descriptor: Int32)?
    /// The folders below it that are open, each in the one before.
    private var steps: [(component: ExactString, descriptor: Int32)] = []
    /// The last folder whose links were resolved, as it was given.
    private var resolved: (folder: [UInt8], place: String)?

    init(_ folder: OutputFolder) { self.folder = folder }

    deinit { forget() }

    /// Goes back to the beginning: folders may have been removed.
    func forget() {
        keep(0)
        if let root, root.descriptor >= 0 { close(root.descriptor) }
        root = nil
        resolved = nil
    }

    // MARK: Files

    /// The bytes of a file that is there, or `nil`.
    ///
    /// Throws when the place is not a file, lies outside through a link, or cannot be read.
    func contents(of file: String) throws(Obstacle) -> [UInt8]? {
        guard let place = try resolve(file), let parent = try? open(place.folder) else { return nil }
        return try OutputFolder.read(place.name, in: parent)?.bytes
    }

    /// Whether there is a file.
    func hasFile(at file: String) throws(Obstacle) -> Bool {
        guard let place = try resolve(file), let parent = try? open(place.folder) else { return false }
        var status = stat()
        return fstatat(parent, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Where a file goes, its folders made; `made` gets those that were not there.
    func makeFolders(for file: String, made: inout OutputFolder.MadeFolders) throws(Obstacle) -> OutputFolder.Place {
        if root == nil, folder.root() == nil { try folder.makeRoot(&made) }
        guard let place = try resolve(file) else { throw .system("the output folder cannot be made") }
        try walk(place.folder, isMaking: true, &made)
        return place
    }

    // MARK: Places

    /// Where `file` is or would be, links resolved; `nil` while there is no root.
    private func resolve(_ file: String) throws(Obstacle) -> OutputFolder.Place? {
        if root == nil {
            guard let path = folder.root() else { return nil }
            root = (path, -1)
        }
        guard let root else { return nil }
        var components = file.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let name = components.popLast() else { return OutputFolder.Place([]) }
        let given = Array(file.utf8.dropLast(name.utf8.count))
        var place = root.path
        if let resolved, resolved.folder == given {
            place = resolved.place
        } else {
            for component in components {
                place = try OutputFolder.step(from: place, to: component, root: root.path)
            }
            resolved = (given, place)
        }
        place = try OutputFolder.step(from: place, to: name, root: root.path)
        return OutputFolder.Place(
            place.utf8.dropFirst(root.path.utf8.count).split(separator: UInt8(ascii: "/")).map {
                ExactString(String(Substring($0)))
            })
    }

    // MARK: Folders

    /// Opens a folder below the root; the descriptor is the walk's, and open until its next step.
    func open(_ components: [ExactString]) throws(Obstacle) -> Int32 {
        var made = OutputFolder.MadeFolders()
        return try walk(components, isMaking: false, &made)
    }

    /// - Parameter isMaking: whether folders that are not there are made, and entered in `made`.
    @discardableResult
    private func walk(
        _ components: [ExactString], isMaking: Bool, _ made: inout OutputFolder.MadeFolders
    ) throws(Obstacle) -> Int32 {
        var common = 0
        while common < min(steps.count, components.count), steps[common].component == components[common] { common += 1 }
        keep(common)
        var current = steps.last?.descriptor ?? -1
        if current < 0 { current = try openRoot() }
        for index in common..<components.count {
            let component = components[index]
            var next = Self.step(into: component, from: current)
            if next < 0, errno == ENOENT, isMaking {
                if mkdirat(current, component.string, 0o777) == 0 {
                    made.below.append(Array(components[...index]))
                } else if errno != EEXIST {
                    throw Self.failure(at: components[...index])
                }
                next = Self.step(into: component, from: current)
            }
            guard next >= 0 else { throw Self.failure(at: components[...index]) }
            steps.append((component, next))
            current = next
        }
        return current
    }

    private func keep(_ count: Int) {
        for step in steps[count...] { close(step.descriptor) }
        steps.removeLast(steps.count - count)
    }

    /// The root is what the user named; links on the way to it are the user's.
    private func openRoot() throws(Obstacle) -> Int32 {
        if let root, root.descriptor >= 0 { return root.descriptor }
        guard let path = root?.path ?? folder.root() else { throw .system("the output folder cannot be opened") }
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("the output folder cannot be opened") }
        root = (path, descriptor)
        return descriptor
    }

    private static func step(into component: ExactString, from folder: Int32) -> Int32 {
        openat(folder, component.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }

    private static func failure(at components: ArraySlice<ExactString>) -> Obstacle {
        let place = components.map(\.string).joined(separator: "/")
        return errno == ENOTDIR || errno == ELOOP
            ? OutputFolder.inTheWay(place) : .system("the folder \(place) cannot be made")
    }
}
