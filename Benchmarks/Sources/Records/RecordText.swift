import Foundation

/// The values of one record, and their text in a document.
struct RecordText {
    private let id: Int
    let uuid: UUID
    private let isActive: Bool
    private let price: String
    private let score: String
    private let joined: Date
    private let plan: String
    private let tags: [String]
    private let zip: String
    private let coordinates: (String, String)
    private let visits: Int
    private let hasNote: Bool
    private let number: Int

    /// Makes up the record with this number.
    init(_ number: Int, using random: inout SeededGenerator) {
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        }
        self.number = number
        id = Int.random(in: 1 << 61...Int.max, using: &random)
        let words = (random.next(), random.next())
        uuid = UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
        isActive = Bool.random(using: &random)
        price = "\(Int.random(in: 1...99_999, using: &random)).\(digits(2))"
        var score = ""
        // Seventeen digits, which half of all numbers need.
        while score.count != 19 { score = "\(Double.random(in: 0.1..<1, using: &random))" }
        self.score = score
        joined = Date(
            timeIntervalSince1970: Double(Int.random(in: 1 << 30...1_790_000_000, using: &random))
        )
        plan = Record.Plan.allCases.randomElement(using: &random).map { $0.rawValue } ?? ""
        tags = ["red", "green", "blue", "white", "black"].shuffled(using: &random).dropLast(2)
        zip = "8\(digits(4))"
        coordinates = ("54.\(digits(7))", "18.\(digits(7))")
        visits = Int.random(in: 0...999, using: &random)
        hasNote = Int.random(in: 0...3, using: &random) != 0
    }

    /// Every value of the kind that is wanted.
    var clean: String {
        text(
            id: "\(id)",
            active: "\(isActive)",
            price: price,
            score: score,
            joined: "\"\(joined.formatted(.iso8601))\"",
            tags: "[\(tags.map { "\"\($0)\"" }.joined(separator: ","))]",
            zip: "\"\(zip)\"",
            visits: "\(visits)"
        )
    }

    /// Half of the values of another kind, and only the first of the tags.
    var messy: String {
        text(
            id: "\"\(id)\"",
            active: number.isMultiple(of: 2)
                ? isActive ? "\"yes\"" : "\"no\"" : isActive ? "1" : "0",
            price: "\"\(price)\"",
            score: "\"\(score)\"",
            joined: "\(Int(joined.timeIntervalSince1970))",
            tags: "\"\(tags[0])\"",
            zip: zip,
            visits: "\(visits).0"
        )
    }

    /// Five values that are none.
    var failing: String {
        text(
            id: "\"\(id)th\"",
            active: "\"perhaps\"",
            price: "true",
            score: score,
            joined: "\"one day in spring\"",
            tags: "[\(tags.map { "\"\($0)\"" }.joined(separator: ","))]",
            zip: "\"\(zip)\"",
            visits: "\(visits).5"
        )
    }

    private func text(
        id: String,
        active: String,
        price: String,
        score: String,
        joined: String,
        tags: String,
        zip: String,
        visits: String
    ) -> String {
        """
        {"id":\(id),"uuid":"\(uuid.uuidString.lowercased())","first":"Ana \(number)","last":"Kovač","active":\(active),\
        "price":\(price),"score":\(score),"joined":\(joined),"plan":"\(plan)","tags":\(tags),\
        "address":{"street":"Long Street \(number)","city":"Gdańsk","zip":\(zip),\
        "latitude":\(coordinates.0),"longitude":\(coordinates.1)},"visits":\(visits),\
        "note":\(hasNote ? #""She said \"hello\".\nTwice.""# : "null"),\
        "meta":{"source":"import","history":[{"at":\(self.id & 0xFFFFF),"by":"x"},{"at":1,"by":"y"}]}}
        """
    }
}

/// The same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64 = 2_026

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
