import GalleyUnicode

/// What is known of each byte of an inline text before fonts are looked at: boundaries, bidi levels, scripts.
public struct TextAnalysis: Sendable {
    /// Line and grapheme boundaries before each byte.
    public internal(set) var flags: ContiguousArray<BoundaryFlags> = []
    /// The embedding level of each byte; empty when all are left-to-right at level 0.
    public internal(set) var levels: ContiguousArray<UInt8> = []
    /// The paragraph's level: 0 or 1.
    public internal(set) var baseLevel: UInt8 = 0
    /// Runs of one script, covering the text: where each ends and which it is.
    public internal(set) var scripts: ContiguousArray<ScriptRun> = []

    public struct ScriptRun: Sendable, Hashable {
        public var end: Int
        public var script: Script
    }

    init() {}

    /// The embedding level of the byte at an inline offset; the paragraph's past the end.
    @inlinable public func level(at offset: Int) -> UInt8 {
        levels.isEmpty ? 0 : offset < levels.count ? levels[offset] : baseLevel
    }
}
