import Foundation
import GalleyFonts
import GalleyLayout

/// The display lists of pages, one after another: while one is drawn, the next ones are made on other threads.
///
/// Whoever comes first makes a list: one that no thread has begun is made where it is asked for. So nothing waits for a thread
/// that never comes, and the lists are the same in any case.
package struct PagesAhead: ~Copyable {
    /// A page whose list is made once.
    private final class Slot: Sendable {
        private enum State {
            case waiting, taken
            case made(DisplayList)
        }

        let page: Page
        private let state = Locked(State.waiting)

        init(_ page: Page) { self.page = page }

        /// Makes the list, unless somebody has it already: the thread may come late.
        func make() {
            state.withLock { state in
                if case .waiting = state { state = .made(page.displayList) }
            }
        }

        func take() -> DisplayList {
            state.withLock { state in
                defer { state = .taken }
                return if case .made(let list) = state { list } else { page.displayList }
            }
        }
    }

    private var pages: PagedLayout.Pages.Iterator
    private var slots: [Slot] = []

    /// As many as keep the one who draws from waiting, also where pages are not alike.
    private static let count = 3

    package init(_ pages: PagedLayout.Pages) { self.pages = pages.makeIterator() }

    /// The next page's list and its label; `nil` after the last.
    package mutating func next() -> (list: DisplayList, label: String)? {
        // That which is asked for now, and those that are made meanwhile.
        while slots.count <= PagesAhead.count, let page = pages.next() {
            let slot = Slot(page)
            slots.append(slot)
            if slots.count > 1 { DispatchQueue.global().async { slot.make() } }
        }
        guard !slots.isEmpty else { return nil }
        let slot = slots.removeFirst()
        return (slot.take(), slot.page.label)
    }
}
