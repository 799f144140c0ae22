import Dispatch
import FootingOperations
import FootingProxies
import FootingWaiting
import Foundation
import Synchronization
import TestSupport
import XCTest

/// Random waits over queues, worker threads and futures, each compared with a reference graph.
final class RandomWaitsTests: XCTestCase {
    func testExactlyTheWaitsThatCompleteACycleAreRefused() {
        let places = Places()
        var waitCount = 0
        var refusalCount = 0
        var seed = 0
        while waitCount < rounds(1_000, underStress: 100_000) {
            let round = RandomRound(seed: seed, in: places)
            if let fault = round.run() { return XCTFail("seed \(seed): \(fault)") }
            waitCount += round.waitCount
            refusalCount += round.refusalCount
            seed += 1
        }
        XCTAssertGreaterThan(refusalCount, waitCount / 20)
    }
}

private final class Box: Invocable, Sendable {}

private let ample = Duration.seconds(60)

/// The places in which activities run: two worker threads, two serial queues, and future queues
/// that run one and two jobs at a time.
private struct Places {
    let workers = [WorkerThread(name: "worker 0"), WorkerThread(name: "worker 1")]
    let serials = [DispatchQueue(label: "serial 0"), DispatchQueue(label: "serial 1")]
    let queues = [
        FutureQueue(name: "one", maxConcurrentJobs: 1),
        FutureQueue(name: "two", maxConcurrentJobs: 2),
    ]

    /// The place of each activity.
    static let ofActivities: [Place] = [
        .worker(0), .worker(1), .serial(0), .serial(1), .queue(0), .queue(1), .queue(1),
    ]
}

private enum Place: Equatable {
    case worker(Int), serial(Int), queue(Int)

    var queueIndex: Int? { if case .queue(let index) = self { index } else { nil } }
}

/// A command to an activity: waits, and returns whether the wait was refused.
private typealias Command = @Sendable () -> Bool

/// Code that runs in a place and carries out commands, one wait after another.
private final class Activity: Sendable {
    private let commands = Log<Command?>()
    private let arrival = DispatchSemaphore(value: 0)
    let reports: Reports
    let number: Int

    init(_ number: Int, reports: Reports) {
        self.number = number
        self.reports = reports
    }

    func send(_ command: Command?) {
        commands.add(command)
        arrival.signal()
    }

    func run() {
        var index = 0
        while true {
            arrival.wait()
            guard let command = commands.entries[index] else { return }
            index += 1
            reports.add(number, isRefused: command())
        }
    }
}

/// The ends of waits, in order.
private final class Reports: Sendable {
    private let log = Log<(activity: Int, isRefused: Bool)>()
    private let arrival = DispatchSemaphore(value: 0)
    private let taken = Atomic(0)

    func add(_ activity: Int, isRefused: Bool) {
        log.add((activity, isRefused))
        arrival.signal()
    }

    /// The next report, or `nil` if there is none within the time.
    func next(within seconds: Double) -> (activity: Int, isRefused: Bool)? {
        guard arrival.wait(timeout: .now() + seconds) == .success else { return nil }
        return log.entries[taken.wrappingAdd(1, ordering: .relaxed).oldValue]
    }
}

/// The reference graph: the wait of each activity, and the activities that can never end.
private struct Model {
    enum Target {
        case activity(Int)
        case place(Place)
        /// A new job of a queue.
        case job(queue: Int)
    }

    struct Wait {
        let target: Target
        let isRefusable: Bool
        /// Whether the wait is one for a future, during which a queue may run other jobs.
        let lends: Bool
    }

    static let widths = [1, 2]
    var waits: [Int: Wait] = [:]

    private func needs(_ target: Target, _ canEnd: Set<Int>) -> Bool {
        switch target {
        case .activity(let activity): return canEnd.contains(activity)
        case .place(let place):
            return Places.ofActivities.indices.allSatisfy {
                Places.ofActivities[$0] != place || canEnd.contains($0)
            }
        case .job(let queue):
            return holders(of: queue).count { !canEnd.contains($0) } < Self.widths[queue]
        }
    }

    /// The activities that have a slot of a queue.
    func holders(of queue: Int) -> [Int] {
        Places.ofActivities.indices.filter {
            Places.ofActivities[$0] == .queue(queue) && waits[$0]?.lends != true
        }
    }

    /// The activities that can end.
    func whatCanEnd() -> Set<Int> {
        var canEnd = Set(Places.ofActivities.indices.filter { waits[$0] == nil })
        while true {
            let more = waits.filter { !canEnd.contains($0.key) && needs($0.value.target, canEnd) }
            if more.isEmpty { return canEnd }
            canEnd.formUnion(more.keys)
        }
    }

    func isStuck(_ activity: Int) -> Bool { !whatCanEnd().contains(activity) }

    /// Whether a job can begin at once.
    func hasVacancy(_ queue: Int) -> Bool { holders(of: queue).count < Self.widths[queue] }

    /// The waits that can be refused in the cycles of a stuck activity.
    func candidates(for activity: Int) -> [Int] {
        reachable(from: activity).filter { other in
            other != activity && waits[other]?.isRefusable == true
                && reachable(from: other).contains(activity)
        }
    }

    /// The stuck activities that a stuck activity needs, directly or through others.
    private func reachable(from activity: Int) -> Set<Int> {
        let canEnd = whatCanEnd()
        var reached: Set<Int> = []
        var next = [activity]
        while let current = next.popLast() {
            let needed: [Int]
            switch waits[current]?.target {
            case .activity(let other): needed = [other]
            case .place(let place):
                needed = Places.ofActivities.indices.filter { Places.ofActivities[$0] == place }
            case .job(let queue): needed = holders(of: queue)
            case nil: needed = []
            }
            for other in needed where !canEnd.contains(other) && reached.insert(other).inserted {
                next.append(other)
            }
        }
        return reached
    }
}

private final class RandomRound {
    private var dice: SeededRandom
    private let places: Places
    private let reports = Reports()
    private var activities: [Activity] = []
    private var handles: [@Sendable (_ isTimed: Bool) -> Bool] = []
    private var model = Model()
    private(set) var waitCount = 0
    private(set) var refusalCount = 0
    private let baseCount = WaitGraph.count

    init(seed: Int, in places: Places) {
        dice = SeededRandom(seed: seed)
        self.places = places
    }

    /// Returns a sentence about the first difference from the reference.
    func run() -> String? {
        begin()
        var fault: String?
        for _ in 0..<12 where fault == nil { fault = step() }
        if let fault { return fault }
        return end()
    }

    private func begin() {
        for (number, place) in Places.ofActivities.enumerated() {
            let activity = Activity(number, reports: reports)
            activities.append(activity)
            switch place {
            case .worker(let index):
                handles.append(
                    Self.handle(Box().on(places.workers[index]).submit { _ in activity.run() })
                )
            case .serial(let index):
                let queue = places.serials[index]
                handles.append(Self.handle(Box().on(.queue(queue)).submit { _ in activity.run() }))
            case .queue(let index):
                let future = places.queues[index].submit(name: "\(number)") { activity.run() }
                let isDerived = Bool.random(using: &dice)
                handles.append(Self.handle(isDerived ? future.map { $0 } : future))
            }
            // The activity runs when its first command has been carried out.
            activity.send { false }
            _ = reports.next(within: 60)
        }
    }

    private static func handle(_ call: PendingCall<Void>) -> @Sendable (Bool) -> Bool {
        { isTimed in
            do {
                try call.wait(timeout: isTimed ? ample : nil)
                return false
            } catch { return (error as? InvocationError)?.code == .wouldDeadlock }
        }
    }

    private static func handle(_ future: Future<Void, Never>) -> @Sendable (Bool) -> Bool {
        { isTimed in
            do throws(FutureError<Never>) {
                try future.wait(timeout: isTimed ? ample : nil)
                return false
            } catch {
                if case .wouldDeadlock = error { return true }
                return false
            }
        }
    }

    // MARK: Waits

    private func step() -> String? {
        let idle = activities.indices.filter { model.waits[$0] == nil }
        guard let waiting = idle.randomElement(using: &dice) else { return nil }
        let own = Places.ofActivities[waiting]
        let isTimed = Bool.random(using: &dice)
        let wait: Model.Wait
        let command: Command
        switch Int.random(in: 0..<3, using: &dice) {
        case 0:
            let awaited = Int.random(in: activities.indices, using: &dice)
            let isFuture = Places.ofActivities[awaited].queueIndex != nil
            wait = .init(target: .activity(awaited), isRefusable: true, lends: lends(own, isFuture))
            command = { [handle = handles[awaited]] in handle(isTimed) }
        case 1:
            let place = Places.ofActivities[Int.random(in: 0..<4, using: &dice)]
            if place == own { return nil }
            wait = .init(target: .place(place), isRefusable: isTimed, lends: false)
            if !isTimed, !canBeAdded(wait, of: waiting) { return nil }
            command = sync(at: place, isTimed: isTimed)
        default:
            let index = Int.random(in: 0..<2, using: &dice)
            // With a time-out, a queue that runs one job at a time refuses to run one of its own.
            if own == .queue(index) { return nil }
            wait = .init(target: .job(queue: index), isRefusable: true, lends: lends(own, true))
            let job = places.queues[index].submit(name: "new") {}
            command = { [handle = Self.handle(job)] in handle(isTimed) }
        }
        return perform(wait, command, of: waiting)
    }

    private func lends(_ place: Place, _ isFuture: Bool) -> Bool {
        place.queueIndex.map { isFuture && Model.widths[$0] > 1 } ?? false
    }

    private func sync(at place: Place, isTimed: Bool) -> Command {
        let body = { @Sendable (_: Box) in }
        func command<Place: Destination>(_ proxy: Proxy<Box, Place>) -> Command {
            {
                guard isTimed else {
                    proxy.sync(body)
                    return false
                }
                do throws(InvocationError) {
                    try proxy.sync(timeout: ample, body)
                    return false
                } catch { return error.code == .wouldDeadlock }
            }
        }
        switch place {
        case .worker(let index): return command(Box().on(places.workers[index]))
        case .serial(let index), .queue(let index):
            return command(Box().on(.queue(places.serials[index])))
        }
    }

    /// Whether a wait that can't be refused would not stop the program.
    private func canBeAdded(_ wait: Model.Wait, of waiting: Int) -> Bool {
        var model = model
        model.waits[waiting] = wait
        while model.isStuck(waiting) {
            guard let victim = model.candidates(for: waiting).first else { return false }
            model.waits[victim] = nil
        }
        return true
    }

    private func perform(_ wait: Model.Wait, _ command: @escaping Command, of waiting: Int)
        -> String?
    {
        waitCount += 1
        model.waits[waiting] = wait
        let isStuck = model.isStuck(waiting)
        let before = model
        activities[waiting].send(command)
        if isStuck, wait.isRefusable {
            model.waits[waiting] = nil
            return expect(waiting, isRefused: true, before)
        }
        while model.isStuck(waiting) {
            let candidates = model.candidates(for: waiting)
            guard let report = reports.next(within: 20) else {
                return "no wait was refused: \(before)"
            }
            guard report.isRefused, candidates.contains(report.activity) else {
                return "\(report) instead of a refusal of one of \(candidates): \(before)"
            }
            refusalCount += 1
            model.waits[report.activity] = nil
        }
        // Jobs that can begin, now that a slot is lent, end at once.
        while let ended = model.waits.first(where: { canEndNow($0.value) })?.key {
            let ready = model.waits.filter { canEndNow($0.value) }.map(\.key)
            guard let report = reports.next(within: 20) else { return "\(ended) waits: \(before)" }
            guard !report.isRefused, ready.contains(report.activity) else {
                return "\(report) instead of the end of one of \(ready): \(before)"
            }
            model.waits[report.activity] = nil
        }
        return awaitRecords(before)
    }

    private func canEndNow(_ wait: Model.Wait) -> Bool {
        if case .job(let queue) = wait.target { model.hasVacancy(queue) } else { false }
    }

    private func expect(_ activity: Int, isRefused: Bool, _ before: Model) -> String? {
        guard let report = reports.next(within: 20) else { return "\(activity) hangs: \(before)" }
        refusalCount += 1
        if report.activity == activity, report.isRefused == isRefused { return nil }
        return "\(report) instead of the refusal of \(activity): \(before)"
    }

    /// Waits until the waits of the reference, and no others, are recorded.
    private func awaitRecords(_ before: Model) -> String? {
        let end = ContinuousClock.now + .seconds(20)
        while WaitGraph.count - baseCount != model.waits.count {
            if ContinuousClock.now > end {
                let count = WaitGraph.count - baseCount
                let report = reports.next(within: 0)
                return "\(count) waits, \(String(describing: report)): \(before)"
            }
            sched_yield()
        }
        return nil
    }

    /// Ends all activities, which lets all waits succeed.
    private func end() -> String? {
        var running = Set(activities.indices)
        while !running.isEmpty {
            for activity in running where model.waits[activity] == nil {
                activities[activity].send(nil)
                running.remove(activity)
            }
            if running.isEmpty { break }
            guard let report = reports.next(within: 20) else { return "hangs at the end: \(model)" }
            if report.isRefused { return "\(report) at the end: \(model)" }
            model.waits[report.activity] = nil
        }
        for handle in handles { _ = handle(true) }
        if let extra = reports.next(within: 0) { return "unexpected \(extra)" }
        return awaitRecords(model)
    }
}
