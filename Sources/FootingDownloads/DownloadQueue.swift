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
        /// Work that has not begun; none of it may begin now.
        var waiting: [Work] = []
        /// The number of running downloads of each host.
        var running: [String: Int] = [:]
        /// Handles of libcurl that are not in use, with their connections; the oldest first.
        var idle: [(origin: String, expiry: DispatchTime, transfer: Transfer)] = []
    }

    private struct Work: Sendable {
        let host: String
        let run: @Sendable () -> Void
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

    /// Runs the work of a download on a thread of its own, as soon as the limits permit.
    func enqueue(host: String, _ run: @escaping @Sendable () -> Void) {
        let work = Work(host: host, run: run)
        let begins = state.withLock { state in
            let begins = permits(work, state)
            if begins { state.running[host, default: 0] += 1 } else { state.waiting.append(work) }
            return begins
        }
        if begins { start(work) }
    }

    private func start(_ work: Work) {
        DispatchQueue(label: "footing.download").async {
            work.run()
            if let next = self.state.withLock({ self.next(after: work, &$0) }) { self.start(next) }
        }
    }

    private func permits(_ work: Work, _ state: State) -> Bool {
        state.running[work.host, default: 0] < Self.maxJobsPerHost
            && state.running.values.reduce(0, +) < maxConcurrentJobs
    }

    /// Removes the first work that the end of other work permits; there is one at most.
    private func next(after work: Work, _ state: inout State) -> Work? {
        let count = state.running[work.host, default: 0] - 1
        state.running[work.host] = count > 0 ? count : nil
        let index = state.waiting.firstIndex { permits($0, state) }
        guard let next = index.map({ state.waiting.remove(at: $0) }) else { return nil }
        state.running[next.host, default: 0] += 1
        return next
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
