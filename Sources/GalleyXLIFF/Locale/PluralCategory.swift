/// A plural category of CLDR (UTS #35, part 3, "Language Plural Rules").
public enum PluralCategory: String, Sendable, Hashable, CaseIterable, Comparable {
    case zero, one, two, few, many, other

    private var rank: UInt8 {
        switch self {
        case .zero: 0
        case .one: 1
        case .two: 2
        case .few: 3
        case .many: 4
        case .other: 5
        }
    }

    public static func < (left: PluralCategory, right: PluralCategory) -> Bool { left.rank < right.rank }
}
