#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An argument for a specifier of a number, such as `%lld`, in generated members.
///
/// The integer types, `Double`, `Float` and `Decimal` conform, and so does ``FormatValue``: a year
/// is passed as `.verbatim(2026)`. A string doesn't compile.
public protocol NumericArgument: FormatArgument {}

extension Int: NumericArgument {}
extension Int8: NumericArgument {}
extension Int16: NumericArgument {}
extension Int32: NumericArgument {}
extension Int64: NumericArgument {}
extension UInt: NumericArgument {}
extension UInt8: NumericArgument {}
extension UInt16: NumericArgument {}
extension UInt32: NumericArgument {}
extension UInt64: NumericArgument {}
extension Double: NumericArgument {}
extension Float: NumericArgument {}
extension Decimal: NumericArgument {}
extension FormatValue: NumericArgument {}
