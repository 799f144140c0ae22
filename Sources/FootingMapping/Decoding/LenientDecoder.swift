public import Foundation

/// Makes values of any `Decodable` type from input that need not be as the type wants it.
///
/// ```swift
/// let (invoice, report) = try decoder.decode(Invoice.self, json: payload)
/// if let invoice { print(invoice.number, invoice.total, invoice.plan, invoice.lines) }
/// print(report)
/// for issue in report.issues { print("  \(issue)") }
/// ```
///
/// It converts by the table that a ``Mapping`` has, takes the same options and writes the same
/// report; what it needs is the type's `init(from:)`, which the compiler writes.
///
/// What can't be used is an issue. An initializer ends at its first error, and its value is not made:
/// the result is `nil`. An optional with a value that can't be used is such an error, since it never
/// becomes `nil` by accident. The elements of a list or dictionary are tried one by one: an object that
/// can't be made is left out and the others stay; anything else that can't be used refuses the whole
/// list, with an issue for each. A `Set` is what the list of its elements is. An error that an
/// initializer catches by itself is no issue.
///
/// What an initializer takes out of a single value, a list, or an object whose keys can be any, it gets
/// as it is first, and converted only if it throws then. So one that tries a number and then a text
/// finds the text in `"1"`. What it takes out under its own keys is converted at once.
///
/// An initializer that tries one type after the other may have to try much more than the input has. So
/// there is a bound, of 10,000 attempts and 32 more for each value in the input: beyond it, the whole
/// result is `nil`, and its one issue is ``MappingIssue/Code/limit``.
///
/// What an initializer throws by itself is an issue: a `DecodingError` has its code from the case, as
/// ``MappingIssue/Code/invalidFormat`` from `dataCorrupted`, and its place from the coding path if that
/// leads into the value; any other error is ``MappingIssue/Code/rejected``. Neither error's description
/// is in the report, since it may quote the input.
///
/// A decoder is a value that any number of threads may use. The `Decoder` that an initializer gets
/// must not be used after the call, nor by another thread: after the call, it throws.
public struct LenientDecoder: Sendable {
    /// What is taken, and how much.
    public var options: MappingOptions
    /// What relative URLs are resolved against; `nil` to refuse them.
    public var baseURL: URL?
    /// What raw values without a case become: one case for each enumeration that has such a case.
    ///
    /// ```swift
    /// decoder.fallbackCases = [Plan.free]
    /// ```
    public var fallbackCases: [any RawRepresentable & Sendable] = []
    /// What initializers find in `Decoder.userInfo`, and in an update `encode(to:)` in
    /// `Encoder.userInfo`.
    ///
    /// As for `JSONDecoder`, the values are `Sendable`, so that threads can share the decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// Whether whatever can't be taken is left out of its list or dictionary, not only objects.
    public var isLossy = false

    /// Creates a decoder.
    public init(options: MappingOptions = .standard) {
        self.options = options
    }

    /// Returns the value that the JSON document `data` has, or `nil` if there is none.
    ///
    /// Initializers run on this thread.
    ///
    /// - Complexity: O(*n*) in the number of bytes; initializers that try alternatives take no more attempts
    ///   than ``LenientDecoder`` says.
    /// - Throws: ``MappingError`` if `data` is no JSON document. Values that can't be used are issues
    ///   in the report, not errors.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        json data: Data
    ) throws(MappingError) -> (value: Value?, report: MappingReport) {
        try run(type, json: data, old: nil)
    }

    /// Returns the value that `dictionary` has, or `nil` if there is none.
    ///
    /// Initializers run on this thread.
    ///
    /// - Complexity: O(*n*) in the number of values; initializers that try alternatives take no more
    ///   attempts than ``LenientDecoder`` says.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from dictionary: [String: Any]
    ) -> (value: Value?, report: MappingReport) {
        run(type, dictionary, old: nil)
    }
}

extension LenientDecoder {
    func run<Value: Decodable>(
        _ type: Value.Type,
        json data: Data,
        old: OldValue?
    ) throws(MappingError) -> (value: Value?, report: MappingReport) {
        try SourceContext.lend(json: data, options, for: old == nil ? .make : .update) {
            perform(type, $0, old: old)
        }.get()
    }

    func run<Value: Decodable>(
        _ type: Value.Type,
        _ dictionary: [String: Any],
        old: OldValue?
    ) -> (value: Value?, report: MappingReport) {
        SourceContext.lend(.object(dictionary), options, for: old == nil ? .make : .update) {
            perform(type, $0, old: old)
        }
    }

    private func perform<Value: Decodable>(
        _ type: Value.Type,
        _ source: borrowing MappingSource,
        old: OldValue?
    ) -> (value: Value?, report: MappingReport) {
        let settings = settings
        return source.with {
            $0.settings = settings
        } _: {
            DecodingCall.decode(type, $0, old: old, userInfo)
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
