#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error that occurs when a selector can't be used.
public struct HTMLError: Error, Hashable, Sendable {
    /// A kind of failure; its description is its name.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The selector breaks the grammar of CSS.
        case invalidSelector
        /// The selector is valid CSS, or an extension of another library, but not supported.
        case unsupportedSelector
    }

    /// The kind of failure.
    public let code: Code
    /// The selector.
    public let selector: String
    /// The offset of the fault in the selector, in bytes of UTF-8.
    public let offset: Int
    /// The cause and the remedy, as the end of a sentence.
    let reason: String

    init(_ code: Code, _ selector: String, at offset: Int, _ reason: String) {
        self.code = code
        self.selector = selector
        self.offset = offset
        self.reason = reason
    }
}

extension HTMLError: LocalizedError {
    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}

extension HTMLError: CustomStringConvertible {
    /// The selector, the location and the cause: `“a[”: byte 2: an attribute name is missing`.
    public var description: String { "“\(selector)”: byte \(offset): \(reason)" }
}
