#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The C library's functions of real numbers, the only use of it in this module.
enum MathFunctions {
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
    static func sine(_ radians: Double) -> Double { sin(radians) }
    static func cosine(_ radians: Double) -> Double { cos(radians) }
    static func tangent(_ radians: Double) -> Double { tan(radians) }
    static func arcSine(_ value: Double) -> Double { asin(value) }
    static func arcCosine(_ value: Double) -> Double { acos(value) }
    static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
    static func exponential(_ value: Double) -> Double { exp(value) }
    static func logarithm(_ value: Double) -> Double { log(value) }
}
