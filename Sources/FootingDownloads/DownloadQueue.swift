import Dispatch
import FootingLocks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A queue of downloads, which share their connections and a limit of how many run at a time.
///
/// Downloads begin in the order in which they were started. At most six run for one host; further
/// ones of that host do not hold up others.
public final class DownloadQueue: Sendable {
    /// The queue of downloads that are created without one.
    public static let shared = DownloadQueue()

    private static let maxJobsPerHost = 6
    private static let maxIdleTransfers = 8

    /// The number of downloads that run at a time.
    public let maxConcurrentJobs: Int
    /// The longest time that connecting may take.
    public let connectTimeout: Duration
    /// The proxy of the downloads.
    public let proxy: Proxy
    /// The file with the certificates of all trusted authorities, or `nil` for libcurl's.
    public let certificateAuthorities: URL?

    /// The proxy of a queue's downloads.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Proxy: Hashable, Sendable {
        /// The proxy in the environment (`http_proxy`, `https_proxy`, `no_proxy`).
        case environment
        /// No proxy, even if the environment has one.
        case direct
        /// The proxy at a URL.
        case url(URL)
    }

    private let state = Lock(State())

    private struct State {
        var waiting = EntryQueue()
        var runningCount = 0
        /// The hosts with running downloads.
        var hosts: [String: Host] = [:]
        /// Handles of libcurl that are not in use, with their connections; the oldest first.
        var idle: [(origin: String, expiry: DispatchTime, transfer: Transfer)] = []
    }

    private struct Entry {
        let host: String
        let work: @Sendable () -> Void
    }

    private struct Host {
        var runningCount = 0
        /// Entries that were reached while the host had no slot; older than those of the state.
        var waiting = EntryQueue()
    }

    /// Entries that are added and removed in constant time, on average.
    private struct EntryQueue {
        /// The first entries, in reverse order, and all others.
        private var (first, others): ([Entry], [Entry]) = ([], [])

        mutating func append(_ entry: Entry) { others.append(entry) }
        mutating func prepend(_ entry: Entry) { first.append(entry) }
        mutating func popFirst() -> Entry? {
            if first.isEmpty { (first, others) = (others.reversed(), []) }
            return first.popLast()
        }
    }

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - maxConcurrentJobs: The number of downloads that run at a time, at least one.
    ///   - connectTimeout: The longest time that connecting may take.
    ///   - proxy: The proxy of the downloads.
    ///   - certificateAuthorities: The file with the certificates of all trusted authorities, or
    ///     `nil` for libcurl's.
    public init(
        maxConcurrentJobs: Int = 8,
        connectTimeout: Duration = .seconds(30),
        proxy: Proxy = .environment,
        certificateAuthorities: URL? = nil
    ) {
        self.maxConcurrentJobs = max(1, maxConcurrentJobs)
        self.connectTimeout = connectTimeout
        self.proxy = proxy
        self.certificateAuthorities = certificateAuthorities
    }

    /// Runs `work` on a thread of its own, as soon as the limits permit.
    func enqueue(host: String, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(Entry(host: host, work: work)) }
        startWaiting()
    }

    private func startWaiting() {
        while let entry = state.withLock({ dequeue(from: &$0) }) {
            DispatchQueue(label: "footing.download").async {
                entry.work()
                self.state.withLock { state in
                    state.runningCount -= 1
                    state.hosts[entry.host]?.runningCount -= 1
                    if let next = state.hosts[entry.host]?.waiting.popFirst() {
                        state.waiting.prepend(next)
                    } else if state.hosts[entry.host]?.runningCount == 0 {
                        state.hosts[entry.host] = nil
                    }
                }
                self.startWaiting()
            }
        }
    }

    private func dequeue(from state: inout State) -> Entry? {
        while state.runningCount < maxConcurrentJobs, let entry = state.waiting.popFirst() {
            if state.hosts[entry.host, default: Host()].runningCount < Self.maxJobsPerHost {
                state.runningCount += 1
                state.hosts[entry.host, default: Host()].runningCount += 1
                return entry
            }
            state.hosts[entry.host]?.waiting.append(entry)
        }
        return nil
    }
}

// Connections.
extension DownloadQueue {
    /// Returns the handle that was connected to an origin last, or a new one.
    func transfer(to origin: String) -> Transfer? {
        let known = state.withLock { state in
            state.idle.lastIndex { $0.origin == origin }.map { state.idle.remove(at: $0).transfer }
        }
        return known ?? Transfer()
    }

    /// Keeps a handle that was not cancelled, for 30 seconds.
    func keep(_ transfer: Transfer, connectedTo origin: String) {
        let expiry = DispatchTime.now() + 30
        // Released after the lock, since that closes a connection.
        let oldest = state.withLock { state in
            state.idle.append((origin, expiry, transfer))
            return state.idle.count > Self.maxIdleTransfers ? state.idle.removeFirst() : nil
        }
        withExtendedLifetime(oldest) {}
        DispatchQueue.global().asyncAfter(deadline: expiry) { [weak self] in
            let expired = self?.state.withLock { state in
                let expired = state.idle.prefix { $0.expiry <= expiry }
                state.idle.removeFirst(expired.count)
                return expired
            }
            withExtendedLifetime(expired) {}
        }
    }
}
