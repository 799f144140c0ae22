/// One row: the same work done by us and by a peer.
///
/// Each closure does the work as often as it is told. Both are called in turn, many times, so they
/// must leave nothing behind that makes the next call dearer.
public struct Comparison {
    /// The subject of the comparison, in a few words.
    public let name: String
    /// The largest ratio of ours to the peer's that is good enough.
    public let goal: Double
    /// The name of the peer.
    public let peerName: String
    /// The unit of both sides' measurements.
    let unit: Unit
    /// Makes the objects that the row needs, or throws the reason for which it can't be measured.
    let prepare: (Effort) throws -> Sides

    /// The unit of a row's measurements.
    public enum Unit: Sendable {
        /// How long the work takes.
        case nanoseconds
        /// How much memory it keeps.
        case bytes
    }

    /// The work of both sides, and what it leaves behind.
    public struct Sides {
        /// Does the work `count` times, and returns the nanoseconds that this took or the bytes
        /// that it kept.
        typealias Timed = (_ count: Int) throws -> Double

        let ours: Timed
        let peer: Timed
        /// Removes what the work needed.
        let cleanUp: () -> Void

        /// Creates two sides that are timed here.
        public init(
            ours: @escaping (_ count: Int) throws -> Void,
            peer: @escaping (_ count: Int) throws -> Void,
            cleanUp: @escaping () -> Void = {}
        ) {
            self.ours = { try nanoseconds(of: ours, $0) }
            self.peer = { try nanoseconds(of: peer, $0) }
            self.cleanUp = cleanUp
        }

        /// Creates two sides that time themselves, because each piece of work needs preparation
        /// that doesn't count.
        ///
        /// Both closures do the work `count` times, and return the nanoseconds that it took or, if
        /// the row is measured in bytes, the bytes.
        public init(
            timingOurs ours: @escaping (_ count: Int) throws -> Double,
            timingPeer peer: @escaping (_ count: Int) throws -> Double,
            cleanUp: @escaping () -> Void = {}
        ) {
            self.ours = ours
            self.peer = peer
            self.cleanUp = cleanUp
        }

        /// Creates two sides of which the peer is a limit.
        ///
        /// - Parameters:
        ///   - ours: Does the work `count` times, and returns the nanoseconds or bytes that it
        ///     took.
        ///   - limit: The most that one piece of work may take.
        ///   - cleanUp: Removes the objects that the work needed.
        public init(
            timingOurs ours: @escaping (_ count: Int) throws -> Double,
            limit: Double,
            cleanUp: @escaping () -> Void = {}
        ) {
            self.init(
                timingOurs: ours,
                timingPeer: { count in limit * Double(count) },
                cleanUp: cleanUp
            )
        }

        /// Creates two sides of which the peer is another program, which times itself.
        public init(
            ours: @escaping (_ count: Int) throws -> Void,
            peer: ChildPeer,
            cleanUp: @escaping () -> Void = {}
        ) {
            self.ours = { try nanoseconds(of: ours, $0) }
            self.peer = peer.nanoseconds
            self.cleanUp = {
                peer.end()
                cleanUp()
            }
        }
    }

    /// Why a row can't be measured here.
    public struct Unavailable: Error, CustomStringConvertible {
        /// The reason, in a few words.
        public let description: String

        /// Creates the reason.
        public init(_ description: String) {
            self.description = description
        }
    }

    /// Creates a row whose work is made ready when its turn comes.
    ///
    /// - Parameters:
    ///   - name: A few words on the case.
    ///   - peerName: The name of the peer.
    ///   - goal: The largest ratio that is good enough.
    ///   - unit: The unit of both measurements.
    ///   - prepare: Prepares the data of the row, less of it for a smoke run, or throws
    ///     ``Unavailable``.
    public init(
        _ name: String,
        to peerName: String,
        goal: Double,
        in unit: Unit = .nanoseconds,
        prepare: @escaping (Effort) throws -> Sides
    ) {
        self.name = name
        self.peerName = peerName
        self.goal = goal
        self.unit = unit
        self.prepare = prepare
    }

    /// Creates a row of work that needs nothing.
    public init(
        _ name: String,
        to peerName: String,
        goal: Double,
        ours: @escaping (_ count: Int) throws -> Void,
        peer: @escaping (_ count: Int) throws -> Void,
        cleanUp: @escaping () -> Void = {}
    ) {
        self.init(name, to: peerName, goal: goal) { _ in
            Sides(ours: ours, peer: peer, cleanUp: cleanUp)
        }
    }

    /// Creates a row that only says why it can't be measured here.
    public init(_ name: String, to peerName: String, goal: Double, unavailable reason: String) {
        self.init(name, to: peerName, goal: goal) { _ in throw Unavailable(reason) }
    }
}

/// Nanoseconds for `count` pieces of work.
public func nanoseconds(of work: (Int) throws -> Void, _ count: Int) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try work(count)
    let elapsed = start.duration(to: clock.now).components
    return Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
}

/// Takes a value and does nothing with it, where the optimizer can't see that.
///
/// Not even a copy is made: it would weigh on the side that has the larger type.
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}
