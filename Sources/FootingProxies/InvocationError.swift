public import Foundation

/// An error that occurs when a call can't be made.
///
/// An error that the called code throws is never wrapped: it arrives as it is. The code tells what
/// happened:
///
/// ```swift
/// do {
///     let count = try entries.sync(timeout: .milliseconds(50)) { $0.count }
///     print("\(count) lines")
/// } catch {
///     guard error.code == .timedOut else { throw error }
///     print("\(error.destination) is busy")
/// }
/// ```
public struct InvocationError: Error, Hashable, Sendable {
    /// A kind of failure that a caller can act on.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The time for which the caller wanted to wait was up. A call of `sync(timeout:)` had not begun then, and
        /// never will; a ``PendingCall`` goes on.
        case timedOut
        /// The wait would have closed a cycle of destinations that wait for each other, or was the wait
        /// chosen to break one. A call of `sync(timeout:)` never runs; a ``PendingCall`` goes on.
        case wouldDeadlock
        /// The destination released the call without making it: it was stopped, or its thread ended. The call
        /// never runs.
        case destinationGone
        /// The call was cancelled before it began. It never runs.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// The destination of the call: its description if it is `CustomStringConvertible`, otherwise the
    /// name of its type.
    public let destination: String
    /// The time for which the caller wanted to wait, or `nil` if it set none.
    public let timeout: Duration?
    /// The names of the destinations that would wait for each other.
    ///
    /// Begins and ends with the same name. Empty unless the code is ``Code/wouldDeadlock``.
    public let cycle: [String]

    init(_ code: Code, at destination: String, timeout: Duration? = nil, cycle: [String] = []) {
        self.code = code
        self.destination = destination
        self.timeout = timeout
        self.cycle = cycle
    }
}

extension InvocationError: CustomStringConvertible {
    /// A sentence that names the destination and the cause.
    public var description: String {
        switch code {
        case .timedOut:
            "Could not wait longer for a call on \(destination): "
                + (timeout.map { "the time of \($0) was up" } ?? "the time was up")
        case .wouldDeadlock:
            Self.sentence(for: cycle, at: destination)
        case .destinationGone:
            "Could not call an object on \(destination): the call was refused or forgotten there; was the "
                + "destination stopped, or did its thread end?"
        case .cancelled:
            "Could not call an object on \(destination): the call was cancelled, or its object was gone, "
                + "before it began"
        }
    }

    /// The sentence for a wait at `destination` that closes `cycle`.
    static func sentence(for cycle: [String], at destination: String) -> String {
        "Could not wait for a call on \(destination): the wait would never end, since these wait for "
            + "each other: \(cycle.joined(separator: " → "))"
    }
}

extension InvocationError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}
