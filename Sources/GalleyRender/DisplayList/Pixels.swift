/// A length in px rounded to 1/64 px, the unit of layout, as the shortest decimal: `12.5`, `0.015625`, `7`.
///
/// Such numbers are exact in binary and in at most six decimals, so text goldens and JSON agree on every machine.
package func px(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let rounded = roundedTo64ths(value)
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int64(rounded)) }
    return "\(rounded)"
}

/// The nearest multiple of 1/64; never the negative zero.
package func roundedTo64ths(_ value: Double) -> Double {
    let rounded = (value * 64).rounded() / 64
    return rounded == 0 ? 0 : rounded
}
