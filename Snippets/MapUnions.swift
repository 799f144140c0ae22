// Objects of several kinds, defaults, rules for whole objects, and members that no field reads.

import FootingMapping
import Foundation

struct Car: Mappable {
    var doors = 0

    static let mapping = Mapping<Car> {
        Field("doors", \.doors).default(4)
    }
}

struct Bike: Mappable {
    var gears = 0

    static let mapping = Mapping<Bike> {
        Field("gears", \.gears).default(1)
    }
}

enum Vehicle: MappableUnion {
    case car(Car)
    case bike(Bike)

    static let union = MappingUnion<Vehicle>(
        "type",
        [
            "car": .object(Vehicle.car) { if case .car(let car) = $0 { car } else { nil } },
            "bike": .object(Vehicle.bike) {
                if case .bike(let bike) = $0 { bike } else { nil }
            },
        ]
    )
}

struct Text: Mappable {
    var text = ""

    static let mapping = Mapping<Text> {
        Field("text", \.text)
    }
}

struct Unknown: Mappable {
    var type = ""
    var members: [String: String] = [:]

    static let mapping = Mapping<Unknown> {
        Field("type", \.type)
        UnknownMembers(\.members)
    }
}

enum Notice: MappableUnion {
    case text(Text)
    case unknown(Unknown)

    static let union = MappingUnion<Notice>(
        "type",
        ["text": .object(Notice.text) { if case .text(let text) = $0 { text } else { nil } }],
        unknownCase: .object(Notice.unknown) {
            if case .unknown(let unknown) = $0 { unknown } else { nil }
        }
    )
}

struct Stay: Mappable {
    var arrival = 0
    var departure = 1

    static let mapping = Mapping<Stay> {
        Field("from", \.arrival)
        Field("to", \.departure)
    }
    .validated("departure after arrival") { $0.departure > $0.arrival }
}

struct Booking {
    var guest = ""
    var stay = Stay()
    var vehicles: [Vehicle] = []
    var details: [String: String] = [:]

    static let mapping = Mapping<Booking> {
        Field("guest", \.guest).default("unknown")
        Field("stay", \.stay)
        Field("vehicles", \.vehicles)
        UnknownMembers(\.details)
    }
}

let payload = Data(
    #"""
    {"guest": null, "stay": {"from": 5, "to": 3}, "room": 12, "vehicles":
     [{"type": "car"}, {"type": "bike", "gears": 7}, {"type": "plane"}]}
    """#.utf8
)

var booking = Booking()
let report = try Booking.mapping.apply(json: payload, to: &booking)
print(booking.guest, booking.stay.departure, booking.vehicles.count, booking.details)
for issue in report.issues { print(issue) }
// unknown 1 2 ["room": "12"]
// $.stay: rejected: departure after arrival (object, wanted Stay); kept
// $.vehicles[2].type: no case has this raw value (string, wanted String); dropped

let (json, _) = Booking.mapping.json(from: booking)
print(String(decoding: json, as: UTF8.self))
// {"guest":"unknown","room":"12","stay":{"from":0,"to":1},
//  "vehicles":[{"doors":4,"type":"car"},{"gears":7,"type":"bike"}]}

var options = MappingOptions.standard
options.keyStrategy = .custom(KeySpelling { $0.uppercased() })
let shouted = Booking.mapping.apply(["GUEST": "Ada"], to: &booking, options: options)
print(shouted.isClean)

struct Inbox {
    var notices: [Notice] = []

    static let mapping = Mapping<Inbox> {
        Field("inbox.0.notices", \.notices)
    }
}

// "inbox.0" is the first element of an array.
let notices: [String: Any] = ["inbox": [["notices": [["type": "poll", "question": "Why?"]]]]]
let (inbox, _) = Inbox.mapping.make(Inbox(), from: notices)
for case .unknown(let notice) in inbox?.notices ?? [] { print(notice.type, notice.members) }
// poll ["question": "Why?"]
