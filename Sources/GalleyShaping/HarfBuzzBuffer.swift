import CGalleyHarfBuzz

/// One `hb_buffer_t`, kept and emptied between uses.
final class HarfBuzzBuffer {
    let pointer: OpaquePointer

    init() { pointer = hb_buffer_create() }

    deinit { hb_buffer_destroy(pointer) }
}
