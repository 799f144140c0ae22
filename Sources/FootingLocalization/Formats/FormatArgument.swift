#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that can be an argument of a localized string.
///
/// The integer types, `Double`, `Float`, `Decimal`, `String` and `Substring` conform. A custom type
/// conforms by returning the value of one of these:
///
/// ```swift
/// struct ShelfMark: FormatArgument {
///     var room: String
///     var shelf: Int
///     var formatValue: FormatValue { "\(room)-\(shelf)".formatValue }
/// }
/// ```
public protocol FormatArgument {
    /// The value to insert into the string.
    var formatValue: FormatValue { get }
}

/// The value of an argument, together with its kind.
///
/// Because the value carries its kind, a wrong specifier in a translation can't misread it.
public struct FormatValue: Sendable, FormatArgument {
    enum Storage: Sendable {
        case integer(isNegative: Bool, magnitude: UInt64)
        case floatingPoint(Double)
        /// The description of a `Decimal`.
        case decimal(String)
        case text(String)
    }

    let storage: Storage
    let isVerbatim: Bool

    @inline(__always)
    init(_ storage: Storage, isVerbatim: Bool = false) {
        self.storage = storage
        self.isVerbatim = isVerbatim
    }

    @usableFromInline
    init(isNegative: Bool, magnitude: UInt64) {
        self.init(.integer(isNegative: isNegative, magnitude: magnitude))
    }

    /// The value itself.
    public var formatValue: FormatValue { self }
}

extension FormatArgument where Self == FormatValue {
    /// Returns a value that is formatted with ASCII digits and without grouping in every language.
    ///
    /// ```swift
    /// print(l10n("published", .verbatim(2026)))  // Published in 2026.
    /// ```
    ///
    /// The number selects plural forms as usual.
    public static func verbatim(_ value: some FormatArgument) -> FormatValue {
        FormatValue(value.formatValue.storage, isVerbatim: true)
    }
}

extension FormatArgument where Self: FixedWidthInteger {
    /// The integer, or a string of its digits if the magnitude does not fit in 64 bits.
    @export(implementation)
    public var formatValue: FormatValue {
        guard let magnitude = UInt64(exactly: magnitude) else { return String(self).formatValue }
        return FormatValue(isNegative: self < 0, magnitude: magnitude)
    }
}

extension Int: FormatArgument {}
extension Int8: FormatArgument {}
extension Int16: FormatArgument {}
extension Int32: FormatArgument {}
extension Int64: FormatArgument {}
extension UInt: FormatArgument {}
extension UInt8: FormatArgument {}
extension UInt16: FormatArgument {}
extension UInt32: FormatArgument {}
extension UInt64: FormatArgument {}

extension Double: FormatArgument {
    /// The number.
    public var formatValue: FormatValue { FormatValue(.floatingPoint(self)) }
}

extension Float: FormatArgument {
    /// The number with its shortest digits as a `Float`: 0.1 stays 0.1.
    public var formatValue: FormatValue {
        FormatValue(.floatingPoint(Double(description) ?? Double(self)))
    }
}

extension String: FormatArgument {
    /// The string.
    public var formatValue: FormatValue { FormatValue(.text(self)) }
}

extension Substring: FormatArgument {
    /// The string.
    public var formatValue: FormatValue { FormatValue(.text(description)) }
}

extension Decimal: FormatArgument {
    /// The number with all its digits; it is not converted to `Double`.
    public var formatValue: FormatValue { FormatValue(.decimal(description)) }
}
