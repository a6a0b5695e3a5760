import ArgumentParser
import Galley
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a run says on standard error, and how it ends: 0 done, 1 with warnings, 2 with errors, 64 where nothing is wrong but
/// what was asked for.
final class Report: Sendable {
    private let worst = Mutex<Diagnostic.Severity?>(nil)
    private let asksTooMuch = Mutex(false)
    private let isQuiet: Bool

    init(_ options: ReportOptions) {
        isQuiet = options.quiet
    }

    /// Says it, unless it is no error and all is to be quiet. Notes do not change how the run ends.
    func add(_ diagnostic: Diagnostic, file: String? = nil) {
        var diagnostic = diagnostic
        diagnostic.file = diagnostic.file ?? file
        worst.withLock { $0 = max($0 ?? .note, diagnostic.severity) }
        if diagnostic.severity == .error || !isQuiet { Report.printLine("\(diagnostic)") }
    }

    func add(_ error: InputError) {
        if error.isUsage {
            asksTooMuch.withLock { $0 = true }
            Report.printLine("\(error.diagnostic)")
        } else {
            add(error.diagnostic)
        }
    }

    func add(_ diagnostics: [Diagnostic], file: String) {
        // What is said a thousand times is said a few times.
        var counts: [String: Int] = [:]
        for diagnostic in diagnostics where diagnostic.severity > .note {
            counts[diagnostic.code, default: 0] += 1
            if counts[diagnostic.code, default: 0] <= Report.maximumPerCode { add(diagnostic, file: file) }
        }
        for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > Report.maximumPerCode {
            add(Diagnostic(.warning, code: code, "\(count - Report.maximumPerCode) more of these"), file: file)
        }
    }

    /// Throws the exit code, unless it is 0.
    func finish() throws {
        switch worst.withLock({ $0 }) {
        case .error: throw ExitCode(2)
        case _ where asksTooMuch.withLock({ $0 }): throw ExitCode.validationFailure
        case .warning: throw ExitCode(1)
        case .note, nil: return
        }
    }

    static let maximumPerCode = 10

    static func printLine(_ line: String) {
        write(Array((line + "\n").utf8))
    }

    /// Writes the result of a run to standard output. What it does not take is an error.
    func output(_ bytes: [UInt8]) {
        let failure = bytes.withUnsafeBytes { OpenFile(STDOUT_FILENO).write($0) }
        guard failure != 0 else { return }
        let error = RenderError.cannotWrite(path: "standard output", reason: String(cString: strerror(failure)))
        add(Diagnostic(.error, code: "output", "\(error)"))
    }

    /// Writes to standard error; who does not read it is not told.
    static func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { OpenFile(STDERR_FILENO).write($0) }
    }
}
