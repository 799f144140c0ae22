// Binds two properties to each other, and observes parts of a struct.

import FootingObservation

final class Player: KeyValueObservable {
    @Observed var volume = 0.5
}

final class Slider: KeyValueObservable {
    @Observed var position = 0.0
}

final class TextField: KeyValueObservable {
    @Observed var text = ""
}

struct Frame: Equatable {
    var x = 0
    var width = 100
}

final class Window: KeyValueObservable {
    @Observed var frame = Frame()
}

let bag = ObservationBag()
let player = Player()
let slider = Slider()

print("-- in one direction")
let field = TextField()
player.observe(\.volume, initial: true) { change in
    field.text = "\(change.newValue)"
}.store(in: bag)
player.volume = 0.6
print(field.text)  // 0.6

print("-- in both directions")
player.observe(\.volume, initial: true, distinct: ==) { change in
    slider.position = change.newValue
}.store(in: bag)
slider.observe(\.position, distinct: ==) { change in
    player.volume = change.newValue
}.store(in: bag)

slider.position = 0.75
print("volume:", player.volume)  // volume: 0.75
player.volume = 0.25
print("position:", slider.position)  // position: 0.25

print("-- with a conversion")
let percent = TextField()
func percentage(_ volume: Double) -> String { "\(Int((volume * 100).rounded()))" }

player.observe(\.volume, initial: true, distinct: ==) { change in
    percent.text = percentage(change.newValue)
}.store(in: bag)
percent.observe(\.text, distinct: ==) { change in
    guard change.newValue != percentage(player.volume) else { return }
    if let number = Double(change.newValue) { player.volume = number / 100 }
}.store(in: bag)

percent.text = "80"
player.volume = 0.333
print(percent.text, player.volume)  // 33 0.333

print("-- a part of a struct")
let window = Window()
window.observe(\.frame.width, distinct: ==) { change in
    print("width:", change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)
window.frame.x = 10
window.frame.width = 200  // width: 100 -> 200
window.frame = Frame(x: 0, width: 300)  // width: 200 -> 300

print("-- the parts that have changed")
window.observe(\.frame) { change in
    let old = change.oldValue ?? Frame()
    if old.x != change.newValue.x { print("moved to", change.newValue.x) }
    if old.width != change.newValue.width { print("resized to", change.newValue.width) }
}.store(in: bag)
window.frame.x = 20  // moved to 20
