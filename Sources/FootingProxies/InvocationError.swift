public import Foundation

/// The reason a call was not made.
///
/// What the called code itself throws is never wrapped in this: it arrives as it is. Ask for the
/// code to tell what happened:
///
/// ```swift
/// do {
///     let count = try entries.sync(timeout: .milliseconds(50)) { $0.count }
///     print("\(count) lines")
/// } catch {
///     guard error.code == .timedOut else { throw error }
///     print("\(error.destination) was busy for \(error.timeout)")
/// }
/// ```
public struct InvocationError: Error, Hashable, Sendable {
    /// A kind of failure that a caller can act on.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The call had not begun when its time was up, and never will.
        case timedOut
    }

    /// The kind of failure.
    public let code: Code
    /// Where the call was to be made, in a few words: what the destination says of itself if it is
    /// `CustomStringConvertible`, else the name of its type.
    public let destination: String
    /// How long the caller was willing to wait for its beginning.
    public let timeout: Duration

    @usableFromInline
    init(_ code: Code, at destination: String, timeout: Duration) {
        self.code = code
        self.destination = destination
        self.timeout = timeout
    }
}

extension InvocationError: CustomStringConvertible {
    /// A sentence that names the destination and the cause.
    public var description: String {
        "Could not call an object on \(destination): the call had not begun after \(timeout) "
            + "and was abandoned"
    }
}

extension InvocationError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}
