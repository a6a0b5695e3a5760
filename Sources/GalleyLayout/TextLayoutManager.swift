import GalleyFonts
import GalleyText

/// Keeps a text laid out while its attachments arrive and its storage is edited, and tells what changed.
///
///     let manager = TextLayoutManager(text, fonts: fonts, width: 600, loader: .files(below: folder))
///     draw(manager.layout)
///     for await change in manager.changes { redraw(change.rects) }
///
/// The initializer lays out at once, with declared or placeholder sizes: lines are complete before any byte arrives.
/// Loads run concurrently, equal URLs once; what arrives while a batch is being laid out is the next batch. Nothing is
/// shaped again for an attachment, and only paragraphs in which a size changed are broken again.
///
/// Safe to use from several tasks. A manager that is released goes on loading, so that `changes` can be awaited alone;
/// `cancelLoading` ends that.
public final class TextLayoutManager: Sendable {
    private let core: LayoutManagerCore
    private let hasStorage: Bool

    /// What changed, one element for each batch of arrivals or each edit, for one reader. Changes before the reader
    /// came are kept. The stream ends when nothing more can come: all attachments have arrived or were cancelled, and
    /// there is no storage that could be edited.
    public let changes: AsyncStream<LayoutChange>

    /// Lays out a text and starts loading its attachments.
    public convenience init(
        _ text: AttributedText, fonts: FontCollection, width: Double, loader: some AttachmentLoader,
        options: LayoutOptions = LayoutOptions()
    ) {
        self.init(text, nil, fonts: fonts, width: width, loader: loader, options: options)
    }

    /// Lays out a text; its attachments stay as they are.
    public convenience init(
        _ text: AttributedText, fonts: FontCollection, width: Double, options: LayoutOptions = LayoutOptions()
    ) {
        self.init(text, nil, fonts: fonts, width: width, loader: nil, options: options)
    }

    /// Lays out a storage in a container, and follows its edits.
    public convenience init(
        _ storage: TextStorage, container: TextContainer, fonts: FontCollection,
        loader: (any AttachmentLoader)? = nil, options: LayoutOptions = LayoutOptions()
    ) {
        var options = options
        options.maximumLines = container.maximumLines
        options.truncation = container.truncation
        options.exclusions = container.exclusions
        self.init(
            storage.text, storage, fonts: fonts, width: container.size.width, loader: loader, options: options)
        core.setContainerHeight(container.size.height)
    }

    private init(
        _ text: AttributedText, _ storage: TextStorage?, fonts: FontCollection, width: Double,
        loader: (any AttachmentLoader)?, options: LayoutOptions
    ) {
        let (stream, continuation) = AsyncStream.makeStream(of: LayoutChange.self)
        changes = stream
        hasStorage = storage != nil
        func make(_ text: AttributedText) -> LayoutManagerCore {
            LayoutManagerCore(
                DocumentLayout(text, fonts: fonts, width: width, options: options), loader: loader,
                followsStorage: storage != nil, continuation)
        }
        core = storage?.attach(make) ?? make(text)
        core.startLoading()
    }

    deinit {
        if hasStorage { core.finish() }
    }

    /// The layout as it is now.
    public var layout: DocumentLayout { core.layout }

    /// The lines as they are now; a snapshot.
    public var lines: DocumentLayout.Lines { core.layout.lines }

    /// The document's size as it is now.
    public var size: Size { core.layout.size }

    /// Whether the text is higher than its container.
    public var overflowsContainer: Bool { core.overflowsContainer }

    /// All work since the manager was made, the first layout included.
    public var work: LayoutWork { core.work }

    /// Why attachments failed.
    public var diagnostics: [Diagnostic] { core.diagnostics }

    /// Lays out at another width; shapes nothing. The change is reported as one rectangle.
    public func setWidth(_ width: Double) { core.setWidth(width) }

    /// What has arrived for an attachment; `nil` before, and for one that failed.
    public func loadedAttachment(_ id: AttachmentID) -> LoadedAttachment? { core.loaded(id) }

    /// Cancels all loads: none of them changes anything from now on, and `changes` ends.
    public func cancelLoading() { core.cancelLoading() }

    /// Cancels the load of an attachment's URL, unless it has arrived.
    public func cancelLoading(of attachment: AttachmentID) { core.cancelLoading(of: attachment) }

    /// Waits until no load is under way and everything that arrived is laid out.
    public func waitForAttachments() async { await core.waitUntilIdle() }
}
