#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error that occurs when a selector or a context can't be used, or when a report that must be
/// clean has issues.
public struct HTMLError: Error, Hashable, Sendable {
    /// A kind of failure; its description is its name.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The selector breaks the grammar of CSS.
        case invalidSelector
        /// The selector is valid CSS, or an extension of another library, but not supported.
        case unsupportedSelector
        /// The context of a fragment is not the name of an element.
        case invalidContext
        /// The report has issues, and ``HTMLReport/requireClean()`` required that it has none.
        case notClean
    }

    /// The kind of failure.
    public let code: Code
    /// The selector or the context; `nil` for a report.
    public let string: String?
    /// The offset of the fault in the selector, in bytes of UTF-8; `nil` for every other code.
    public let offset: Int?
    /// The report that is not clean; `nil` for every other code.
    public let report: HTMLReport?
    /// The cause and the remedy, as the end of a sentence.
    let reason: String

    init(_ code: Code, _ string: String, at offset: Int? = nil, _ reason: String) {
        (self.code, self.string, self.offset, self.reason) = (code, string, offset, reason)
        report = nil
    }

    init(_ report: HTMLReport) {
        (code, string, offset, self.report) = (.notClean, nil, nil, report)
        let issues = report.issues.prefix(3).map(\.description)
        reason = (["\(report)"] + issues).joined(separator: "; ")
    }
}

extension HTMLError: LocalizedError {
    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}

extension HTMLError: CustomStringConvertible {
    /// The selector, the location and the cause: `“a[”: byte 2: an attribute name is missing`.
    ///
    /// For a report, the description contains its counts and its first three issues.
    public var description: String {
        let location = [string.map { "“\($0)”" }, offset.map { "byte \($0)" }]
        return (location.compactMap { $0 } + [reason]).joined(separator: ": ")
    }
}
