import FootingBytes
import FootingFormats
public import Foundation

extension Date: MappingConvertible {
    /// Converts a date, a string in the format of RFC 3339, and a number of seconds since 1970, or
    /// values in the formats of ``Field/dates(_:)``; the result must be in the years 0001 to 9999.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Date> {
        let converts = source.options.convertsKinds
        let readsStandard = source.options.readsStandardFormats
        return source.withScalar { scalar in
            switch scalar {
            case .text(let bytes):
                if !source.hasSettings, source.options.dateFormats.isEmpty, readsStandard {
                    return DateFormat.rfc3339.read(text: bytes)
                }
                return source.date(.rfc3339, isAllowed: readsStandard) { $0.read(text: bytes) }
            case .brokenText:
                return source.date(.rfc3339, isAllowed: readsStandard) {
                    switch $0.kind {
                    case .epochSeconds, .epochMilliseconds: .failed(.typeMismatch)
                    case .unusable: .failed(.unusableFormat)
                    default: .failed(.invalidFormat)
                    }
                }
            case .number(let bytes):
                guard let number = NumberText(bytes) else { return .failed(.nonFinite) }
                return source.date(.epochSeconds, isAllowed: converts) { $0.read(number.double) }
            case .integer(let magnitude, let isNegative):
                let value = isNegative ? -Double(magnitude) : Double(magnitude)
                return source.date(.epochSeconds, isAllowed: converts) { $0.read(.exact(value)) }
            case .double(let value):
                return source.date(.epochSeconds, isAllowed: converts) {
                    value.isFinite ? $0.read(.exact(value)) : .failed(.nonFinite)
                }
            case .null:
                return .failed(.null)
            case .bool:
                return .failed(.typeMismatch)
            case .other:
                if let date = source.stored(as: Date.self) { return .exact(date) }
                return source.onlyElement { Self.converted(from: $0) }
            }
        }
    }

    /// The date of a moment in the years 0001 to 9999.
    static func converted(_ moment: Timestamp) -> MappingConversion<Date> {
        guard firstSecond..<endSecond ~= moment.seconds else { return .failed(.outOfRange) }
        return .converted(Date(timeIntervalSinceReferenceDate: moment.secondsSince2001))
    }

    /// The date at a time in seconds since 1970, in the years 0001 to 9999.
    static func converted(
        time: Double,
        _ exactness: Exactness = .converted
    ) -> MappingConversion<Date> {
        guard time >= Double(firstSecond), time < Double(endSecond) else {
            return .failed(.outOfRange)
        }
        return .made(Date(timeIntervalSince1970: time), exactness)
    }

    /// The start of the year 0001 in UTC, in seconds since 1970.
    private static let firstSecond = -62_135_596_800
    /// The end of the year 9999 in UTC, in seconds since 1970.
    private static let endSecond = 253_402_300_800
}

extension MappingSource {
    /// Converts this value by the first matching format of the field or the options; without
    /// formats, by the standard format, if that is allowed.
    ///
    /// If none matches, the most precise failure is returned: an error in the mapping before a date
    /// out of range, then a mismatch of the format, then a kind of value without a format.
    fileprivate func date(
        _ standard: DateFormat,
        isAllowed: Bool,
        _ read: (DateFormat) -> MappingConversion<Date>
    ) -> MappingConversion<Date> {
        var formats = hasSettings ? settings?.dateFormats ?? [] : []
        if formats.isEmpty { formats = options.dateFormats }
        guard !formats.isEmpty else {
            return isAllowed ? read(standard) : .failed(.typeMismatch)
        }
        var failure = MappingIssue.Code.typeMismatch
        for format in formats {
            switch read(format) {
            case .refused(let refusal):
                let code = refusal.code
                let isMorePrecise =
                    switch failure {
                    case .unusableFormat: false
                    case .outOfRange: code == .unusableFormat
                    case .typeMismatch: true
                    default: code != .typeMismatch
                    }
                if isMorePrecise { failure = code }
            case let conversion:
                return conversion
            }
        }
        return .failed(failure)
    }
}
