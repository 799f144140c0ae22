// Shares a value between threads: each change arrives once, in order, and no thread waits.

import Dispatch
import FootingObservation

let bag = ObservationBag()

print("-- every change, on any thread")
let connections = ObservedValue(0)
connections.observe { change in
    print(change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)

connections.set(3)  // 0 -> 3
connections.withValue { $0 += 1 }  // 3 -> 4

/// The state of a server, shared by all of its threads.
final class Server: Sendable {
    struct Load: Equatable {
        var requests = 0
        var isBusy: Bool { requests > 2 }
    }

    let load = ObservedValue(Load())

    func begin() { load.withValue { $0.requests += 1 } }
    func end() { load.withValue { $0.requests -= 1 } }
}

print("-- threads that change one value")
let server = Server()
server.load.observe(initial: true, distinct: { $0.isBusy == $1.isBusy }) { change in
    print("busy:", change.newValue.isBusy)
}.store(in: bag)

let requests = DispatchGroup()
for _ in 0..<8 {
    DispatchQueue.global().async(group: requests) { server.begin() }
}
requests.wait()
print("requests:", server.load.value.requests)

print("-- a handler that corrects the value")
let level = ObservedValue(0)
level.observe { change in
    if change.newValue > 100 { level.set(100) }
}.store(in: bag)
level.observe { change in
    print("level:", change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)
level.set(120)

print("-- an expression over shared values")
let incoming = ObservedValue(1)
let outgoing = ObservedValue(2)
observeSharedChanges {
    incoming.value + outgoing.value
} handler: { change in
    print("total:", change.newValue)
}.store(in: bag)
incoming.set(5)  // total: 7

/// Prints the changes until the task is cancelled or the value is deallocated.
func follow(_ connections: ObservedValue<Int>) async {
    for await change in connections.changes() {
        print(change.newValue)
    }
}
