import FootingMapping
import Foundation

/// The same record as an object that holds another, as people write it who work with references.
final class RecordObject: Decodable {
    final class Address: Decodable {
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

        static let mappingBySetters = Mapping<Address> {
            Field("street") { $0.street = $1 }
            Field("city") { $0.city = $1 }
            Field("zip") { $0.zip = $1 }
            Field("latitude") { $0.latitude = $1 }
            Field("longitude") { $0.longitude = $1 }
        }
    }

    var id = 0
    var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var first = ""
    var last = ""
    var active = false
    var price = 0.0
    var score = 0.0
    var joined = Date(timeIntervalSinceReferenceDate: 0)
    var plan = Record.Plan.free
    var tags: [String] = []
    var address = Address()
    var visits = 0
    var note: String?

    init() {}

    static let mapping = Mapping<RecordObject> {
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

    static let mappingBySetters = Mapping<RecordObject> {
        Field("id") { $0.id = $1 }
        Field("uuid") { $0.uuid = $1 }
        Field("first") { $0.first = $1 }
        Field("last") { $0.last = $1 }
        Field("active") { $0.active = $1 }
        Field("price") { $0.price = $1 }
        Field("score") { $0.score = $1 }
        Field("joined") { $0.joined = $1 }
        Field("plan") { $0.plan = $1 }
        Field("tags") { $0.tags = $1 }
        Field("address", \.address, Address.mappingBySetters)
        Field("visits") { $0.visits = $1 }
        Field("note") { $0.note = $1 }
    }

    /// The values of the object, for comparison.
    var record: Record {
        var record = Record()
        record.id = id
        record.uuid = uuid
        record.first = first
        record.last = last
        record.active = active
        record.price = price
        record.score = score
        record.joined = joined
        record.plan = plan
        record.tags = tags
        record.address.street = address.street
        record.address.city = address.city
        record.address.zip = address.zip
        record.address.latitude = address.latitude
        record.address.longitude = address.longitude
        record.visits = visits
        record.note = note
        return record
    }
}
