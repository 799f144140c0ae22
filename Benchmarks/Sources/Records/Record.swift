import FootingMapping
import Foundation

/// A record like those that services send, as a struct: 18 fields, the address with its five among
/// them.
struct Record: Codable, Equatable, Sendable {
    struct Address: Codable, Equatable, Sendable {
        var street = ""
        var city = ""
        var zip = ""
        var latitude = 0.0
        var longitude = 0.0

        static let mapping = Mapping<Address> {
            Field("street", \.street)
            Field("city", \.city)
            Field("zip", \.zip)
            Field("latitude", \.latitude)
            Field("longitude", \.longitude)
        }
    }

    enum Plan: String, Codable, CaseIterable, MappingConvertible {
        case free, basic, team
    }

    var id = 0
    var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var first = ""
    var last = ""
    var active = false
    var price = 0.0
    var score = 0.0
    var joined = Date(timeIntervalSinceReferenceDate: 0)
    var plan = Plan.free
    var tags: [String] = []
    var address = Address()
    var visits = 0
    var note: String?

    static let mapping = Mapping<Record> {
        Field("id", \.id)
        Field("uuid", \.uuid)
        Field("first", \.first)
        Field("last", \.last)
        Field("active", \.active)
        Field("price", \.price)
        Field("score", \.score)
        Field("joined", \.joined)
        Field("plan", \.plan)
        Field("tags", \.tags)
        Field("address", \.address, Address.mapping)
        Field("visits", \.visits)
        Field("note", \.note)
    }
}
