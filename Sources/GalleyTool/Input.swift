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
        if isStandardInput {
            let data = (try? FileHandle.standardInput.readToEnd()) ?? nil
            return data ?? Data()
        }
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
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw InputError(code: "unreadable", message: "cannot be read: \(reason(error))", file: path)
        }
    }

    private func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        if let underlying, underlying.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(underlying.code)))
        }
        return (error as NSError).localizedDescription
    }

    /// HTML or plain text: by the extension, else by the first character.
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

    /// The folder that images may be read from: the file's, or that of a base URL that is a file.
    func folder(_ options: InputOptions) -> URL? {
        if let base = baseURL(options), base.isFileURL {
            return base.hasDirectoryPath ? base : base.deletingLastPathComponent()
        }
        return nil
    }
}

/// Why an input could not be used.
struct InputError: Error {
    var code: String
    var message: String
    var file: String

    var diagnostic: Diagnostic { Diagnostic(.error, code: code, message, file: file) }
}
