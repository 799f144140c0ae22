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

    /// What it holds, to be compared.
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
