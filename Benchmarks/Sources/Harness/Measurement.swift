/// The result of the rounds of one comparison.
public struct Measurement: Sendable {
    /// Nanoseconds, or bytes, for one piece of our work: the median over the rounds.
    public let ours: Double
    /// Nanoseconds, or bytes, for one piece of the peer's work: the median over the rounds.
    public let peer: Double
    /// Ours to the peer's: the median of each round's own ratio.
    public let ratio: Double
    /// How far the peer is from itself within a round: the median difference, as a fraction.
    public let noise: Double

    /// Whether the ratio reaches `goal`, or misses it by no more than the noise.
    public func reaches(_ goal: Double) -> Bool {
        ratio <= goal * (1 + noise)
    }

    /// Creates a measurement from the rounds' times in nanoseconds.
    ///
    /// A round runs peer, ours, ours, peer: a machine that grows slower or faster during a round
    /// weighs on both sides alike, and the two runs of the peer show how unsteady it was.
    package init(rounds: [Round]) {
        ours = median(rounds.map { ($0.ours.0 + $0.ours.1) / 2 })
        peer = median(rounds.map { ($0.peer.0 + $0.peer.1) / 2 })
        ratio = median(rounds.map { ($0.ours.0 + $0.ours.1) / ($0.peer.0 + $0.peer.1) })
        noise = median(
            rounds.map { abs($0.peer.0 - $0.peer.1) / min($0.peer.0, $0.peer.1) }
        )
    }

    package struct Round {
        package let peer: (Double, Double)
        package let ours: (Double, Double)

        package init(peer: (Double, Double), ours: (Double, Double)) {
            self.peer = peer
            self.ours = ours
        }
    }
}

/// How long a comparison is measured.
public struct Effort: Sendable {
    let rounds: Int
    let blockNanoseconds: Double
    /// Whether the times are too short to say anything but that the row ran.
    public let isSmoke: Bool

    /// Enough to trust a ratio: 31 rounds of four blocks of about 10 ms.
    public static let full = Effort(rounds: 31, blockNanoseconds: 10_000_000, isSmoke: false)
    /// Enough to see that a row runs: three short rounds.
    public static let smoke = Effort(rounds: 3, blockNanoseconds: 500_000, isSmoke: true)
}

extension Comparison {
    /// Measures the row once, or throws why it can't be.
    public func measure(_ effort: Effort) throws -> Measurement {
        var last: Measurement?
        try measure(effort, runs: 1) { last = $0 }
        guard let last else { throw Unavailable("no run") }
        return last
    }

    /// Prepares the row, measures it `runs` times, and cleans up.
    ///
    /// - Throws: The reason for which the row can't be measured.
    package func measure(_ effort: Effort, runs: Int, _ body: (Measurement) -> Void) throws {
        let sides = try prepare(effort)
        defer { sides.cleanUp() }
        let ourCount = try count(for: effort.blockNanoseconds, of: sides.ours)
        let peerCount = try count(for: effort.blockNanoseconds, of: sides.peer)
        for _ in 0..<runs {
            var rounds: [Measurement.Round] = []
            for _ in 0..<effort.rounds {
                let firstPeer = try each(peerCount, of: sides.peer)
                let firstOurs = try each(ourCount, of: sides.ours)
                let secondOurs = try each(ourCount, of: sides.ours)
                let secondPeer = try each(peerCount, of: sides.peer)
                rounds.append(
                    .init(peer: (firstPeer, secondPeer), ours: (firstOurs, secondOurs))
                )
            }
            body(Measurement(rounds: rounds))
        }
    }

    /// The number of repetitions that take about `goal` nanoseconds, or 1 if the work takes longer.
    ///
    /// Does the work once before: the first time may load data that later times find.
    private func count(for goal: Double, of work: Sides.Timed) throws -> Int {
        _ = try work(1)
        var count = 1
        while true {
            let total = try work(count)
            let each = total / Double(count)
            if total >= goal / 2 || count >= 1 << 30 {
                return max(1, Int(goal / max(each, 0.1)))
            }
            count *= total < goal / 20 ? 8 : 2
        }
    }

    /// Nanoseconds for each of `count` pieces of work.
    private func each(_ count: Int, of work: Sides.Timed) throws -> Double {
        try work(count) / Double(count)
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
}
