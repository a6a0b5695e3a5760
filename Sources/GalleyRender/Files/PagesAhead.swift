import Foundation
import GalleyFonts
import GalleyLayout

/// The display lists of pages, one after another: while one is drawn, the next is made on another thread.
///
/// Whoever comes first makes it: one that no thread has begun is made where it is asked for. So nothing waits for a thread
/// that never comes, and the lists are the same in any case.
final class PagesAhead: Sendable {
    private struct State {
        var pages: PagedLayout.Pages.Iterator
        /// The next one, where it is made already.
        var made: (list: DisplayList, label: String)?

        mutating func make() {
            guard made == nil, let page = pages.next() else { return }
            made = (page.displayList, page.label)
        }
    }

    private let state: Locked<State>

    init(_ pages: PagedLayout.Pages) { state = Locked(State(pages: pages.makeIterator())) }

    /// The next page's list and its label; `nil` after the last.
    func next() -> (list: DisplayList, label: String)? {
        let next = state.withLock { state in
            state.make()
            defer { state.made = nil }
            return state.made
        }
        if next != nil { DispatchQueue.global().async { self.state.withLock { $0.make() } } }
        return next
    }
}
