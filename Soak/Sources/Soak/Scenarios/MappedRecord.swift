import FootingMapping
import FootingObservation

struct MappedAddress: Mappable, Equatable {
    var city = ""
    var zip = 0

    static let mapping = Mapping<MappedAddress> {
        Field("city", \.city)
        Field("zip", \.zip)
    }
}

struct MappedRecord: Equatable {
    var id = 0
    var title = "untitled"
    var price = 0.5
    var flag = false
    var nickname: String? = "none yet"
    var scores = [7]
    var address = MappedAddress()

    static let mapping = Mapping<MappedRecord> {
        Field("id", \.id)
        Field("title", \.title)
        Field("price", \.price)
        Field("flag", \.flag)
        Field("nickname", \.nickname)
        Field("scores", \.scores)
        Field("address", \.address)
    }
}

/// The same as an object whose properties are observed.
final class MappedObject: KeyValueObservable {
    @Observed var id = 0
    @Observed var title = "untitled"
    @Observed var price = 0.5
    @Observed var flag = false

    static let mapping = Mapping<MappedObject> {
        Field("id", \.id)
        Field("title", \.title)
        Field("price", \.price)
        Field("flag", \.flag)
    }
}

/// The same for a decoder, which makes a value only if all of the input can be used.
struct DecodedRecord: Decodable {
    var id: Int?
    var title: String?
    var price: Double?
    var flag: Bool?
    var nickname: String?
    var scores: [Int]?
    var address: Address?

    struct Address: Decodable {
        var city: String
        var zip: Int
    }
}
