import FootingMapping
import Foundation

/// One value as every number type, compared with the standard library's reading of its string.
struct Numbers {
    var text: String?
    var double: Double?
    var float: Float?
    var integer: Int?
    var unsigned: UInt64?
    var decimal: Decimal?

    static let mapping = Mapping<Numbers> {
        Field("v", \.text)
        Field("v", \.double)
        Field("v", \.float)
        Field("v", \.integer)
        Field("v", \.unsigned)
        Field("v", \.decimal)
    }

    static func check(_ data: Data) {
        var numbers = Numbers()
        _ = try? mapping.apply(json: data, to: &numbers)
        // Longer numbers add no coverage, and the standard library is slow for them.
        guard let text = numbers.text, text.utf8.count <= 1_000 else { return }
        numbers.check(against: text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n")))
    }

    private func check(against text: String) {
        if let double {
            expect(Double(text)?.bitPattern == double.bitPattern, "another Double")
        }
        if let float {
            expect(Float(text)?.bitPattern == float.bitPattern, "another Float")
        }
        if let plain = Int(text) {
            expect(integer == plain, "another Int")
        } else if let integer {
            expect(Parts("\(integer)") == Parts(text), "another Int")
        }
        if let plain = UInt64(text) {
            expect(unsigned == plain, "another UInt64")
        } else if let unsigned {
            expect(Parts("\(unsigned)") == Parts(text), "another UInt64")
        }
        if let decimal {
            expect(Parts(decimal.description) == Parts(text), "another Decimal")
        }
    }

    /// The digits of a number without leading and trailing zeros, and the exponent of the last
    /// digit.
    private struct Parts: Equatable {
        var isNegative = false
        var digits: [Character] = []
        var exponent = 0

        init(_ text: String) {
            let halves = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
            var isFraction = false
            for character in halves[0] {
                switch character {
                case "-": isNegative = true
                case "+": break
                case ".": isFraction = true
                default:
                    digits.append(character)
                    if isFraction { exponent -= 1 }
                }
            }
            if halves.count > 1 { exponent += Int(halves[1]) ?? 0 }
            digits = Array(digits.drop { $0 == "0" })
            while digits.last == "0" {
                digits.removeLast()
                exponent += 1
            }
            if digits.isEmpty { (isNegative, exponent) = (false, 0) }
        }
    }
}
