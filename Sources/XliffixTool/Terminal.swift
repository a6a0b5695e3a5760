import ArgumentParser
import Foundation
import GalleyXLIFF

/// How much is said, and in which colours.
struct TerminalOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show warnings and errors only.")
    var quiet = false
}

/// Standard error, for messages to a person.
struct Terminal {
    /// The kinds of text, each with its colour.
    enum Style: Sendable {
        case plain, bold, dim, note, warning, error, good
    }

    /// Colours text, or does not: when standard error is no terminal, or `NO_COLOR` is set.
    struct Painter: Sendable {
        var isColoured: Bool

        func paint(_ text: String, _ style: Style) -> String {
            guard isColoured else { return text }
            let code =
                switch style {
                case .plain: "0"
                case .bold: "1"
                case .dim: "2"
                case .note: "36"
                case .warning: "33;1"
                case .error: "31;1"
                case .good: "32"
                }
            return "\u{1B}[\(code)m\(text)\u{1B}[0m"
        }
    }

    let isQuiet: Bool
    let style: Painter
    /// Whether standard error can move its cursor.
    private let isTerminal: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(_ options: TerminalOptions) {
        isQuiet = options.quiet
        isTerminal = Self.canMoveCursor(STDERR_FILENO)
        style = Painter(isColoured: Self.showsColours(STDERR_FILENO))
        start = clock.now
    }

    private static func canMoveCursor(_ stream: Int32) -> Bool {
        isatty(stream) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Whether what is written to a stream is coloured (no-color.org).
    static func showsColours(_ stream: Int32) -> Bool {
        canMoveCursor(stream) && ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty != false
    }

    /// Shows how far the work is, in one line that replaces itself: on a terminal only, and when it takes longer than a
    /// moment.
    func progress(_ text: @autoclosure () -> String) {
        guard isTerminal, !isQuiet, clock.now - start > .milliseconds(500) else { return }
        let line = text().prefix(100)
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }

    /// Takes the progress line away.
    func endProgress() {
        guard isTerminal, !isQuiet, clock.now - start > .milliseconds(500) else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }

    /// One line or several; only errors when quiet.
    func say(_ text: String, style kind: Style = .plain) {
        guard !isQuiet || kind == .error else { return }
        write(kind == .plain ? text : style.paint(text, kind))
    }

    /// The findings in order; no notes when quiet.
    func show(_ findings: [Finding]) {
        var text = ""
        for finding in findings where !isQuiet || finding.severity > .note { text += line(finding) + "\n" }
        if !text.isEmpty { FileHandle.standardError.write(Data(text.utf8)) }
    }

    private func line(_ finding: Finding) -> String { style.isColoured ? finding.coloured : finding.description }

    private func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
