import CGalleyData

/// A stretch of text in one script.
@frozen
public struct ScriptRun: Hashable, Sendable {
    /// Its bytes.
    public var range: Range<Int>
    /// Its script, never Inherited; Common only when the whole text is.
    public var script: Script

    /// A run.
    @inlinable public init(range: Range<Int>, script: Script) {
        self.range = range
        self.script = script
    }
}

/// The scripts of a text, resolved as UAX #24 §5.1 and §5.2 say.
///
///     let runs = ScriptRuns.resolve(utf8)   // "Привет, мир!" is one run of Cyrl
///
/// - Common and Inherited characters take the script before them, at the start of the text the first script after.
/// - A closing bracket takes the script of its opening one.
/// - A character with Script_Extensions (the danda, the ideographic comma, the prolonged sound mark) stays in a run whose
///   script is one of them; otherwise it starts a run that takes the first script after it that all such characters of
///   the run allow.
/// - A combining mark goes with its base; after a base without a script (U+25CC, a space) both go with the mark's script.
public enum ScriptRuns {
    /// The runs of `utf8`, maximal and without gaps; none for an empty text. Linear.
    public static func resolve(_ utf8: UnsafeBufferPointer<UInt8>) -> [ScriptRun] {
        var runs: [ScriptRun] = []
        resolve(utf8, into: &runs)
        return runs
    }

    /// The same, appended to `runs`, which is not emptied.
    public static func resolve(_ utf8: UnsafeBufferPointer<UInt8>, into runs: inout [ScriptRun]) {
        guard !utf8.isEmpty else { return }
        var resolver = ScriptResolver(utf8: utf8)
        resolver.run(into: &runs)
    }
}

/// One walk over a text.
private struct ScriptResolver {
    private struct OpenBracket {
        var closing: UInt32
        /// The index of the run that the opening bracket is in.
        var run: Int
    }

    let utf8: UnsafeBufferPointer<UInt8>
    /// Where the current run starts, and its script; Common while that is open.
    private var start = 0
    private var script = Script.common
    /// While the script is open: those that the characters of the run allow, by their Script_Extensions; empty when
    /// none of them says anything.
    private var candidates: [UInt8] = []
    /// Where the last scalar that is no mark starts.
    private var base = 0
    /// How many runs were there before this text's.
    private var firstRun = 0
    private var open: [OpenBracket] = []

    init(utf8: UnsafeBufferPointer<UInt8>) { self.utf8 = utf8 }

    mutating func run(into runs: inout [ScriptRun]) {
        firstRun = runs.count
        var offset = 0
        while offset < utf8.count {
            let byte = utf8[offset]
            if script == .latin {
                // In Latin text nothing of ASCII changes anything but brackets.
                var next = offset
                while next < utf8.count, utf8[next] < 0x80, galley_unicode_bidi_ascii(utf8[next]) & 0x20 == 0 {
                    next &+= 1
                }
                if next > offset {
                    base = next &- 1
                    offset = next
                    continue
                }
            }
            if byte < 0x80 {
                // ASCII letters are Latin, the rest is Common; only brackets need a look.
                let isLetter = (byte | 0x20) &- 0x61 < 26
                if isLetter {
                    if script != .latin { take(.latin, at: offset, into: &runs) }
                } else if galley_unicode_bidi_ascii(byte) & 0x20 != 0 {
                    takeBracket(UInt32(byte), at: offset, into: &runs)
                }
                base = offset
                offset &+= 1
                continue
            }
            if script != .common {
                // What is of the run's own script only goes on with it.
                let own = script.rawValue
                var next = offset
                var last = base
                while next < utf8.count, utf8[next] >= 0x80 {
                    let (scalar, length) = UTF8Decoding.decode(utf8, at: next)
                    guard galley_unicode_script(scalar) == own else { break }
                    last = next
                    next &+= length
                }
                base = last
                if next > offset {
                    offset = next
                    continue
                }
            }
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            takeScalar(scalar, at: offset, into: &runs)
            offset &+= length
        }
        close(at: utf8.count, into: &runs)
    }

    private mutating func takeScalar(_ scalar: UInt32, at offset: Int, into runs: inout [ScriptRun]) {
        let own = UnicodeProperties.script(scalar)
        if own == script, script != .common {
            base = offset  // a mark of this script here only goes on with it
            return
        }
        let isGeneric = own.isGeneric || own == .unknown
        if UnicodeProperties.isMark(scalar), offset > 0 {  // §5.2
            if !isGeneric, base >= start, isGenericBase { take(own, at: base, into: &runs) }
            return
        }
        base = offset
        let extensions = UnicodeProperties.scriptExtensions(scalar)
        if !extensions.isEmpty {
            takeExtensions(extensions, at: offset, into: &runs)
        } else if !isGeneric {
            take(own, at: offset, into: &runs)
        } else if galley_unicode_bidi(scalar) & 0x20 != 0 {
            takeBracket(scalar, at: offset, into: &runs)
        }
    }

    /// Whether the last base has no script of its own.
    private var isGenericBase: Bool {
        let scalar = UTF8Decoding.decode(utf8, at: base).scalar
        return UnicodeProperties.script(scalar).isGeneric && UnicodeProperties.scriptExtensions(scalar).isEmpty
    }

    private mutating func takeExtensions(
        _ extensions: UnsafeBufferPointer<UInt8>, at offset: Int, into runs: inout [ScriptRun]
    ) {
        if script == .common {
            let common = candidates.isEmpty ? Array(extensions) : candidates.filter(extensions.contains)
            if !common.isEmpty {
                candidates = common
                return
            }
        } else if extensions.contains(script.rawValue) {
            return
        }
        close(at: offset, into: &runs)
        candidates = Array(extensions)
    }

    /// Goes on in `next`: names the run while its script is open and allows it, otherwise starts a new one.
    private mutating func take(_ next: Script, at offset: Int, into runs: inout [ScriptRun]) {
        let isOpen = script == .common && (candidates.isEmpty || candidates.contains(next.rawValue))
        if !isOpen { close(at: offset, into: &runs) }
        script = next
    }

    /// Ends the current run, if it has any text.
    private mutating func close(at offset: Int, into runs: inout [ScriptRun]) {
        guard offset > start else { return }
        let resolved = script == .common ? candidates.first.map(Script.init(rawValue:)) ?? script : script
        if runs.count > firstRun, runs[runs.count - 1].script == resolved {
            // The first characters of the run went over to the script before it (a mark after a bracket).
            runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<offset
        } else {
            runs.append(ScriptRun(range: start..<offset, script: resolved))
        }
        start = offset
        script = .common
        if !candidates.isEmpty { candidates.removeAll(keepingCapacity: true) }
    }

    private mutating func takeBracket(_ scalar: UInt32, at offset: Int, into runs: inout [ScriptRun]) {
        guard let (partner, isOpening) = UnicodeProperties.pairedBracket(scalar) else { return }
        if isOpening {
            if open.count == UnicodeLimits.maximumOpenPunctuation { open.removeFirst() }
            open.append(OpenBracket(closing: partner, run: runs.count))
            return
        }
        guard let match = open.lastIndex(where: { $0.closing == scalar }) else { return }
        let opening = open[match].run
        open.removeSubrange(match...)
        // Within one run nothing is to be done, and a run that was closed has its script.
        guard opening < runs.count else { return }
        let wanted = runs[opening].script
        if wanted != script, wanted != .common { take(wanted, at: offset, into: &runs) }
    }
}
