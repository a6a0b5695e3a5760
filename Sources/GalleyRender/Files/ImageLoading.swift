import Foundation
import GalleyLayout
import GalleyLoading
import GalleyText

/// The pictures of a text, loaded and decoded.
///
///     let loaded = await LoadedImages.load(text, with: .files(below: folder), timeout: .seconds(10))
///     let layout = DocumentLayout(text, fonts: fonts, width: 600, attachments: loaded.states)
///     try layout.write(to: url, images: loaded.images)
///
/// For programs that wait for everything and write once; `TextLayoutManager` is for those that show what is there.
public struct LoadedImages: Sendable {
    /// The pictures that arrived.
    public var images = DrawnImages()
    /// What layout is to know of each attachment: its natural size, or that it failed.
    public var states: [AttachmentID: AttachmentState] = [:]
    /// One warning for each URL that failed.
    public var diagnostics: [Diagnostic] = []

    /// Nothing loaded, nothing known.
    public init() {}

    /// Loads all attachments that have a source, several at once and equal URLs once, each for `timeout` at most.
    public static func load(
        _ text: AttributedText, with loader: any AttachmentLoader, timeout: Duration = .seconds(10),
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) async -> LoadedImages {
        var users: [String: [AttachmentID]] = [:]
        var urls: [String] = []
        for (index, attachment) in text.attachments.enumerated() {
            guard let source = attachment.source, attachment.kind == .image || attachment.kind == .svg else { continue }
            if users[source] == nil { urls.append(source) }
            users[source, default: []].append(AttachmentID(index))
        }
        let backgrounds = Set(text.backgroundImages)
        urls += text.backgroundImages.filter { users[$0] == nil }
        let outcomes = await ResourceLoads.load(urls, progress: progress) { url in
            await ResourceLoads.load(url, timeout: timeout, timedOut: { Outcome.failed("\($0)") }) {
                await load($0, with: loader)
            }
        }
        var result = LoadedImages()
        for (url, outcome) in zip(urls, outcomes) {
            result.record(outcome, of: users[url] ?? [])
            if backgrounds.contains(url) { result.recordBackground(outcome, url) }
        }
        result.recordDrawings(of: text)
        result.recordTheRest(of: text)
        return result
    }

    private enum Outcome: Sendable {
        case image(DrawnImage, NaturalDimensions)
        case failed(String)
    }

    /// Loads and decodes one.
    private static func load(_ url: String, with loader: any AttachmentLoader) async -> Outcome {
        do {
            let attachment = try await loader.load(url)
            guard let image = try DrawnImage(attachment) else {
                return .failed("\(AttachmentLoadError.unsupportedFormat(url: ResourceLoads.shown(url)))")
            }
            return .image(image, attachment.naturalDimensions.known ?? image.naturalDimensions)
        } catch let failure as ImageDecoder.Failure {
            return .failed("\(failure): \(ResourceLoads.shown(url))")
        } catch {
            return .failed(ResourceLoads.shown("\(error)"))
        }
    }

    private mutating func record(_ outcome: Outcome, of users: [AttachmentID]) {
        switch outcome {
        case .image(let image, let size):
            for user in users {
                images[user] = image
                states[user] = .loaded(size)
            }
        case .failed(let reason):
            for user in users { states[user] = .failed }
            diagnostics.append(Diagnostic(.warning, code: "missing-image", reason))
        }
    }

    private mutating func recordBackground(_ outcome: Outcome, _ url: String) {
        if case .image(let image, _) = outcome { images.backgrounds[url] = image }
    }

    /// Inline drawings, whose source is in the text. What many have in common is said once.
    private mutating func recordDrawings(of text: AttributedText) {
        var said: Set<ImageDecoder.Failure> = []
        for (drawing, users) in InlineDrawings(text).all {
            do {
                record(.image(try drawing.image(), .none), of: users)
            } catch {
                for user in users { states[user] = .failed }
                guard said.insert(error).inserted else { continue }
                diagnostics.append(Diagnostic(.warning, code: "missing-image", "\(error): an inline drawing"))
            }
        }
    }

    /// What nobody loads will not come either: its alternative text stands in its place.
    private mutating func recordTheRest(of text: AttributedText) {
        for index in text.attachments.indices where states[AttachmentID(index)] == nil {
            states[AttachmentID(index)] = .failed
        }
    }

    /// Loads what needs no waiting: `data:` URLs, and files below the folder of the text's base URL. The rest fails.
    public static func local(_ text: AttributedText) -> LoadedImages {
        let base = text.metadata.baseURL.flatMap { URL(string: $0) }.flatMap { $0.isFileURL ? $0 : nil }
        let folder = base.map { $0.hasDirectoryPath ? $0 : $0.deletingLastPathComponent() }
        var known: [String: Outcome] = [:]
        var result = LoadedImages()
        for (index, attachment) in text.attachments.enumerated() {
            guard let source = attachment.source, attachment.kind == .image || attachment.kind == .svg else { continue }
            let outcome = known[source] ?? loadNow(source, folder)
            if known.updateValue(outcome, forKey: source) == nil {
                result.record(outcome, of: [AttachmentID(index)])
            } else if case .image = outcome {
                result.record(outcome, of: [AttachmentID(index)])
            }
        }
        for url in text.backgroundImages {
            let isNew = known[url] == nil
            let outcome = known[url] ?? loadNow(url, folder)
            if isNew { result.record(outcome, of: []) }
            result.recordBackground(outcome, url)
        }
        result.recordDrawings(of: text)
        result.recordTheRest(of: text)
        return result
    }

    private static func loadNow(_ url: String, _ folder: URL?) -> Outcome {
        do {
            let loaded =
                try folder.map { try FileAttachmentLoader(folder: $0).loadNow(url) } ?? DataURLLoader().loadNow(url)
            guard let image = try DrawnImage(loaded) else {
                return .failed("\(AttachmentLoadError.unsupportedFormat(url: ResourceLoads.shown(url)))")
            }
            return .image(image, loaded.naturalDimensions.known ?? image.naturalDimensions)
        } catch {
            return .failed(ResourceLoads.shown("\(error)"))
        }
    }

    /// What layout is to know when nothing is loaded: alternative texts everywhere.
    public static func none(of text: AttributedText) -> LoadedImages {
        var result = LoadedImages()
        result.recordTheRest(of: text)
        return result
    }
}
