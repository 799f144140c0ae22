import FootingLocks
import Synchronization

/// The handler of a store's missing keys, which all versions of its tables share.
final class MissingKeyHook: Sendable {
    typealias Handler = @Sendable (MissingKey) -> String?

    let bundles: [ResourceBundle]
    /// Whether there is a handler, which each look-up asks that misses.
    private let isArmed = Atomic(false)
    /// How many calls of the handler are running.
    private let callCount = Atomic(0)
    private let current = Lock(Current(nil, number: 0))

    /// The handler, and how many there were.
    ///
    /// A class, since a closure that a generic type holds by itself is wrapped anew each time it is
    /// looked at.
    private final class Current: Sendable {
        let handler: Handler?
        let number: Int

        init(_ handler: Handler?, number: Int) {
            self.handler = handler
            self.number = number
        }
    }

    /// Calls within calls end here, at a depth that small stacks have room for, too.
    private static let maximumCalls = 8

    init(_ bundles: [ResourceBundle] = []) {
        self.bundles = bundles
    }

    @inline(__always)
    var isSet: Bool { isArmed.load(ordering: .relaxed) }

    func set(_ handler: Handler?) {
        let previous = current.withLock { current in
            let previous = current
            current = Current(handler, number: previous.number + 1)
            isArmed.store(handler != nil, ordering: .relaxed)
            return previous
        }
        // What it held ends when the lock is no longer held.
        withExtendedLifetime(previous) {}
    }

    /// The handler with its number, or `nil` if there is none.
    var handler: (call: Handler, number: Int)? {
        let current = current.withLock { $0 }
        return current.handler.map { ($0, current.number) }
    }

    /// Whether another call may begin.
    var hasRoom: Bool { callCount.load(ordering: .relaxed) < Self.maximumCalls }

    func call(_ handler: Handler, _ missing: MissingKey) -> String? {
        callCount.add(1, ordering: .relaxed)
        defer { callCount.subtract(1, ordering: .relaxed) }
        return handler(missing)
    }
}

/// What was missing in one version of the tables, and what the handler has for it.
final class MissingKeys: Sendable {
    let hook: MissingKeyHook

    /// The number of the handler that was told, the hashes of what was missing, in order, and
    /// beside each the text that stands in for it.
    private typealias State = (number: Int, hashes: [Int], texts: [MissingKeyText?])

    private let state: Lock<State>
    private static let maximumCount = 10_000

    init(_ hook: MissingKeyHook) {
        self.hook = hook
        state = Lock((number: 0, hashes: [], texts: []))
    }

    /// Where a hash is, or belongs.
    private static func place(of hash: Int, in hashes: [Int]) -> (index: Int, isThere: Bool) {
        var (low, high) = (0, hashes.count)
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < hash { low = middle + 1 } else { high = middle }
        }
        return (low, low < hashes.count && hashes[low] == hash)
    }

    /// The text that the handler has for a key, which is asked for it unless it was before.
    func text(for missing: MissingKey) -> MissingKeyText? {
        guard let (handler, number) = hook.handler else { return nil }
        // 64 bits, different in each process: of 10,000 keys hardly two ever have the same.
        var hasher = Hasher()
        hasher.combine(missing.language)
        hasher.combine(missing.table)
        hasher.combine(missing.key)
        let hash = hasher.finalize()
        let hasRoom = hook.hasRoom
        let (isNew, known) = state.withLock { state -> (Bool, MissingKeyText?) in
            if state.number < number { state = (number, [], []) }
            // This handler was replaced since it was asked for.
            guard state.number == number else { return (false, nil) }
            let (index, isThere) = Self.place(of: hash, in: state.hashes)
            if isThere { return (false, state.texts[index]) }
            guard hasRoom, state.hashes.count < Self.maximumCount else { return (false, nil) }
            state.hashes.insert(hash, at: index)
            state.texts.insert(nil, at: index)
            return (true, nil)
        }
        guard isNew else { return known }
        guard let answer = hook.call(handler, missing) else { return nil }
        let text = MissingKeyText(answer, missing.language)
        state.withLock { state in
            let (index, isThere) = Self.place(of: hash, in: state.hashes)
            if state.number == number, isThere { state.texts[index] = text }
        }
        return text
    }
}

/// The text that a handler has for a missing key.
final class MissingKeyText: Sendable {
    let text: String
    let format: LocalizedFormat
    let language: LanguageContext

    init(_ text: String, _ language: LanguageTag) {
        self.text = text
        self.language = LanguageContext(language)
        format = LocalizedFormat(FormatString(text))
    }
}
