import Dispatch
import FootingProxies

/// Objects that are not `Sendable`, each at one destination, where they are also released.
final class ConfinedObjects: Scenario {
    /// Not `Sendable`: it may be used in one place only.
    private final class Parser {
        private(set) var count = 0
        private let released: (Bool) -> Void
        private let isThere: () -> Bool

        init(isThere: @escaping () -> Bool, released: @escaping (Bool) -> Void) {
            self.isThere = isThere
            self.released = released
        }

        deinit { released(isThere()) }

        func feed(_ text: String) { count += text.split(separator: " ").count }
    }

    private let worker = WorkerThread(name: "confined")
    private let queue = DispatchQueue(label: "confined")
    private let concurrent = DispatchQueue(label: "confined together", attributes: .concurrent)
    private let fed: Counter
    private let released: Counter
    private let replied: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        fed = ledger.counter("confined: words fed")
        released = ledger.counter("confined: released in place")
        replied = ledger.counter("confined: replies")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        switch random.number(1...3) {
        case 1: try use(worker, &random)
        case 2: try use(.queue(queue), &random)
        // Each object gets a serial queue of its own in front of the concurrent one.
        default: try use(.queue(concurrent), &random, isSerial: false)
        }
    }

    private func use<Place: SerialDestination>(
        _ place: Place,
        _ random: inout RandomSource,
        isSerial: Bool = true
    ) throws {
        released.expect()
        let parser = Confined(
            Parser(isThere: { !isSerial || place.isCurrent }) { [released] isThere in
                if isThere { released.see() }
            },
            on: place
        )
        let count = random.number(1...20)
        for _ in 1...count { parser { $0.feed("one two three") } }
        let call = parser.submit { $0.count }
        replied.check(try call.wait(timeout: patience), is: 3 * count)
        fed.expect(3 * count)
        fed.see(parser.sync { $0.count })
    }
}
