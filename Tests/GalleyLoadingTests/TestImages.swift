import GalleyLoading
import GalleyText

/// Small images, written out by hand or by the reference programs.
enum TestImage: String, CaseIterable {
    case png, interlacedPNG, jpeg, turnedJPEG, webp, lossyWebP, gif

    func bytes() throws -> [UInt8] { try DataURL("data:;base64," + base64).bytes }

    private var base64: String {
        switch self {
        case .png: Self.pngText
        case .interlacedPNG: Self.interlacedPNGText
        case .jpeg: Self.jpegText
        case .turnedJPEG: Self.turnedJPEGText
        case .webp: Self.webpText
        case .lossyWebP: Self.lossyWebPText
        case .gif: Self.gifText
        }
    }

    var format: LoadedAttachment.Format {
        switch self {
        case .png, .interlacedPNG: .png
        case .jpeg, .turnedJPEG: .jpeg
        case .webp, .lossyWebP: .webp
        case .gif: .gif
        }
    }

    /// As shown.
    var size: (width: Int, height: Int) {
        switch self {
        case .png, .interlacedPNG: (3, 2)
        case .jpeg: (16, 8)
        case .turnedJPEG: (8, 16)
        case .webp, .lossyWebP, .gif: (4, 3)
        }
    }

    /// 3 x 2 RGBA: red, green, blue / white, black, half-transparent red.
    private static let pngText =
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAGklEQVR4nAXBgQEAAATAoPjc5VMiiVrFkLkHizMJfS"
        + "RmkDoAAAAASUVORK5CYII="
    /// 3 x 2, the same, interlaced.
    private static let interlacedPNGText =
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAAHqc1aMAAAAGElEQVR4nGP4z8AARAz/wTQQ/v8P4zYAAKrxDHXv/b"
        + "ITAAAAAElFTkSuQmCC"
    /// 16 x 8, left half red, right half blue.
    private static let jpegText = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBw
        YGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK
        CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAw
        QFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK
        FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmq
        KjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB
        AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRob
        HBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE
        hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+P
        n6/9oADAMBAAIRAxEAPwD4vr5Door+qP2Zf/NV/wDcj/7uH9qftDP+aZ/7nf8A3UP/2Q==
        """
    /// The same with Exif orientation 6.
    private static let turnedJPEGText = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAIBAQEBAQ
        IBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgIC
        AgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIAB
        ADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQID
        AAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1
        hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW
        19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBA
        QDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5
        OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uL
        m6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD4vr5Door+qP2Zf/NV/wDc
        j/7uH9qftDP+aZ/7nf8A3UP/2Q==
        """
    /// 4 x 3 lossless: all of 0x80FF0000 straight.
    private static let webpText =
        "UklGRhwAAABXRUJQVlA4TA8AAAAvA4AAEAcQ/Y8CBiKi/wEA"
    private static let lossyWebPText =
        "UklGRkAAAABXRUJQVlA4IDQAAAAwAgCdASoEAAMAAMASJaACdLoB+AH4AARoAAD++iGX/3easNN39a3/9aOfron+tH"
        + "P/WVgA"
    /// 4 x 3: a red frame with one transparent pixel at (1, 1).
    private static let gifText =
        "R0lGODlhBAADAIEAAAAAAP8AAAAAAAAAACH5BAEAAAAALAAAAAAEAAMAAAgJAAMIFAhg4MCAADs="
}
