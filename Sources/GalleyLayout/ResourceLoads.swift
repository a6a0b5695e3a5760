import GalleyText

/// Several resources at once.
package enum ResourceLoads {
    /// What `load` makes of each element, ``LayoutLimits/maximumConcurrentLoads`` at a time, in the elements' order.
    package static func load<Element: Sendable, Value: Sendable>(
        _ elements: [Element], progress: ((_ done: Int, _ total: Int) -> Void)? = nil,
        _ load: @escaping @Sendable (Element) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            var next = 0
            func addNext() {
                guard next < elements.count else { return }
                let (index, element) = (next, elements[next])
                next += 1
                group.addTask { (index, await load(element)) }
            }
            for _ in 0..<LayoutLimits.maximumConcurrentLoads { addNext() }
            var values = [Value?](repeating: nil, count: elements.count)
            var done = 0
            for await (index, value) in group {
                values[index] = value
                done += 1
                progress?(done, elements.count)
                addNext()
            }
            return values.compactMap { $0 }
        }
    }

    /// Whichever is first, what `load` makes of a URL, or the end of the time. A load that goes on after it was cancelled is
    /// waited for.
    package static func load<Value: Sendable>(
        _ url: String, timeout: Duration, timedOut: @escaping @Sendable (AttachmentLoadError) -> Value,
        _ load: @escaping @Sendable (String) async -> Value
    ) async -> Value {
        await withTaskGroup(of: Value.self) { group in
            group.addTask { await load(url) }
            group.addTask {
                // A cancelled wait means that the answer is there, and this one is not looked at.
                try? await Task.sleep(for: timeout)
                return timedOut(.timedOut(url: shown(url)))
            }
            let value = await group.next() ?? timedOut(.timedOut(url: shown(url)))
            group.cancelAll()
            return value
        }
    }

    /// A URL short enough for a message: data URLs are long.
    package static func shown(_ url: String) -> String {
        url.utf8.count > 200 ? url.prefix(160) + "..." : url
    }
}
