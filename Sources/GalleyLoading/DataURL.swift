/// A `data:` URL taken apart (RFC 2397; decoding as the Fetch standard §5 says).
public struct DataURL: Sendable, Hashable {
    /// As written; `text/plain;charset=US-ASCII` when there is none.
    public var mediaType: String
    public var bytes: [UInt8]

    /// Why a URL could not be decoded.
    public enum Failure: Error, Sendable, Hashable {
        case notADataURL
        case noComma
        case badBase64
        case tooLarge
    }

    /// Decodes base64 (white space ignored, padding optional) or percent-encoding. O(n).
    public init(_ url: String, maximumBytes: Int = LoadingLimits.maximumBytes) throws(Failure) {
        let utf8 = Array(url.utf8)
        guard utf8.count >= 5, String(decoding: utf8.prefix(5), as: UTF8.self).lowercased() == "data:" else {
            throw .notADataURL
        }
        guard let comma = utf8.firstIndex(of: 0x2C) else { throw .noComma }
        // Even base64 that is percent-encoded wholly needs at most four characters a byte.
        guard utf8.count - comma <= maximumBytes.multipliedReportingOverflow(by: 4).partialValue else {
            throw .tooLarge
        }
        var head = String(decoding: utf8[5..<comma], as: UTF8.self)
        var isBase64 = false
        if let semicolon = head.lastIndex(of: ";"),
            head[head.index(after: semicolon)...].filter({ $0 != " " }).lowercased() == "base64"
        {
            isBase64 = true
            head = String(head[..<semicolon])
        }
        mediaType = head.isEmpty ? "text/plain;charset=US-ASCII" : head
        // A fragment is no part of the data (Fetch §5: serialized without it).
        let body = PercentEncoding.decoded(utf8[(comma + 1)...].prefix { $0 != 0x23 })
        if isBase64 {
            guard let decoded = Base64.decoded(body) else { throw .badBase64 }
            bytes = decoded
        } else {
            bytes = body
        }
        guard bytes.count <= maximumBytes else { throw .tooLarge }
    }
}

enum PercentEncoding {
    /// The bytes with `%XX` decoded; a `%` without two digits stays (URL standard §1.3).
    static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let next = bytes.index(after: index)
            if bytes[index] == 0x25, next != bytes.endIndex, let high = digit(bytes[next]) {
                let last = bytes.index(after: next)
                if last != bytes.endIndex, let low = digit(bytes[last]) {
                    result.append(high << 4 | low)
                    index = bytes.index(after: last)
                    continue
                }
            }
            result.append(bytes[index])
            index = next
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

enum Base64 {
    /// Forgiving-base64 decode (Infra standard §7), and the URL-safe alphabet too; `nil` for other characters.
    static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var buffer: UInt32 = 0
        var held = 0
        var characters = 0
        var padding = 0
        for byte in bytes {
            let value: UInt32
            switch byte {
            case 0x41...0x5A: value = UInt32(byte) - 0x41
            case 0x61...0x7A: value = UInt32(byte) - 0x61 + 26
            case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
            case 0x2B, 0x2D: value = 62
            case 0x2F, 0x5F: value = 63
            case 0x3D:
                padding += 1
                continue
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
            default: return nil
            }
            guard padding == 0 else { return nil }
            characters += 1
            buffer = buffer << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(held)))
            }
        }
        guard characters % 4 != 1, padding <= 2 else { return nil }
        return result
    }
}
