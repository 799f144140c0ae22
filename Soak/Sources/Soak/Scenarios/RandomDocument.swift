import Foundation

/// A random object, as JSON, as a dictionary, and as what a mapping has to make of it.
struct RandomDocument {
    /// A value of a field, and what becomes of it.
    private struct Member {
        var key: String
        var json: String
        var value: Any
    }

    private var members: [Member] = []
    private var space = ""
    private(set) var expected = MappedRecord()
    /// The number of values that must be refused.
    private(set) var refusedCount = 0
    /// Whether all values can be used where each may be absent or null.
    private(set) var isDecodable = true
    /// The number of values that must be set in fields of ``MappedObject``.
    private(set) var appliedScalarCount = 0

    init(_ random: inout RandomSource) {
        addNumber(&random)
        addTitle(&random)
        addPrice(&random)
        addFlag(&random)
        addNickname(&random)
        addScores(&random)
        addAddress(&random)
        for number in 0..<random.number(0...3) {
            members.append(
                Member(key: "unknown \(number)", json: "[1, {}]", value: [1, [:]] as [Any])
            )
        }
        members.shuffle(using: &random)
        space = random.choice("", " ", "\n\t ")
    }

    var json: Data { Data(Self.object(members, space).utf8) }

    var dictionary: [String: Any] {
        Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    }

    private static func object(_ members: [Member], _ space: String) -> String {
        let parts = members.map { "\(space)\"\($0.key)\"\(space):\(space)\($0.json)" }
        return "{" + parts.joined(separator: ",") + space + "}"
    }

    private mutating func add(_ key: String, _ json: String, _ value: Any, isTaken: Bool = true) {
        members.append(Member(key: key, json: json, value: value))
        guard isTaken else {
            refusedCount += 1
            if !(value is NSNull) { isDecodable = false }
            return
        }
        if ["id", "title", "price", "flag"].contains(key) { appliedScalarCount += 1 }
    }

    private mutating func addNumber(_ random: inout RandomSource) {
        let number = random.number(-1_000_000_000...1_000_000_000)
        switch random.number(1...6) {
        case 1: break
        case 2: add("id", "\"12abc\"", "12abc", isTaken: false)
        case 3: add("id", "null", NSNull(), isTaken: false)
        case 4:
            add("id", "\" \(number) \"", " \(number) ")
            expected.id = number
        default:
            add("id", "\(number)", number)
            expected.id = number
        }
    }

    private mutating func addTitle(_ random: inout RandomSource) {
        let characters = Array("abc äöü 漢字 👩‍🚀 0123456789")
        let title = String(
            (0..<random.number(0...40)).map { _ in
                characters[random.number(0...characters.count - 1)]
            }
        )
        switch random.number(1...5) {
        case 1: break
        case 2: add("title", "true", true, isTaken: false)
        case 3:
            let units = title.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            add("title", "\"\(units.joined())\"", title)
            expected.title = title
        default:
            add("title", "\"\(title)\"", title)
            expected.title = title
        }
    }

    private mutating func addPrice(_ random: inout RandomSource) {
        let price = Double(random.number(-1_000_000...1_000_000)) / 64
        switch random.number(1...5) {
        case 1: break
        case 2: add("price", "\"much\"", "much", isTaken: false)
        case 3:
            add("price", "\"\(price)\"", "\(price)")
            expected.price = price
        default:
            add("price", "\(price)", price)
            expected.price = price
        }
    }

    private mutating func addFlag(_ random: inout RandomSource) {
        let flag = random.oneIn(2)
        switch random.number(1...5) {
        case 1: break
        case 2: add("flag", "\"maybe\"", "maybe", isTaken: false)
        case 3:
            add("flag", flag ? "\"yes\"" : "0", flag ? "yes" : 0)
            expected.flag = flag
        default:
            add("flag", "\(flag)", flag)
            expected.flag = flag
        }
    }

    private mutating func addNickname(_ random: inout RandomSource) {
        switch random.number(1...3) {
        case 1: break
        case 2:
            add("nickname", "null", NSNull())
            expected.nickname = nil
        default:
            add("nickname", "\"Dot\"", "Dot")
            expected.nickname = "Dot"
        }
    }

    private mutating func addScores(_ random: inout RandomSource) {
        let scores = (0..<random.number(0...50)).map { _ in random.number(-9...1_000_000) }
        switch random.number(1...4) {
        case 1: break
        case 2:
            // The list is refused whole.
            add(
                "scores",
                "\(scores + [1])".dropLast() + ", \"x\"]",
                scores + [1, "x"] as [Any],
                isTaken: false
            )
        default:
            add("scores", "\(scores)", scores)
            expected.scores = scores
        }
    }

    private mutating func addAddress(_ random: inout RandomSource) {
        guard !random.oneIn(3) else { return }
        let zip = random.number(0...99_999)
        if random.oneIn(4) {
            add(
                "address",
                #"{"city": "Wien", "zip": [0.5]}"#,
                ["city": "Wien", "zip": [0.5]] as [String: Any],
                isTaken: false
            )
            expected.address.city = "Wien"
        } else {
            add(
                "address",
                #"{"zip": \#(zip), "city": "Linz"}"#,
                ["city": "Linz", "zip": zip] as [String: Any]
            )
            expected.address = MappedAddress(city: "Linz", zip: zip)
        }
    }
}
