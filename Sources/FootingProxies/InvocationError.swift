public import Foundation

/// An error that occurs when a call can't be made.
///
/// An error that the called code throws is passed on unchanged, never wrapped. The code says what
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
        /// The time limit of the wait elapsed. A call of `sync(timeout:)` had not begun by then,
        /// and never runs; the call of a ``PendingCall`` continues.
        case timedOut
        /// The wait would have completed a cycle of destinations that wait for each other, or was
        /// ended to break such a cycle. A call of `sync(timeout:)` never runs; the call of a
        /// ``PendingCall`` continues.
        case wouldDeadlock
        /// The destination was stopped, or its thread ended, and it released the call without
        /// running it. The call never runs.
        case destinationGone
        /// The call was cancelled before it began. It never runs.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// The destination of the call: its description if it is `CustomStringConvertible`, otherwise
    /// the name of its type.
    public let destination: String
    /// The time limit that the caller set, or `nil` if it set none.
    public let timeout: Duration?
    /// The names of the destinations that would wait for each other.
    ///
    /// The first and the last name are the same. Empty unless the code is ``Code/wouldDeadlock``.
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
                + (timeout.map { "the wait timed out after \($0)" } ?? "the wait timed out")
        case .wouldDeadlock:
            "Could not wait for a call on \(destination): the wait would never end, because these "
                + "wait for each other: \(cycle.joined(separator: " → "))"
        case .destinationGone:
            "Could not call an object on \(destination): the destination refused or dropped the call; "
                + "check whether it was stopped or its thread has ended"
        case .cancelled:
            "Could not call an object on \(destination): the call was cancelled, or its object was "
                + "deallocated, before the call began"
        }
    }
}

extension InvocationError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}
