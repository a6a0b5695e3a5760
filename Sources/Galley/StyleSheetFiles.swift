import Foundation
import GalleyLoading
import GalleyText

/// Style sheets that a document links to, from files.
public enum StyleSheetFiles {
    /// The most bytes of one style sheet.
    public static let maximumBytes = 4 << 20

    /// A loader for `HTMLOptions.styleSheetLoader` that reads `data:` URLs and files below a folder, and nothing else.
    /// It throws an `AttachmentLoadError` for what it does not read.
    ///
    ///     options.styleSheetLoader = StyleSheetFiles.loader(below: folder)
    public static func loader(below folder: URL) -> @Sendable (_ url: String) throws -> [UInt8]? {
        let loader = FileAttachmentLoader(folder: folder, maximumBytes: maximumBytes)
        return { url in try loader.loadNow(url).bytes }
    }
}
