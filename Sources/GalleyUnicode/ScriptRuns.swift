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
        resolve(utf8, CharacterRuns(utf8), into: &runs)
    }

    /// The same, of a text that was read already.
    package static func resolve(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns, into runs: inout [ScriptRun]
    ) {
        characters.withRuns { characters in
            var resolver = ScriptResolver(utf8: utf8)
            resolver.run(characters, into: &runs)
        }
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
    /// Where the last scalar that is no mark ends; 0 before there is one.
    private var baseEnd = 0
    /// How many runs were there before this text's.
    private var firstRun = 0
    private var open: [OpenBracket] = []

    init(utf8: UnsafeBufferPointer<UInt8>) { self.utf8 = utf8 }

    mutating func run(_ characters: UnsafeBufferPointer<CharacterRun>, into runs: inout [ScriptRun]) {
        firstRun = runs.count
        var offset = 0
        for run in characters {
            if run.script == script.rawValue && script != .common || run.isWithoutScript {
                baseEnd = run.end  // marks of this script here only go on with it
            } else {
                take(run, at: offset, into: &runs)
            }
            offset = run.end
        }
        close(at: utf8.count, into: &runs)
    }

    /// Takes characters that agree in their script, their extensions, and whether they are marks: what the first does
    /// to the run, the others do not change again.
    private mutating func take(_ run: CharacterRun, at offset: Int, into runs: inout [ScriptRun]) {
        let own = Script(rawValue: run.script)
        let isGeneric = own.isGeneric || own == .unknown
        if run.isMark, offset > 0 {  // §5.2
            if !isGeneric, baseEnd > start, isGenericBase { take(own, at: baseStart, into: &runs) }
        } else {
            baseEnd = !run.isMark || run.isSingle ? run.end : UTF8Decoding.decode(utf8, at: offset).length
            if run.scriptExtensions != 0 {
                takeExtensions(UnicodeProperties.extensions(run.scriptExtensions), at: offset, into: &runs)
            } else if !isGeneric {
                take(own, at: offset, into: &runs)
            } else if run.isBracket {
                takeBracket(UTF8Decoding.decode(utf8, at: offset).scalar, at: offset, into: &runs)
            }
        }
        // The first of several may have brought the script; those behind it only go on with it.
        if run.isMark, !run.isSingle, own == script, script != .common { baseEnd = run.end }
    }

    /// Where the last scalar that is no mark starts.
    private var baseStart: Int { UTF8Decoding.scalarStart(utf8, atOrBefore: max(baseEnd - 1, 0)) }

    /// Whether the last base has no script of its own.
    private var isGenericBase: Bool {
        let scalar = UTF8Decoding.decode(utf8, at: baseStart).scalar
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
