/// What a dry run shows of one file: the lines that go and come, in the form of `diff -u`.
package struct FileDiff {
    /// How many lines around a change are shown.
    private static let context = 3
    /// How many changed lines are looked for; beyond that the whole file is shown as replaced.
    private static let maximumEdits = 2_000

    private let path: String
    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]
    private let isNew: Bool

    package init(_ change: StringsExport.WriteReport.Change) {
        path = change.path
        isNew = change.old == nil
        old = Self.lines(change.old ?? [])
        new = Self.lines(change.new)
    }

    /// The lines as UTF-8, compared by their bytes: a text that is normalized otherwise, or ends its lines with CR LF, is
    /// another one. What is no text is shown as far as it is.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let text = (try? SourceText(decoding: bytes, name: ""))?.utf8 ?? bytes
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    package var text: String {
        var output = "--- \(isNew ? "/dev/null" : path)\n+++ \(path)\n"
        let edits = edits
        var index = 0
        while let first = edits[index...].firstIndex(where: { $0.sign != " " }) {
            let start = max(index, first - Self.context)
            var end = first
            var next = first
            while next < edits.count, next - end <= 2 * Self.context {
                if edits[next].sign != " " { end = next + 1 }
                next += 1
            }
            let stop = min(edits.count, end + Self.context)
            output += hunk(edits[start..<stop])
            index = stop
        }
        return output
    }

    private struct Edit {
        var sign: Character
        var line: ArraySlice<UInt8>
        /// Lines of the old and of the new file before it.
        var before: (old: Int, new: Int)
    }

    private var edits: [Edit] {
        var edits: [Edit] = []
        var (oldIndex, newIndex) = (0, 0)
        func take(_ sign: Character, _ line: ArraySlice<UInt8>) {
            edits.append(Edit(sign: sign, line: line, before: (oldIndex, newIndex)))
            if sign != "+" { oldIndex += 1 }
            if sign != "-" { newIndex += 1 }
        }
        let common = commonLines
        for (left, right) in common {
            while oldIndex < left { take("-", old[oldIndex]) }
            while newIndex < right { take("+", new[newIndex]) }
            take(" ", old[left])
        }
        while oldIndex < old.count { take("-", old[oldIndex]) }
        while newIndex < new.count { take("+", new[newIndex]) }
        return edits
    }

    /// Pairs of equal lines, in order.
    private var commonLines: [(Int, Int)] {
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let suffix = min(
            zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, min(old.count, new.count) - prefix)
        var pairs = (0..<prefix).map { ($0, $0) }
        let (oldMiddle, newMiddle) = (old[prefix..<old.count - suffix], new[prefix..<new.count - suffix])
        // The standard library's search takes time with the square of the edits.
        if oldMiddle.count + newMiddle.count <= Self.maximumEdits {
            let difference = newMiddle.difference(from: oldMiddle)
            var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
            for change in difference {
                switch change {
                case .remove(let offset, _, _): removed.insert(offset)
                case .insert(let offset, _, _): inserted.insert(offset)
                }
            }
            let kept = zip(
                oldMiddle.indices.filter { !removed.contains($0 - prefix) },
                newMiddle.indices.filter { !inserted.contains($0 - prefix) })
            pairs += kept.map { ($0, $1) }
        }
        return pairs + (0..<suffix).reversed().map { (old.count - 1 - $0, new.count - 1 - $0) }
    }

    private func hunk(_ edits: ArraySlice<Edit>) -> String {
        guard let first = edits.first else { return "" }
        let (oldCount, newCount) = (edits.count { $0.sign != "+" }, edits.count { $0.sign != "-" })
        let oldStart = first.before.old + (oldCount == 0 ? 0 : 1)
        let newStart = first.before.new + (newCount == 0 ? 0 : 1)
        return "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n"
            + edits.map { "\($0.sign)\(String(decoding: $0.line, as: UTF8.self))\n" }.joined()
    }
}
