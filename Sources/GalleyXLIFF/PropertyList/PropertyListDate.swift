/// Dates of XML property lists: `2001-01-31T12:00:00Z`, in UTC by the Gregorian calendar, as seconds since the beginning
/// of 2001.
enum PropertyListDate {
    private static let secondsOfDay: Int64 = 86_400
    /// The years that four digits name.
    static let range = seconds(year: 0, month: 1, day: 1)...seconds(year: 9_999, month: 12, day: 31) + secondsOfDay - 1

    /// The date that a text names.
    static func seconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == pattern.count else { return nil }
        var digits: [Int64] = []
        for (byte, expected) in zip(bytes, pattern) {
            if expected == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                digits.append(Int64(byte - 0x30))
            } else if byte != expected {
                return nil
            }
        }
        func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + $1 } }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
        guard (1...12).contains(month), day >= 1, day <= length(of: month, year), hour < 24, minute < 60, second < 60
        else {
            return nil
        }
        return seconds(year: year, month: month, day: day) + hour * 3_600 + minute * 60 + second
    }

    /// The text of a date within ``range``; others are written as its ends.
    static func text(_ seconds: Int64) -> String {
        let seconds = min(max(seconds, range.lowerBound), range.upperBound)
        let days = seconds >= 0 ? seconds / secondsOfDay : -((secondsOfDay - 1 - seconds) / secondsOfDay)
        let rest = seconds - days * secondsOfDay
        // From the first of March of the year 0, so that leap days come last.
        let count = days + daysFromMarch(2_001) - 59
        var year = count * 400 / 146_097
        while daysFromMarch(year + 1) <= count { year += 1 }
        while daysFromMarch(year) > count { year -= 1 }
        let dayOfYear = count - daysFromMarch(year)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        if month <= 2 { year += 1 }
        func pad(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
            + "\(pad(rest / 3_600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))Z"
    }

    /// Days from the first of March of the year 0 to that of `year`.
    private static func daysFromMarch(_ year: Int64) -> Int64 {
        func floor(_ divisor: Int64) -> Int64 { year >= 0 ? year / divisor : -((divisor - 1 - year) / divisor) }
        return 365 * year + floor(4) - floor(100) + floor(400)
    }

    private static func seconds(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month > 2 ? year : year - 1
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let days = daysFromMarch(shiftedYear) + (153 * shiftedMonth + 2) / 5 + day - 1
        // The first of January lies 59 days before the first of March of 2001.
        return (days - (daysFromMarch(2_001) - 59)) * secondsOfDay
    }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }
}
