import Foundation
import Galley

/// One input: a file, or standard input.
struct Input: Sendable {
    /// As it was given; `-` is standard input.
    var path: String

    var isStandardInput: Bool { path == "-" }

    /// What messages call it.
    var name: String { isStandardInput ? "<stdin>" : path }

    /// The file's name without its extension.
    var stem: String {
        isStandardInput ? "stdin" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// The most bytes that are read.
    static let maximumBytes = 1 << 30

    /// The bytes; throws a diagnostic that says why not.
    func read() throws(InputError) -> Data {
        let reader = try open()
        var data = Data()
        while let chunk = try reader.next() { data += chunk }
        return data
    }

    /// Begins to read; throws a diagnostic that says why not.
    func open() throws(InputError) -> InputReader {
        if isStandardInput { return InputReader(path: path, handle: .standardInput, byteCount: nil) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw InputError(code: "no-such-file", message: "there is no such file", file: path)
        }
        guard !isFolder.boolValue else {
            throw InputError(code: "is-a-folder", message: "it is a folder; name the files in it", file: path)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
        if let size, size > Input.maximumBytes {
            throw InputError(code: "too-large", message: "\(size) bytes are more than can be read", file: path)
        }
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return InputReader(path: path, handle: handle, byteCount: size)
        } catch {
            throw InputError(unreadable: path, error)
        }
    }

    /// HTML or plain text: by the extension, else by the first character of how it begins.
    func kind(_ options: InputOptions, _ bytes: Data) -> InputOptions.Kind {
        if let from = options.from { return from }
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "html", "htm", "xhtml", "xht": return .html
        case "txt", "text", "md": return .text
        default:
            let first = bytes.prefix(1_024).first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
            return first == UInt8(ascii: "<") ? .html : .text
        }
    }

    /// What relative URLs refer to: the option, else the file itself.
    func baseURL(_ options: InputOptions) -> URL? {
        if let url = options.baseURL { return URL(string: url) }
        return isStandardInput ? nil : URL(fileURLWithPath: path).standardizedFileURL
    }

    /// The folder that pictures, fonts and style sheets may be read from: the option's, else the file's, or that of a base
    /// URL that is a file.
    func folder(_ options: InputOptions) -> URL? {
        if let root = options.root { return URL(fileURLWithPath: root, isDirectory: true).standardizedFileURL }
        if let base = baseURL(options), base.isFileURL {
            return base.hasDirectoryPath ? base : base.deletingLastPathComponent()
        }
        return nil
    }
}

/// Hands out the bytes of an input some at a time, so that a large one is never held whole.
final class InputReader {
    /// The size of a file, as it was when it was opened.
    let byteCount: Int?
    private let path: String
    private let handle: FileHandle

    /// How many bytes are read at once.
    private static let chunkBytes = 1 << 18

    fileprivate init(path: String, handle: FileHandle, byteCount: Int?) {
        self.path = path
        self.handle = handle
        self.byteCount = byteCount
    }

    /// The next bytes; `nil` at the end.
    func next() throws(InputError) -> Data? {
        do {
            let data = try handle.read(upToCount: InputReader.chunkBytes)
            return data.flatMap { $0.isEmpty ? nil : $0 }
        } catch {
            throw InputError(unreadable: path, error)
        }
    }
}

extension InputError {
    fileprivate init(unreadable path: String, _ error: any Error) {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        var reason = (error as NSError).localizedDescription
        if let underlying, underlying.domain == NSPOSIXErrorDomain {
            reason = String(cString: strerror(Int32(underlying.code)))
        }
        self.init(code: "unreadable", message: "cannot be read: \(reason)", file: path)
    }
}

/// Why an input could not be used.
struct InputError: Error {
    var code: String
    var message: String
    var file: String
    /// Whether the command asks for what cannot be.
    var isUsage = false

    var diagnostic: Diagnostic { Diagnostic(.error, code: code, message, file: file) }
}
