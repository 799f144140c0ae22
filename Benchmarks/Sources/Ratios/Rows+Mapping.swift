import FootingMapping
import Foundation
import Harness

extension Comparison {
    static func mapping() -> [Comparison] {
        let document = Record.document(count: 10_000)
        let decoder = JSONDecoder()
        return [
            Comparison(
                "JSON bytes to 10,000 structs",
                to: "JSONDecoder",
                goal: 0.13,
                ours: { count in
                    for _ in 0..<count {
                        let (records, report) = try Record.mapping
                            .makeArray(of: Record(), json: document, at: "records")
                        guard records.count == 10_000, report.isClean else {
                            throw Unavailable("the document was not read whole")
                        }
                        blackHole(records)
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        let decoded = try decoder.decode(Envelope.self, from: document)
                        guard decoded.records.count == 10_000 else {
                            throw Unavailable("the document was not read whole")
                        }
                        blackHole(decoded)
                    }
                }
            )
        ]
    }
}

private struct Envelope: Decodable {
    var records: [Record]
}

/// A record like those that services send: 64-bit ids, short texts, numbers, a nested object, and
/// a subtree that nobody asked for.
private struct Record: Decodable {
    struct Address: Decodable {
        var street = ""
        var city = ""
        var zip = ""
        var latitude = 0.0
        var longitude = 0.0
    }

    var id = 0
    var key = ""
    var first = ""
    var last = ""
    var active = false
    var price = 0.0
    var score = 0.0
    var visits = 0
    var note: String?
    var address = Address()

    static let mapping = Mapping<Record> {
        Field("id", \.id)
        Field("key", \.key)
        Field("first", \.first)
        Field("last", \.last)
        Field("active", \.active)
        Field("price", \.price)
        Field("score", \.score)
        Field("visits", \.visits)
        Field("note", \.note)
        Field("address", \.address, addressMapping)
    }

    private static let addressMapping = Mapping<Address> {
        Field("street", \.street)
        Field("city", \.city)
        Field("zip", \.zip)
        Field("latitude", \.latitude)
        Field("longitude", \.longitude)
    }

    /// The same text in every run: a fixed seed, and Swift's shortest digits.
    static func document(count: Int) -> Data {
        var seed: UInt64 = 2_026
        func random() -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return seed >> 11
        }
        func fraction() -> Double { Double(random()) / Double(1 << 53 as UInt64) }
        let records = (0..<count).map { number in
            """
            {"id":\(random()),"key":"\(String(random(), radix: 16))-\(String(random(), radix: 16))",\
            "first":"Ana \(number)","last":"Kovač","active":\(number % 3 != 0),\
            "price":\(Int(fraction() * 1e5)).99,"score":\(fraction()),"visits":\(random() % 1_000),\
            "note":\(number % 4 == 0 ? "null" : "\"She said \\\"hello\\\".\\nTwice.\""),\
            "address":{"street":"Long Street \(number)","city":"Gdańsk","zip":"80-\(random() % 1_000)",\
            "latitude":\(54 + fraction()),"longitude":\(18 + fraction())},\
            "meta":{"tags":["a","b","c"],"history":[{"at":\(random()),"by":"x"},{"at":1,"by":"y"}]}}
            """
        }
        return Data("{\"records\":[\(records.joined(separator: ",\n"))]}".utf8)
    }
}
