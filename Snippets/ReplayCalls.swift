// Stores calls as values, and puts one delegate in front of another.
//
//     swift run ReplayCalls
import FootingProxies
import Foundation

final class Gauge: @unchecked Sendable {
    weak var delegate: (any GaugeDelegate)?
    private(set) var value = 0.0

    func show(_ newValue: Double, animated: Bool) {
        guard delegate?.gaugeShouldShow(newValue) ?? true else { return }
        value = newValue
        delegate?.gaugeDidChange(to: newValue)
    }
}

extension Gauge: Invocable {}

protocol GaugeDelegate: AnyObject {
    func gaugeDidChange(to value: Double)
    func gaugeShouldShow(_ value: Double) -> Bool
}

// A call as a value: described, stored, and called on many targets.
let gauges = [Gauge(), Gauge()]
let reset = Invocation(Gauge.show(_:animated:), 0.5, false, name: "show")
print(reset)  // Gauge.show(0.5, false)
reset.call(onAll: gauges)
print(gauges.map(\.value))  // [0.5, 0.5]

// Replayed at a destination.
let queue = DispatchQueue(label: "gauges")
let history = [
    Invocation(Gauge.show(_:animated:), 0.25, true, name: "show"),
    Invocation("show(1)") { (gauge: Gauge) in gauge.show(1, animated: true) },
]
gauges.on(.queue(queue)) { gauge in
    for invocation in history { invocation.call(on: gauge) }
}
queue.sync {}
print(gauges.map(\.value))  // [1.0, 1.0]

// Calls of an object of the main actor.
@MainActor final class Panel {
    func show(_ title: String) { print("panel “\(title)”") }
}

extension Panel: Invocable {}

let panel = Panel()
let titles = ["Filling", "Full"].map { title in
    Invocation("show(\(title))") { (panel: Panel) in
        MainActor.assumeIsolated { panel.show(title) }
    }
}
panel.on(.main).sync { panel in
    for title in titles { title.call(on: panel) }
}

// The existing delegate.
final class Recorder: GaugeDelegate {
    func gaugeDidChange(to value: Double) { print("recorded \(value)") }
    func gaugeShouldShow(_ value: Double) -> Bool { true }
}

// Forward each method of the protocol.
extension DelegateOverride: GaugeDelegate where Delegate == any GaugeDelegate {
    func gaugeDidChange(to value: Double) { forward { $0.gaugeDidChange(to: value) } }
    func gaugeShouldShow(_ value: Double) -> Bool {
        forward(default: true) { $0.gaugeShouldShow(value) }
    }
}

// The overriding delegate.
final class Limiter: GaugeDelegate {
    func gaugeDidChange(to value: Double) { print("limited to \(value)") }
    func gaugeShouldShow(_ value: Double) -> Bool { value <= 1 }
}

let gauge = gauges[0]
let recorder = Recorder()
gauge.delegate = recorder

let limiter = Limiter()
let override = DelegateOverride(original: gauge.delegate, overriding: limiter)
override.shouldCallOriginal = { method in method != "gaugeShouldShow(_:)" }
gauge.delegate = override

gauge.show(0.75, animated: false)  // limited to 0.75, recorded 0.75
gauge.show(2, animated: false)
print(gauge.value)  // 0.75

// Several delegates at once.
/// Calls several delegates in the order in which they were added, and retains none of them.
final class GaugeDelegates: GaugeDelegate {
    private struct Member {
        weak var delegate: (any GaugeDelegate)?
    }

    private var members: [Member] = []

    func add(_ delegate: any GaugeDelegate) {
        remove(delegate)
        members.append(Member(delegate: delegate))
    }

    func remove(_ delegate: any GaugeDelegate) {
        // Also forgets the delegates that have been deallocated.
        members = members.filter { $0.delegate != nil && $0.delegate !== delegate }
    }

    // A copy, so that a delegate may add and remove delegates while it is called.
    private var delegates: [any GaugeDelegate] { members.compactMap(\.delegate) }

    func gaugeDidChange(to value: Double) {
        for delegate in delegates { delegate.gaugeDidChange(to: value) }
    }

    func gaugeShouldShow(_ value: Double) -> Bool {
        delegates.allSatisfy { $0.gaugeShouldShow(value) }
    }
}

let delegates = GaugeDelegates()
delegates.add(recorder)
delegates.add(limiter)
gauge.delegate = delegates
gauge.show(0.25, animated: false)  // recorded 0.25, limited to 0.25

delegates.remove(limiter)
gauge.show(2, animated: false)  // recorded 2.0
