import Foundation

extension Decimal {
    /// The text that `description` is too, in a fraction of the time: every digit, and no exponent.
    var digits: String {
        let significand = significand
        // An integer read from a decimal may be wrong, but not one that reads the same both ways.
        let magnitude = NSDecimalNumber(decimal: significand).uint64Value
        guard magnitude != 0, Decimal(magnitude) == significand else { return description }
        let sign = isSignMinus ? "-" : ""
        let digits = String(magnitude)
        let fractionCount = -exponent
        guard fractionCount > 0 else {
            return sign + digits + String(repeating: "0", count: exponent)
        }
        // At least one digit stands before the point.
        let missing = max(0, fractionCount &+ 1 &- digits.utf8.count)
        let all = String(repeating: "0", count: missing) + digits
        let point = all.utf8.index(all.endIndex, offsetBy: -fractionCount)
        return "\(sign)\(all[..<point]).\(all[point...])"
    }
}
