import FootingMapping
import Foundation

/// A target type of rows in the table.
protocol Target: MappingConvertible, Codable, Equatable {
    /// A value that no row sets.
    static var sample: Self { get }
    /// The value in the notation of the table.
    var text: String { get }
}

extension Target {
    var text: String { "\(self)" }
    /// The value inside another one, in the notation of the table.
    fileprivate var innerText: String { (self as? String)?.debugDescription ?? text }
}

extension FixedWidthInteger where Self: Target {
    static var sample: Self { 99 }
}
extension Int: Target {}
extension Int8: Target {}
extension Int16: Target {}
extension Int32: Target {}
extension Int64: Target {}
extension Int128: Target {}
extension UInt: Target {}
extension UInt8: Target {}
extension UInt16: Target {}
extension UInt32: Target {}
extension UInt64: Target {}
extension UInt128: Target {}
extension Double: Target { static var sample: Double { 99.25 } }
extension Float: Target { static var sample: Float { 99.25 } }
extension Decimal: Target { static var sample: Decimal { 99 } }
extension Bool: Target { static var sample: Bool { true } }
extension String: Target { static var sample: String { "old" } }
extension UUID: Target { static let sample = UUID() }
extension URL: Target {
    static let sample = URL(filePath: "/old")
    var text: String { relativeString }
}
extension Data: Target {
    static var sample: Data { Data([99]) }
    var text: String { "\(Array(self))" }
}
extension Date: Target {
    static var sample: Date { Date(timeIntervalSince1970: 99) }
    /// The date as `2026-11-21 20:58:50 +0000`, followed by its milliseconds if it has any.
    var text: String {
        let seconds = timeIntervalSince1970.rounded(.down)
        let rest = ((timeIntervalSince1970 - seconds) * 1e6).rounded() / 1e3
        let date = Date(timeIntervalSince1970: seconds)
        // `description` has no year 9999 here, and the format has old dates in the Julian calendar.
        let day =
            date < Date(timeIntervalSince1970: 253_370_764_800)
            ? date.description
            : date.formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " +0000")
        return rest == 0 ? day : "\(day) \(rest)"
    }
}
extension Array: Target where Element: Target {
    static var sample: [Element] { [.sample] }
    var text: String { "[" + map(\.innerText).joined(separator: ", ") + "]" }
}
extension Optional: Target where Wrapped: Target {
    static var sample: Wrapped? { Wrapped.sample }
    var text: String { map { "Optional(\($0.innerText))" } ?? "nil" }
}
extension Dictionary: Target where Key == String, Value: Target {
    static var sample: [String: Value] { ["old": .sample] }
    var text: String {
        let members = sorted { $0.key < $1.key }
        return "[" + members.map { "\($0): \($1.innerText)" }.joined(separator: ", ") + "]"
    }
}

/// An enumeration that only conforms to the protocol.
enum Plan: String, Target {
    case free, basic, old
    case veryLongNamed = "a plan whose name no register holds"

    static var sample: Plan { .old }
}

enum Level: Int, Target {
    case low = 1, high = 2, old = 99

    static var sample: Level { .old }
}
