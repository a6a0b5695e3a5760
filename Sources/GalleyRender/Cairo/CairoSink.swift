import CGalleyCairo

/// Receives the bytes that a Cairo surface writes.
final class CairoSink {
    private(set) var bytes: [UInt8] = []

    /// Cairo's write function; its closure argument is `closure`.
    static let write: cairo_write_func_t = { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<CairoSink>.fromOpaque(closure).takeUnretainedValue()
        sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
    }

    /// Valid as long as the sink lives: its owner destroys the surface first.
    var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The bytes, which the sink then has no more.
    func take() -> [UInt8] {
        let result = bytes
        bytes = []
        return result
    }
}
