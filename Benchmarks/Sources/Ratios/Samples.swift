import Harness

/// The times of work that takes seconds: the work is done a few times, and then its times are
/// repeated one after the other, because the work of all rounds would take minutes.
final class Samples {
    private let number: Int
    private var times: [Double] = []

    /// Creates a place for the times of work that is done `number` times.
    init(_ number: Int) {
        self.number = number
    }

    /// Returns the nanoseconds for `count` pieces of work from those of one.
    func time(_ count: Int, _ work: () throws -> Double) rethrows -> Double {
        let time = times.count == number ? times.removeFirst() : try work()
        times.append(time)
        return time * Double(count)
    }
}

extension Comparison.Sides {
    /// Creates two sides of which the peer's work takes long, and is done ten times.
    init(ours: @escaping (_ count: Int) throws -> Void, slowPeer: @escaping () throws -> Void) {
        let samples = Samples(10)
        self.init(
            timingOurs: { try nanoseconds(of: ours, $0) },
            timingPeer: { count in
                try samples.time(count) { try nanoseconds(of: { _ in try slowPeer() }, 1) }
            }
        )
    }
}
