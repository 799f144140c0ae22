public import Foundation

/// A decoder for `Decodable` types that also accepts input which doesn't match the type exactly.
///
/// ```swift
/// let (invoice, report) = try decoder.decode(Invoice.self, json: payload)
/// if let invoice { print(invoice.number, invoice.total, invoice.plan, invoice.lines) }
/// print(report)
/// for issue in report.issues { print("  \(issue)") }
/// ```
///
/// A lenient decoder uses the same conversion table and the same options as a ``Mapping``, and
/// returns the same report. It requires nothing but the type's `init(from:)`, which the compiler
/// can synthesize.
///
/// A value that can't be used is an issue. An initializer ends at its first error and makes no
/// value, so that the result is `nil`. An optional property with a value that can't be used is such
/// an error: the property never becomes `nil` by accident. The elements of a list or dictionary are
/// decoded one by one. An object that can't be made is dropped from its list, and the others stay.
/// Any other element that can't be used makes the whole list unusable, with an issue for each. A
/// `Set` is decoded as the list of its elements. An error that an initializer catches is not an
/// issue.
///
/// A value that an initializer reads from a single-value container, from an unkeyed container, or
/// with a coding key that can be any string is first read without conversions, and converted only
/// if the initializer throws. So an initializer that tries a number and then a string finds the
/// string in `"1"`. A value that it reads with one of its type's own keys is converted at once.
///
/// An initializer that tries several types may make many more attempts than the input has values.
/// So attempts are limited to 10,000, and 32 more for each value in the input. Beyond that limit
/// the result is `nil`, and the only issue is ``MappingIssue/Code/limitExceeded``.
///
/// An error that an initializer throws on its own is an issue. The case of a `DecodingError`
/// determines the code, such as ``MappingIssue/Code/invalidFormat`` for `dataCorrupted`, and its
/// coding path determines the path if it leads into the value. Any other error is
/// ``MappingIssue/Code/rejected``. The report does not include an error's description, because it
/// may quote the input.
///
/// A decoder is a value, and several threads may use it at the same time. The `Decoder` that an
/// initializer receives must not be used by another thread; after the call, it throws.
public struct LenientDecoder: Sendable {
    /// The conversions that are allowed, and the limits of the input.
    public var options: MappingOptions
    /// The URL that relative URLs are resolved against; `nil` to refuse relative URLs.
    public var baseURL: URL?
    /// The cases that replace unknown raw values: one for each enumeration that has such a case.
    ///
    /// ```swift
    /// decoder.fallbackCases = [Plan.free]
    /// ```
    public var fallbackCases: [any RawRepresentable & Sendable] = []
    /// The values that initializers find in `Decoder.userInfo`.
    ///
    /// As for `JSONDecoder`, the values are `Sendable`, so that threads can share the decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// Whether lists and dictionaries drop every element that can't be used, not only objects.
    public var isLossy = false

    /// Creates a decoder.
    public init(options: MappingOptions = .standard) {
        self.options = options
    }

    /// Returns the value that is decoded from the JSON document `data`, or `nil` if decoding fails.
    ///
    /// Initializers run on this thread.
    ///
    /// - Complexity: O(*n*) in the number of bytes. Initializers that try alternatives make no more
    ///   attempts than ``LenientDecoder`` allows.
    /// - Throws: ``MappingError`` if `data` is not a JSON document. Values that can't be used are
    ///   issues in the report, not errors.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        json data: Data
    ) throws(MappingError) -> (value: Value?, report: MappingReport) {
        try SourceContext.lend(json: data, options, for: .make) { perform(type, $0) }.get()
    }

    /// Returns the value that is decoded from `dictionary`, or `nil` if decoding fails.
    ///
    /// Initializers run on this thread.
    ///
    /// - Complexity: O(*n*) in the number of values. Initializers that try alternatives make no
    ///   more attempts than ``LenientDecoder`` allows.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from dictionary: [String: Any]
    ) -> (value: Value?, report: MappingReport) {
        SourceContext.lend(.object(dictionary), options, for: .make) { perform(type, $0) }
    }

    private func perform<Value: Decodable>(
        _ type: Value.Type,
        _ source: borrowing MappingSource
    ) -> (value: Value?, report: MappingReport) {
        let settings = settings
        return source.with {
            $0.settings = settings
        } _: {
            DecodingCall.decode(type, $0, userInfo)
        }
    }

    private var settings: FieldSettings.Shared? {
        guard
            isLossy || baseURL != nil || !fallbackCases.isEmpty
        else { return nil }
        var settings = FieldSettings()
        settings.isLossy = isLossy
        settings.allowsRelativeURL = baseURL != nil
        settings.baseURL = baseURL
        settings.fallbackCases = fallbackCases
        return FieldSettings.Shared(settings)
    }
}
