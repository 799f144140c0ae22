import FootingMapping
import Foundation

/// The table of conversions as data: strings that represent other values, dictionaries, and
/// settings of fields.
extension CoercionTable {
    private static let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    private static let uuid = UUID(uuidString: id) ?? UUID()

    static var urls: [Row] {
        [
            Row(
                URL.self,
                #""https://example.org/a?b=c#d""#,
                .converted("https://example.org/a?b=c#d"),
                native: "https://example.org/a?b=c#d"
            ),
            Row(URL.self, #""mailto:ada@example.org""#, .converted("mailto:ada@example.org")),
            Row(
                URL.self,
                #""https:\/\/example.org\/%C3%BC""#,
                .converted("https://example.org/%C3%BC")
            ),
            Row(
                URL.self,
                nil,
                .exact("https://example.org"),
                native: exampleURL,
                NSURL(string: "https://example.org") as Any
            ),
            Row(URL.self, #""not a url""#, .issue(.invalidFormat), native: "not a url"),
            Row(URL.self, #""https://example.org/a b""#, .issue(.invalidFormat)),
            Row(URL.self, #""https://example.org/%zz""#, .issue(.invalidFormat)),
            Row(URL.self, #""https://example.org/ü""#, .issue(.invalidFormat)),
            Row(URL.self, #"" https://example.org""#, .issue(.invalidFormat)),
            Row(URL.self, #""/a/b""#, .issue(.invalidFormat)),
            Row(URL.self, #""""#, .issue(.invalidFormat)),
            Row(
                URL.self,
                #""\ud800""#,
                .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row(URL.self, "5", .issue(.typeMismatch), native: 5),
            Row(URL.self, "true", .issue(.typeMismatch)),
            Row(URL.self, "null", .issue(.null), strict: .issue(.null)),
            Row(URL?.self, #""""#, .issue(.invalidFormat), lenient: .converted("nil")),
            Row(URL?.self, "null", .exact("nil")),
        ]
    }
    private static let exampleURL = URL(string: "https://example.org") ?? .sample

    static var uuids: [Row] {
        [
            Row(UUID.self, #""\#(id)""#, .converted(id), native: id),
            Row(UUID.self, #""\#(id.lowercased())""#, .converted(id)),
            Row(UUID.self, nil, .exact(id), native: uuid, uuid as NSUUID),
            Row(UUID.self, #""{\#(id)}""#, .issue(.invalidFormat), lenient: .converted(id)),
            Row(UUID.self, #""urn:uuid:\#(id)""#, .issue(.invalidFormat), lenient: .converted(id)),
            Row(UUID.self, #""URN:UUID:\#(id)""#, .issue(.invalidFormat), lenient: .converted(id)),
            Row(
                UUID.self,
                #""e621e1f8C36C495A93FC0C247A3E6E5F""#,
                .issue(.invalidFormat),
                lenient: .converted(id)
            ),
            Row(UUID.self, #""{\#(id)""#, .issue(.invalidFormat)),
            Row(UUID.self, #""(\#(id))""#, .issue(.invalidFormat)),
            Row(UUID.self, #""urn-uuid:\#(id)""#, .issue(.invalidFormat)),
            Row(UUID.self, #""urn\u001auuid\u001a\#(id)""#, .issue(.invalidFormat)),
            Row(UUID.self, #""x621e1f8C36C495A93FC0C247A3E6E5F""#, .issue(.invalidFormat)),
            Row(UUID.self, #""\#(id)0""#, .issue(.invalidFormat)),
            Row(UUID.self, #""\#(id.dropLast())G""#, .issue(.invalidFormat)),
            Row(UUID.self, #""\#(id.replacing("-", with: "+"))""#, .issue(.invalidFormat)),
            Row(UUID.self, #"" \#(id)""#, .issue(.invalidFormat)),
            Row(UUID.self, #""""#, .issue(.invalidFormat)),
            Row(
                UUID.self,
                #""\ud800""#,
                .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row(UUID.self, "5", .issue(.typeMismatch)),
            Row(UUID.self, "null", .issue(.null), strict: .issue(.null)),
            Row(UUID?.self, #""""#, .issue(.invalidFormat), lenient: .converted("nil")),
            Row([UUID].self, #"["\#(id)"]"#, .converted("[\(id)]"), native: [id]),
        ]
    }

    static var bytes: [Row] {
        [
            Row(
                Data.self,
                nil,
                .exact("[1, 2]"),
                native: Data([1, 2]),
                NSData(data: Data([1, 2]))
            ),
            Row(Data.self, #""AQI=""#, .converted("[1, 2]"), native: "AQI="),
            Row(Data.self, #""AQ==""#, .converted("[1]")),
            Row(Data.self, #""AQID""#, .converted("[1, 2, 3]")),
            Row(Data.self, #""+/+/""#, .converted("[251, 255, 191]")),
            Row(Data.self, #""""#, .converted("[]")),
            Row(Data.self, #""====""#, .issue(.invalidFormat)),
            Row(Data.self, #""=""#, .issue(.invalidFormat)),
            Row(Data.self, #""A===""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQ=I""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQID=""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQID====""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQ=""#, .issue(.invalidFormat)),
            Row(Data.self, #""AR==""#, .issue(.invalidFormat)),
            Row(Data.self, #""AY==""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQK=""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQJ=""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQI""#, .issue(.invalidFormat)),
            Row(Data.self, #""-_-_""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQ\r\nID""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQ ID""#, .issue(.invalidFormat)),
            Row(Data.self, #""AQé""#, .issue(.invalidFormat)),
            Row(
                Data.self,
                #""\ud800""#,
                .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row(Data.self, "[1, 2]", .issue(.typeMismatch), native: [1, 2]),
            Row(Data.self, "5", .issue(.typeMismatch)),
            Row(Data.self, "null", .issue(.null), strict: .issue(.null)),
            Row(Data?.self, #""""#, .converted("Optional([])"), lenient: .converted("nil")),
            settingRow(Data.self, #""AQI""#, .converted("[1, 2]"), .bytes([.unpaddedBase64])),
            settingRow(Data.self, #""AQI=""#, .converted("[1, 2]"), .bytes([.unpaddedBase64])),
            settingRow(Data.self, #""AQ=""#, .issue(.invalidFormat), .bytes([.unpaddedBase64])),
            settingRow(Data.self, #""-_-_""#, .converted("[251, 255, 191]"), .bytes([.base64URL])),
            settingRow(Data.self, #""-_8""#, .converted("[251, 255]"), .bytes([.base64URL])),
            settingRow(Data.self, #""+/+/""#, .issue(.invalidFormat), .bytes([.base64URL])),
            settingRow(Data.self, #""AQ\r\nID\n""#, .converted("[1, 2, 3]"), .bytes([.mimeBase64])),
            settingRow(Data.self, #""AQI\r\n""#, .issue(.invalidFormat), .bytes([.mimeBase64])),
            settingRow(
                Data.self,
                #""00ffFF""#,
                .converted("[0, 255, 255]"),
                .bytes([.hexadecimal])
            ),
            settingRow(Data.self, #""00f""#, .issue(.invalidFormat), .bytes([.hexadecimal])),
            settingRow(Data.self, #""0x""#, .issue(.invalidFormat), .bytes([.hexadecimal])),
            settingRow(
                Data.self,
                #""cafe""#,
                .converted("[113, 167, 222]"),
                .bytes([.base64, .hexadecimal])
            ),
            settingRow(
                Data.self,
                #""cafe""#,
                .converted("[202, 254]"),
                .bytes([.hexadecimal, .base64])
            ),
            settingRow([Data].self, #"["00"]"#, .converted("[[0]]"), .bytes([.hexadecimal])),
            settingRow(Data?.self, #""00""#, .converted("Optional([0])"), .bytes([.hexadecimal])),
        ]
    }

    static var cases: [Row] {
        [
            Row(Plan.self, #""free""#, .exact("free"), native: "free"),
            Row(Plan.self, #""a plan whose name no register holds""#, .exact("veryLongNamed")),
            Row(Plan.self, #""Free""#, .issue(.unknownCase), strict: .issue(.unknownCase)),
            Row(Plan.self, #"" free""#, .issue(.unknownCase), strict: .issue(.unknownCase)),
            Row(Plan.self, #""""#, .issue(.unknownCase), strict: .issue(.unknownCase)),
            Row(Plan.self, "5", .issue(.unknownCase)),
            Row(Plan.self, "true", .issue(.typeMismatch), lenient: .issue(.unknownCase)),
            Row(Plan.self, "null", .issue(.null), strict: .issue(.null)),
            Row(Plan.self, "{}", .issue(.typeMismatch)),
            Row(Level.self, "2", .exact("high"), native: 2, UInt8(2)),
            Row(Level.self, #"" 2 ""#, .converted("high")),
            Row(Level.self, "2.0", .converted("high"), native: 2.0),
            Row(Level.self, "3", .issue(.unknownCase), strict: .issue(.unknownCase)),
            Row(Level.self, "2.5", .issue(.inexact)),
            Row(Level.self, #""two""#, .issue(.notNumeric)),
            Row(Plan?.self, "null", .exact("nil")),
            Row(
                Plan?.self,
                #""""#,
                .issue(.unknownCase),
                strict: .issue(.unknownCase),
                lenient: .converted("nil")
            ),
            Row([Plan].self, #"["free", "basic"]"#, .exact("[free, basic]")),
            Row(
                [Plan].self,
                #"["free", "none"]"#,
                .issue(.unknownCase),
                strict: .issue(.unknownCase)
            ),
            settingRow(Plan.self, #""gold""#, .fallback("free"), .unknownPlan(.free)),
            settingRow(Plan.self, #""basic""#, .exact("basic"), .unknownPlan(.free)),
            Row(Plan.self, "5", .fallback("free"), setting: .unknownPlan(.free)),
            Row(Plan.self, "[]", .issue(.typeMismatch), setting: .unknownPlan(.free)),
            settingRow(Plan.self, "null", .issue(.null), .unknownPlan(.free)),
            settingRow(Plan?.self, #""gold""#, .fallback("Optional(free)"), .unknownPlan(.free)),
            settingRow(Plan?.self, "null", .exact("nil"), .unknownPlan(.free)),
            settingRow(
                [Plan].self,
                #"["gold", "basic"]"#,
                .fallback("[free, basic]"),
                .unknownPlan(.free)
            ),
            settingRow(
                [String: Plan].self,
                #"{"a": "gold"}"#,
                .fallback("[a: free]"),
                .unknownPlan(.free)
            ),
        ]
    }

    static var dictionaries: [Row] {
        [
            Row(
                [String: Int].self,
                #"{"a": 1, "b": 2}"#,
                .exact("[a: 1, b: 2]"),
                native: ["a": 1, "b": 2],
                NSDictionary(dictionary: ["a": 1, "b": 2])
            ),
            Row([String: Int].self, "{}", .exact("[]"), native: [String: Any]()),
            Row([String: Int].self, #"{"a": "1", "b": 2.0}"#, .converted("[a: 1, b: 2]")),
            Row([String: Int].self, #"{"\u0061\n": 1}"#, .exact("[a\n: 1]")),
            Row([String: Int].self, #"{"a": "x", "b": 2}"#, .issue(.notNumeric)),
            Row([String: Int].self, #"{"a": 1, "b": null}"#, .issue(.null), strict: .issue(.null)),
            Row([String: Int].self, #"{"a": [], "b": 1}"#, .issue(.typeMismatch)),
            Row([String: Int].self, "[]", .issue(.typeMismatch), lenient: .converted("[]")),
            Row([String: Int].self, "[1]", .issue(.typeMismatch)),
            Row([String: Int].self, #""a""#, .issue(.typeMismatch)),
            Row([String: Int].self, "null", .issue(.null), strict: .issue(.null)),
            Row(
                [String: Int].self,
                #"{"a": 1, "b": 5, "a": 2}"#,
                .exact("[a: 1, b: 5]"),
                foundation: "it takes the last of equal keys"
            ),
            Row(
                [String: Int].self,
                #"{"\ud800": 1}"#,
                .issue(.invalidFormat),
                strict: .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row([String: Int?].self, #"{"a": null}"#, .exact("[a: nil]")),
            Row(
                [String: Double].self,
                #"{"a": 0.12345678901234567890123}"#,
                .rounded("[a: 0.12345678901234568]"),
                strict: .issue(.inexact)
            ),
            Row(
                [String: [String: Int]].self,
                #"{"a": {"b": 1}}"#,
                .exact("[a: [b: 1]]"),
                native: ["a": ["b": 1]]
            ),
            Row([String: [Int]].self, #"{"a": [1], "b": 2}"#, .converted("[a: [1], b: [2]]")),
            Row([[String: Int]].self, #"[{"a": 1}, {}]"#, .exact("[[a: 1], []]")),
            Row([[String: Int]].self, #"{"a": 1}"#, .converted("[[a: 1]]")),
            Row([String: Int]?.self, "null", .exact("nil")),
            Row([String: String].self, nil, .exact(#"[a: "b"]"#), native: ["a": "b"]),
            Row([String: UUID].self, #"{"a": "\#(id)"}"#, .converted("[a: \(id)]")),
            Row(
                [String: Date].self,
                nil,
                .exact("[a: 1970-01-01 00:00:00 +0000]"),
                native: ["a": Date(timeIntervalSince1970: 0)]
            ),
        ]
    }

    /// A row with the same result in every preset.
    private static func settingRow(
        _ target: any Target.Type,
        _ json: String,
        _ outcome: RowResult,
        _ setting: FieldSetting,
        foundation reason: String? = nil
    ) -> Row {
        Row(target, json, outcome, strict: outcome, setting: setting, foundation: reason)
    }

    static var fieldSettings: [Row] {
        [
            settingRow(
                URL.self,
                #""../b?c""#,
                .converted("https://example.org/b?c"),
                .relative(URL(string: "https://example.org/a/x"))
            ),
            settingRow(
                URL.self,
                #""//example.com/b""#,
                .converted("https://example.com/b"),
                .relative(exampleURL)
            ),
            settingRow(URL.self, #""mailto:a@b""#, .converted("mailto:a@b"), .relative(exampleURL)),
            settingRow(URL.self, #""a/b""#, .converted("a/b"), .relative(nil)),
            settingRow(URL.self, #""a b""#, .issue(.invalidFormat), .relative(exampleURL)),
            settingRow(URL.self, #""""#, .issue(.invalidFormat), .relative(exampleURL)),
            settingRow(
                URL?.self,
                #""/b""#,
                .converted("Optional(https://example.org/b)"),
                .relative(exampleURL)
            ),
            settingRow(
                [URL].self,
                #"["/b"]"#,
                .converted("[https://example.org/b]"),
                .relative(exampleURL)
            ),

            settingRow(
                [String].self,
                #""a,b,,c""#,
                .converted(#"["a", "b", "", "c"]"#),
                .split(",")
            ),
            settingRow([String].self, #""""#, .converted("[]"), .split(",")),
            settingRow([String].self, #"["a,b"]"#, .exact(#"["a,b"]"#), .split(",")),
            settingRow([String].self, #""a\n b""#, .converted(#"["a", " b"]"#), .split("\n")),
            settingRow(
                [String].self,
                #""a – b – c""#,
                .converted(#"["a", "b", "c"]"#),
                .split(" – ")
            ),
            settingRow(
                [String].self,
                #""\ud800,a""#,
                .issue(.invalidFormat),
                .split(","),
                foundation: "it refuses the document"
            ),
            Row([String].self, #""a,b""#, .converted(#"["a,b"]"#), setting: .split("")),
            Row(
                [Int].self,
                #""1, 2""#,
                .converted("[1, 2]"),
                strict: .issue(.typeMismatch),
                setting: .split(",")
            ),
            Row([Int].self, #""1,x""#, .issue(.notNumeric), setting: .split(",")),
            Row([Int].self, "7", .converted("[7]"), setting: .split(",")),
            Row([Int]?.self, #""1,2""#, .converted("Optional([1, 2])"), setting: .split(",")),
            Row(
                [String: [Int]].self,
                #"{"a": "1;2"}"#,
                .converted("[a: [1, 2]]"),
                setting: .split(";")
            ),
            Row(
                [String: [Int]].self,
                #"{"a": [3, 4]}"#,
                .exact("[a: [3, 4]]"),
                setting: .split(";")
            ),
            settingRow([Plan].self, #""free basic""#, .converted("[free, basic]"), .split(" ")),

            Row(
                [Int].self,
                #"[1, "x", 3]"#,
                .dropped("[1, 3]", [.notNumeric]),
                strict: .dropped("[1, 3]", [.typeMismatch]),
                setting: .lossy
            ),
            settingRow([Int].self, #"[null, {}]"#, .dropped("[]", [.null, .typeMismatch]), .lossy),
            settingRow([Int].self, #"[1, 3]"#, .exact("[1, 3]"), .lossy),
            Row([Int].self, #""x""#, .issue(.notNumeric), setting: .lossy),
            Row(
                [[Int]].self,
                #"[[1, "x"], [2], {}]"#,
                .dropped("[[1], [2]]", [.notNumeric, .typeMismatch]),
                strict: .dropped("[[1], [2]]", [.typeMismatch, .typeMismatch]),
                setting: .lossy
            ),
            Row(
                [[Int]].self,
                #"[[1, "x", "y"], ["z"]]"#,
                .dropped("[[1], []]", [.notNumeric, .notNumeric, .notNumeric]),
                strict: .dropped("[[1], []]", [.typeMismatch, .typeMismatch, .typeMismatch]),
                setting: .lossy
            ),
            Row(
                [Int]?.self,
                #"["x"]"#,
                .dropped("Optional([])", [.notNumeric]),
                strict: .dropped("Optional([])", [.typeMismatch]),
                setting: .lossy
            ),
            Row(
                [String: Int].self,
                #"{"a": "x", "b": 2}"#,
                .dropped("[b: 2]", [.notNumeric]),
                strict: .dropped("[b: 2]", [.typeMismatch]),
                setting: .lossy
            ),
            settingRow(
                [String: Int].self,
                #"{"a": null, "b": 2, "a": 1}"#,
                .dropped("[b: 2]", [.null]),
                .lossy,
                foundation: "it takes the last of equal keys"
            ),
            Row(
                [String: [Int]].self,
                #"{"a": [1, "x"]}"#,
                .dropped("[a: [1]]", [.notNumeric]),
                strict: .dropped("[a: [1]]", [.typeMismatch]),
                setting: .lossy
            ),
            Row(
                [String: [Int]].self,
                #"{"a": {}, "b": 5}"#,
                .dropped("[b: [5]]", [.typeMismatch]),
                strict: .dropped("[]", [.typeMismatch, .typeMismatch]),
                setting: .lossy
            ),

            settingRow([Int].self, #""[1, 2]""#, .exact("[1, 2]"), .embedded),
            settingRow([Int].self, "[1, 2]", .exact("[1, 2]"), .embedded),
            settingRow([String: Int].self, #""{\"a\": 1}""#, .exact("[a: 1]"), .embedded),
            settingRow(Int?.self, #""null""#, .exact("nil"), .embedded),
            settingRow(String.self, #""\"a\"""#, .exact("a"), .embedded),
            settingRow([Int].self, #""[1, 2""#, .issue(.invalidFormat), .embedded),
            settingRow([Int].self, #""""#, .issue(.invalidFormat), .embedded),
            settingRow([Int].self, #""{}""#, .issue(.typeMismatch), .embedded),
            Row([Int].self, #""[1, \"x\"]""#, .issue(.notNumeric), setting: .embedded),
            settingRow(
                [Int].self,
                #""\ud800""#,
                .issue(.invalidFormat),
                .embedded,
                foundation: "it refuses the document"
            ),
        ]
    }
}
