/// One row: the same work done by us and by a peer.
///
/// Each closure does the work as often as it is told. Both are called in turn, many times, so they
/// must leave nothing behind that makes the next call dearer.
public struct Comparison {
    /// What is compared, in a few words.
    public let name: String
    /// The largest ratio of ours to the peer's that is good enough.
    public let goal: Double
    /// What the ratio is taken to.
    public let peerName: String
    let work: Result<Work, Unavailable>
    /// Removes what the work needed, once the row is done.
    let cleanUp: () -> Void

    struct Work {
        let ours: (Int) throws -> Void
        let peer: (Int) throws -> Void
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

    /// Creates a row of work that can be done here.
    public init(
        _ name: String,
        to peerName: String,
        goal: Double,
        ours: @escaping (_ count: Int) throws -> Void,
        peer: @escaping (_ count: Int) throws -> Void,
        cleanUp: @escaping () -> Void = {}
    ) {
        self.name = name
        self.peerName = peerName
        self.goal = goal
        self.cleanUp = cleanUp
        work = .success(Work(ours: ours, peer: peer))
    }

    /// Creates a row that only says why it can't be measured here.
    public init(_ name: String, to peerName: String, goal: Double, unavailable reason: String) {
        self.name = name
        self.peerName = peerName
        self.goal = goal
        cleanUp = {}
        work = .failure(Unavailable(reason))
    }
}

/// Takes a value and does nothing with it, where the optimizer can't see that.
///
/// Not even a copy is made: it would weigh on the side that has the larger type.
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}
