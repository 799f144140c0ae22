/// A number of Foundation's `Decimal`, as it describes itself, rounded as by hand.
struct ReferenceDecimal {
    private let isNegative: Bool
    private let integer: [UInt8]
    private let fraction: [UInt8]

    init(_ description: String) {
        let digits = description.utf8.drop { $0 == UInt8(ascii: "-") }
        isNegative = description.hasPrefix("-")
        let parts = digits.split(separator: UInt8(ascii: "."))
        integer = parts.first.map { Array($0) } ?? []
        fraction = parts.count > 1 ? Array(parts[1]) : []
    }

    /// The number without its sign, if it is an integer of 64 bits.
    var magnitudeOfInteger: UInt64? {
        fraction.isEmpty ? UInt64(String(decoding: integer, as: UTF8.self)) : nil
    }

    /// The number with so many digits after the point; a half goes to the even neighbor.
    func rounded(toFractionDigits count: Int) -> String {
        var digits = integer + fraction.prefix(count)
        digits += Array(repeating: 0x30, count: max(0, count - fraction.count))
        let rest = fraction.dropFirst(count)
        let isOdd = (digits.last ?? 0x30) % 2 == 1
        let isHalf = rest.first == 0x35 && rest.dropFirst().allSatisfy { $0 == 0x30 }
        if let first = rest.first, isHalf ? isOdd : first >= 0x35 {
            var index = digits.count - 1
            while index >= 0, digits[index] == 0x39 {
                digits[index] = 0x30
                index -= 1
            }
            if index >= 0 { digits[index] += 1 } else { digits.insert(0x31, at: 0) }
        }
        let end = digits.count - count
        return (isNegative ? "-" : "") + String(decoding: digits[..<end], as: UTF8.self)
            + (count > 0 ? "." + String(decoding: digits[end...], as: UTF8.self) : "")
    }
}
