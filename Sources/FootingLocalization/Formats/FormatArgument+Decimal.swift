#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: FormatArgument {
    /// The number, of which no digit is lost: it never becomes a `Double`.
    public var formatValue: FormatValue { FormatValue(.decimal(description)) }
}
