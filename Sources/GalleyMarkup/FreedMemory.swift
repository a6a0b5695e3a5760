import CGalleyXML

/// Memory that was freed, and that the C library keeps for what is allocated next.
package enum FreedMemory {
    /// Gives it back to the system. glibc does so by itself with large blocks, and where what is free is the last of its heap; pieces
    /// in the middle stay, and count to the process. Takes about a millisecond, so it is for where some MB were freed and others
    /// are about to be needed.
    package static func giveBack() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
