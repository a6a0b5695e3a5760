import Foundation
import GalleyMarkup

/// An XLIFF document on disk or standard input, opened for reading; closed when the value goes away.
public final class XLIFFInputFile {
    /// Standard input.
    public static let standardInput = "-"

    public let source: XMLFileSource
    private let descriptor: Int32

    /// Opens the file at `path`, or standard input for `-`.
    ///
    /// - Throws: ``XLIFFError`` with the system's reason; a directory is refused.
    public init(path: String) throws(XLIFFError) {
        func fail(_ reason: String) -> XLIFFError {
            XLIFFError(Finding(.error, .cannotRead, "cannot be read: \(reason)", file: path))
        }
        if path == Self.standardInput {
            descriptor = 0
        } else {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw fail(String(cString: strerror(errno))) }
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                close(descriptor)
                throw fail("it is a folder")
            }
        }
        source = XMLFileSource(descriptor: descriptor)
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// The XLIFF documents that `path` stands for: itself, or what a folder or an `.xcloc` bundle holds, sorted.
    ///
    /// In a bundle that is what stands in its `Localized Contents`; the originals in `Source Contents` are none. Hidden
    /// folders and symbolic links inside a folder are not followed.
    ///
    /// - Throws: ``XLIFFError`` when there is nothing at `path`, or no document in the folder.
    public static func documents(at path: String) throws(XLIFFError) -> [String] {
        var isFolder: ObjCBool = false
        guard path != standardInput, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            isFolder.boolValue
        else { return [path] }
        var found: [String] = []
        var pending = [path]
        while let folder = pending.popLast() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where !name.hasPrefix(".") && name != "Source Contents" {
                let child = folder.hasSuffix("/") ? folder + name : folder + "/" + name
                var status = stat()
                guard lstat(child, &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: pending.append(child)
                case S_IFREG: if isDocument(name) { found.append(child) }
                default: break
                }
            }
        }
        guard !found.isEmpty else {
            throw XLIFFError(
                Finding(.error, .nothingFound, "no .xliff, .xlf or .xcloc in this folder", file: path))
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The `Source Contents` folder of the `.xcloc` bundle that the document at `path` lies in, if there is one.
    public static func sourceContents(of path: String) -> String? {
        let bundle = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
        let folder = bundle.appendingPathComponent("Source Contents").path
        var isFolder: ObjCBool = false
        guard bundle.pathExtension == "xcloc", FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
            isFolder.boolValue
        else { return nil }
        return folder
    }

    private static func isDocument(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".xliff") || name.hasSuffix(".xlf")
    }
}
