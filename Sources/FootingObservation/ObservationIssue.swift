import FootingLocks

/// A mistake in the use of observation that was noticed at run time.
///
/// An issue never stops the program. It is printed to standard error, unless ``handler`` is replaced.
public struct ObservationIssue: Sendable {
    /// A kind of mistake.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// Handlers kept changing properties that were being delivered, without end.
        ///
        /// The remaining changes of these properties were stored, but not delivered; the observers
        /// stay. One outermost change reports this at most once.
        case endlessFeedback
        /// The key path or expression reads no ``Observed`` property of an object that still exists, so its
        /// changes can't be noticed.
        case nothingObserved
        /// A key path given to ``KeyValueObservable/willChange(_:fileID:line:handler:)`` reads an
        /// ``ObservedValue``, whose changes are not announced.
        case notAnnounced
        /// A key path or expression reads an ``ObservedValue`` that another thread has changed.
        ///
        /// The change is followed with the next one on the thread that observes. Reported once for each
        /// observation; ``observeSharedChanges(initial:distinct:onEnd:fileID:line:of:handler:)`` has no such
        /// limit.
        case changedOnAnotherThread
    }

    /// The kind of mistake.
    public let code: Code
    /// The key path that is observed, or `nil` if Swift can't name it, as those of wrapped properties.
    public let keyPath: String?
    /// The position of the key path in the list given to `observe(anyOf:)`, or `nil` without a list.
    public let position: Int?
    /// Where the observations concerned began, as `Module/File.swift:12`, each place once.
    public let callSites: [String]

    init(_ code: Code, from origins: [ObservationOrigin]) {
        self.code = code
        let name = origins.first?.keyPath.map { "\($0)" }
        keyPath = name?.contains("<computed ") == true ? nil : name
        position = origins.count == 1 ? origins[0].position : nil
        var known: Set<String> = []
        callSites = origins.map(\.callSite).filter { known.insert($0).inserted }
    }

    /// Called with each issue, on the thread that noticed it.
    public static var handler: @Sendable (ObservationIssue) -> Void {
        get { current.withLock { $0.call } }
        set {
            let replaced = current.withLock { handler in
                let replaced = handler
                handler = Handler(call: newValue)
                return replaced
            }
            withExtendedLifetime(replaced) {}  // Released here, where no lock is held.
        }
    }

    /// A structure, since a closure that a generic type holds by itself is wrapped anew each time
    /// it is looked at.
    private struct Handler: Sendable {
        let call: @Sendable (ObservationIssue) -> Void
    }

    private static let current = Lock(Handler { writeToStandardError("\($0)\n") })

    func report() {
        ObservationIssue.handler(self)
    }
}

extension ObservationIssue: CustomStringConvertible {
    /// A line that names the places first, as the compiler does, then the key path and the mistake.
    public var description: String {
        let mistake =
            switch code {
            case .endlessFeedback:
                "handlers keep changing the properties they observe; the remaining changes were not delivered"
            case .nothingObserved:
                "nothing there is marked @Observed and still exists, so no change can be noticed"
            case .notAnnounced:
                "it reads an ObservedValue, whose changes can't be announced"
            case .changedOnAnotherThread:
                "it reads an ObservedValue that another thread has changed; use observeSharedChanges"
            }
        let subjects = [position.map { "key path \($0 + 1) of the list" }, keyPath].compactMap(
            \.self
        )
        let subject = subjects.isEmpty ? "" : "observing \(subjects.joined(separator: ", ")): "
        return "\(callSites.joined(separator: ", ")): \(subject)\(mistake)."
    }
}
