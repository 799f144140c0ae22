import CFooting
import FootingLocks

/// A mistake in the use of observation, detected at run time.
///
/// An issue never stops the program. It is printed to standard error unless ``handler`` is
/// replaced.
public struct ObservationIssue: Sendable {
    /// A kind of mistake.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// Handlers kept changing properties that were being delivered, without end.
        ///
        /// The remaining changes of these properties were stored but not delivered; their observers
        /// stay registered. Reported at most once for each outermost change, with the call sites of
        /// all observers that missed changes and of those called in the last rounds.
        case endlessFeedback
        /// The key path or expression reads no ``Observed`` property of an existing object, so its
        /// changes can't be detected; or the list of key paths is empty.
        case nothingObserved
        /// The key path or expression also reads a property of an `@Observable` object without a
        /// ``KeyValueRegistrar``, so changes of that property aren't detected.
        ///
        /// The properties that can be observed are. Reported when the observation begins.
        case partlyObserved
        /// A key path passed to
        /// ``KeyValueObservable/observe(beforeChangeOf:fileID:line:handler:)`` reads an
        /// ``ObservedValue``, whose changes can't be announced in advance.
        case notAnnounced
        /// Another thread has changed an ``ObservedValue`` that a key path or expression reads.
        ///
        /// The change is delivered together with the next one on the observing thread. Reported
        /// once for each observation. Use
        /// ``observeSharedChanges(initial:distinct:onFinish:fileID:line:of:handler:)`` to follow
        /// such values on any thread.
        case changedOnAnotherThread
    }

    /// The kind of mistake.
    public let code: Code
    /// The observed key path, or `nil` for an expression and for a key path through an ``Observed``
    /// property, for which Swift has no name.
    public let keyPath: String?
    /// The index of the key path in the list passed to `observe(anyOf:)`, or `nil` without a list.
    public let position: Int?
    /// The call sites of the affected observations, as `Module/File.swift:12`, without
    /// duplicates.
    public let callSites: [String]
    /// The key path or the expression, as the subject of a sentence.
    private let reader: String
    private let isEmptyList: Bool

    /// Creates an issue; `isEmptyList` is set if a list of key paths is empty.
    init(_ code: Code, from registrations: [Registration], isEmptyList: Bool = false) {
        self.code = code
        self.isEmptyList = isEmptyList
        let first = registrations.first
        reader = first?.keyPath == nil ? "the expression" : "the key path"
        let name = first?.keyPath.map { "\($0)" }
        keyPath = name?.contains("<computed ") == true ? nil : name
        position = registrations.count == 1 ? first?.position : nil
        var known: Set<String> = []
        callSites = registrations.map(\.callSite).filter { known.insert($0).inserted }
    }

    /// Called with each issue, on the thread that detected it.
    public static var handler: @Sendable (ObservationIssue) -> Void {
        get { current.withLock { $0.call } }
        set {
            _ = current.exchange(Handler(call: newValue))
        }
    }

    /// A struct, because a closure stored directly in a generic type is wrapped in another closure
    /// on each access.
    private struct Handler: Sendable {
        let call: @Sendable (ObservationIssue) -> Void
    }

    private static let current = Lock(
        Handler { issue in
            let line = "\(issue)\n"
            unsafe footing_write_to_standard_error(line, line.utf8.count)
        }
    )

    func report() {
        ObservationIssue.handler(self)
    }
}

extension ObservationIssue: CustomStringConvertible {
    /// A line that begins with the call sites, like a compiler diagnostic, followed by the key path
    /// and the mistake.
    public var description: String {
        let mistake =
            switch code {
            case .endlessFeedback:
                "handlers keep changing the properties they observe; the remaining changes were not delivered"
            case .nothingObserved where isEmptyList:
                "the list of key paths is empty: name at least one"
            case .nothingObserved:
                "\(reader) reads no @Observed property of an existing object, so changes can't be "
                    + "detected"
            case .partlyObserved:
                "\(reader) also reads a property of an @Observable object without "
                    + "KeyValueRegistrar, whose changes can't be detected; give the class a "
                    + "KeyValueRegistrar, or read the property in the handler"
            case .notAnnounced:
                "\(reader) reads an ObservedValue, whose changes can't be announced in advance"
            case .changedOnAnotherThread:
                "\(reader) reads an ObservedValue that another thread has changed; use "
                    + "observeSharedChanges"
            }
        let element = position.map { "key path \($0 + 1) of the list" }
        let subject = [element, keyPath].compactMap(\.self).joined(separator: ", ")
        let prefix = subject.isEmpty ? "" : "observing \(subject): "
        return "\(callSites.joined(separator: ", ")): \(prefix)\(mistake)."
    }
}
