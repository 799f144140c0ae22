// Observes an `@Observable` class by key path, and a class that can't be changed.

import FootingObservation
import Observation

@Observable
final class Model: KeyValueObservable {
    @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
    var name = "untitled"
    var size = 0
}

@MainActor @Observable
final class Foreign {
    var level = 0
}

let bag = ObservationBag()

print("-- every change, old and new")
let model = Model()
model.observe(\.name) { change in
    print(change.oldValue ?? "-", "->", change.newValue)
}.store(in: bag)
model.name = "draft"  // untitled -> draft

print("-- the toolchain's tracking works as before")
withObservationTracking {
    _ = model.size
} onChange: {
    print("the size is about to change")
}
model.size = 1

print("-- a class that can't be changed")
let foreign = Foreign()
let levels = Observations { foreign.level }
for await level in levels {
    print("level:", level)
    if level == 2 { break }
    foreign.level += 1
}
