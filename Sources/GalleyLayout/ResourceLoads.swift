import GalleyText

/// Several resources at once.
package enum ResourceLoads {
    /// What `load` makes of each URL, ``LayoutLimits/maximumConcurrentLoads`` at a time; what `timedOut` says of one that
    /// takes longer than `timeout`. Each URL must stand in `urls` once.
    package static func load<Value: Sendable>(
        _ urls: [String], timeout: Duration, progress: ((_ done: Int, _ total: Int) -> Void)? = nil,
        timedOut: @escaping @Sendable (AttachmentLoadError) -> Value,
        _ load: @escaping @Sendable (String) async -> Value
    ) async -> [String: Value] {
        await withTaskGroup(of: (String, Value).self) { group in
            var waiting = urls.makeIterator()
            func addNext() {
                guard let url = waiting.next() else { return }
                group.addTask { (url, await first(url, timeout: timeout, timedOut: timedOut, load)) }
            }
            for _ in 0..<LayoutLimits.maximumConcurrentLoads { addNext() }
            var values: [String: Value] = [:]
            for await (url, value) in group {
                values[url] = value
                progress?(values.count, urls.count)
                addNext()
            }
            return values
        }
    }

    /// Whichever is first, the answer or the end of the time.
    private static func first<Value: Sendable>(
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
