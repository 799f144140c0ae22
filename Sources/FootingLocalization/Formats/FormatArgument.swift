#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What can be put into a localized text.
///
/// The integers, `Double`, `Float`, `Decimal`, `String` and `Substring` can. A type of yours can by answering
/// with the value of one of these:
///
/// ```swift
/// struct ShelfMark: FormatArgument {
///     var room: String
///     var shelf: Int
///     var formatValue: FormatValue { "\(room)-\(shelf)".formatValue }
/// }
/// ```
public protocol FormatArgument {
    /// The value that is put into the text.
    var formatValue: FormatValue { get }
}

/// A value on its way into a localized text.
///
/// It knows what it is, so that no specifier of a translation can read it as something else.
public struct FormatValue: Sendable, FormatArgument {
    enum Storage: Sendable {
        case integer(isNegative: Bool, magnitude: UInt64)
        case floatingPoint(Double)
        /// A number of Foundation's `Decimal`, as it describes itself.
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

    /// Creates the value of an integer.
    @usableFromInline
    init(isNegative: Bool, magnitude: UInt64) {
        self.init(.integer(isNegative: isNegative, magnitude: magnitude))
    }

    /// The value itself.
    public var formatValue: FormatValue { self }
}

extension FormatArgument where Self == FormatValue {
    /// A number to be written with plain digits, without the separators of any language.
    ///
    /// ```swift
    /// print(l10n("published", .verbatim(2026)))  // Published in 2026.
    /// ```
    ///
    /// A plural form is chosen by the number all the same.
    public static func verbatim(_ value: some FormatArgument) -> FormatValue {
        FormatValue(value.formatValue.storage, isVerbatim: true)
    }
}

extension FormatArgument where Self: FixedWidthInteger {
    /// The integer; beyond 64 bits its digits, as text.
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
    /// The number, with the digits it shows as a `Float`: 0.1 stays 0.1.
    public var formatValue: FormatValue {
        FormatValue(.floatingPoint(Double(description) ?? Double(self)))
    }
}

extension String: FormatArgument {
    /// The text.
    public var formatValue: FormatValue { FormatValue(.text(self)) }
}

extension Substring: FormatArgument {
    /// The text.
    public var formatValue: FormatValue { FormatValue(.text(description)) }
}

extension Decimal: FormatArgument {
    /// The number with all of its digits; it is never converted to `Double`.
    public var formatValue: FormatValue { FormatValue(.decimal(description)) }
}
