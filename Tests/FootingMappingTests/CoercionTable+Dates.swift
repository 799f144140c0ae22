import FootingMapping
import Foundation

/// The table of conversions as data: dates, and their formats.
extension CoercionTable {
    private static let moment = "2026-11-21 20:58:50 +0000"
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private static let saoPaulo = TimeZone(identifier: "America/Sao_Paulo") ?? .gmt
    private static let apia = TimeZone(identifier: "Pacific/Apia") ?? .gmt
    private static let twoHours = TimeZone(secondsFromGMT: 7_200) ?? .gmt

    static var dates: [Row] {
        [
            Row(Date.self, nil, .exact(moment), native: Date(timeIntervalSince1970: 1_795_294_730)),
            Row(
                Date.self,
                nil,
                .exact(moment),
                native: NSDate(timeIntervalSince1970: 1_795_294_730)
            ),
            Row(
                Date.self,
                #""2026-11-21T20:58:50Z""#,
                .converted(moment),
                native: "2026-11-21T20:58:50Z"
            ),
            Row(Date.self, #""2026-11-21t20:58:50z""#, .converted(moment)),
            Row(Date.self, #""2026-11-21 20:58:50Z""#, .converted(moment)),
            Row(Date.self, #""2026-11-21T21:58:50+01:00""#, .converted(moment)),
            Row(Date.self, #""2026-11-21T15:28:50-0530""#, .converted(moment)),
            Row(Date.self, #""2026-11-21T20:58:50.25Z""#, .converted("\(moment) 250.0")),
            Row(Date.self, #""2026-11-21T20:58:50.123456789Z""#, .converted("\(moment) 123.457")),
            Row(Date.self, #""2026-11-21T20:58:50.1234567890Z""#, .issue(.invalidFormat)),
            Row(Date.self, #""2026-11-21T20:58:50.Z""#, .issue(.invalidFormat)),
            Row(Date.self, #""2026-02-30T00:00:00Z""#, .issue(.invalidFormat)),
            Row(Date.self, #""2024-02-29T00:00:00Z""#, .converted("2024-02-29 00:00:00 +0000")),
            Row(Date.self, #""2026-02-29T00:00:00Z""#, .issue(.invalidFormat)),
            Row(Date.self, #""2026-11-21T24:00:00Z""#, .issue(.invalidFormat)),
            Row(Date.self, #""2026-11-21T20:58:50Zx""#, .issue(.invalidFormat)),
            Row(Date.self, #"" 2026-11-21T20:58:50Z""#, .issue(.invalidFormat)),
            Row(Date.self, #""2026-11-21T20:58:50""#, .issue(.invalidFormat)),
            Row(Date.self, #""2026-11-21""#, .issue(.invalidFormat)),
            Row(Date.self, #""2012/01/11""#, .issue(.invalidFormat)),
            Row(Date.self, #""""#, .issue(.invalidFormat)),
            Row(Date.self, #""1795294730""#, .issue(.invalidFormat)),
            Row(
                Date.self,
                #""\ud800""#,
                .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row(Date.self, #""0001-01-01T00:00:00Z""#, .converted("0001-01-01 00:00:00 +0000")),
            Row(Date.self, #""9999-12-31T23:59:59Z""#, .converted("9999-12-31 23:59:59 +0000")),
            Row(Date.self, #""0000-12-31T23:59:59Z""#, .issue(.outOfRange)),
            Row(Date.self, #""0001-01-01T00:00:00+00:01""#, .issue(.outOfRange)),
            Row(Date.self, #""9999-12-31T23:59:59-00:01""#, .issue(.outOfRange)),
            Row(
                Date.self,
                "1795294730",
                .converted(moment),
                native: 1_795_294_730,
                1_795_294_730.0
            ),
            Row(Date.self, "1795294730.5", .converted("\(moment) 500.0"), native: 1_795_294_730.5),
            Row(Date.self, "-1", .converted("1969-12-31 23:59:59 +0000"), native: -1),
            Row(
                Date.self,
                "0.123456789012345678",
                .rounded("1970-01-01 00:00:00 +0000 123.457"),
                fromDictionary: .converted("1970-01-01 00:00:00 +0000 123.457"),
                foundation: "it rounds such a number"
            ),
            Row(Date.self, "1795294730000", .issue(.outOfRange), native: 1_795_294_730_000),
            Row(Date.self, "253402300799", .converted("9999-12-31 23:59:59 +0000")),
            Row(Date.self, "253402300800", .issue(.outOfRange)),
            Row(Date.self, "-62135596800", .converted("0001-01-01 00:00:00 +0000")),
            Row(Date.self, "-62135596801", .issue(.outOfRange)),
            Row(Date.self, "1e400", .issue(.outOfRange), foundation: "it refuses the document"),
            Row(Date.self, nil, .issue(.nonFinite), native: Double.nan),
            Row(Date.self, "true", .issue(.typeMismatch), native: true),
            Row(Date.self, "[]", .issue(.typeMismatch)),
            Row(Date.self, "null", .issue(.null), strict: .issue(.null)),
            Row(Date.self, nil, .issue(.typeMismatch), native: Data(), UUID()),
            Row(Date?.self, "null", .exact("nil")),
            Row(Date?.self, #""""#, .issue(.invalidFormat), lenient: .converted("nil")),
            Row(Date?.self, "0", .converted("Optional(1970-01-01 00:00:00 +0000)")),
            Row([Date].self, "[0]", .converted("[1970-01-01 00:00:00 +0000]"), native: [0]),
            Row(
                [Date].self,
                nil,
                .exact("[1970-01-01 00:00:00 +0000]"),
                native: [Date(timeIntervalSince1970: 0)]
            ),
        ]
    }

    /// A row whose field has formats.
    ///
    /// Strict options accept the same values.
    private static func row(
        _ json: String,
        _ outcome: RowResult,
        _ formats: DateFormat...
    ) -> Row {
        Row(Date.self, json, outcome, strict: outcome, setting: .dates(formats))
    }

    private static func row(
        _ target: any Target.Type,
        _ json: String,
        _ outcome: RowResult,
        _ formats: DateFormat...
    ) -> Row {
        Row(target, json, outcome, strict: outcome, setting: .dates(formats))
    }

    static var dateFormats: [Row] {
        [
            row(#""2026-11-21T20:58:50Z""#, .converted(moment), .rfc3339),
            row("1795294730", .issue(.typeMismatch), .rfc3339),
            row("1795294730", .converted(moment), .epochSeconds),
            row(#""1795294730""#, .issue(.typeMismatch), .epochSeconds),
            row("1795294730250", .converted("\(moment) 250.0"), .epochMilliseconds),
            row("1e300", .issue(.outOfRange), .epochMilliseconds),
            row("true", .issue(.typeMismatch), .epochSeconds, .rfc3339),
            row(#"" 1795294730.5 ""#, .converted("\(moment) 500.0"), .epochString),
            row(#""1795294730000""#, .issue(.outOfRange), .epochString),
            row(#""soon""#, .issue(.invalidFormat), .epochString),
            row("1795294730", .issue(.typeMismatch), .epochString),
            // Several formats, in order.
            row(#""2026-11-21T20:58:50Z""#, .converted(moment), .rfc3339, .epochMilliseconds),
            row("1795294730000", .converted(moment), .rfc3339, .epochMilliseconds),
            row("1795294730000", .converted(moment), .epochSeconds, .epochMilliseconds),
            row(#""soon""#, .issue(.invalidFormat), .epochMilliseconds, .rfc3339),
            row(#""0000-01-01T00:00:00Z""#, .issue(.outOfRange), .rfc3339, .epochString),
            Row(
                Date.self,
                #""\ud800""#,
                .issue(.invalidFormat),
                strict: .issue(.invalidFormat),
                setting: .dates([.epochSeconds, .rfc3339]),
                foundation: "it refuses the document"
            ),
            Row(
                Date.self,
                nil,
                .exact(moment),
                native: Date(timeIntervalSince1970: 1_795_294_730),
                setting: .dates([.epochString])
            ),
            // Inside other types.
            row(Date?.self, "1795294730000", .converted("Optional(\(moment))"), .epochMilliseconds),
            row(Date?.self, "null", .exact("nil"), .epochMilliseconds),
            row([Date].self, "[1795294730000]", .converted("[\(moment)]"), .epochMilliseconds),
            row(
                [String: Date].self,
                #"{"a": 1795294730000}"#,
                .converted("[a: \(moment)]"),
                .epochMilliseconds
            ),
            row(
                [[Date]?].self,
                "[[1795294730000]]",
                .converted("[Optional([\(moment)])]"),
                .epochMilliseconds
            ),
            // A time zone for strings without an offset.
            row(#""2026-11-21T21:58:50""#, .converted(moment), .iso8601(in: berlin)),
            row(
                #""2026-07-21T22:58:50.5""#,
                .converted("2026-07-21 20:58:50 +0000 500.0"),
                .iso8601(in: berlin)
            ),
            row(#""2026-11-21T22:58:50""#, .converted(moment), .iso8601(in: twoHours)),
            row(#""2026-11-21T20:58:50Z""#, .converted(moment), .iso8601(in: berlin)),
            row(#""2026-11-21""#, .issue(.invalidFormat), .iso8601(in: berlin)),
            row(#""2026-03-29T02:30:00""#, .issue(.invalidFormat), .iso8601(in: berlin)),
            row(
                #""2026-03-29T03:00:00""#,
                .converted("2026-03-29 01:00:00 +0000"),
                .iso8601(in: berlin)
            ),
            row(#""2026-10-25T02:30:00""#, .issue(.invalidFormat), .iso8601(in: berlin)),
            row(
                #""2026-10-25T03:00:00""#,
                .converted("2026-10-25 02:00:00 +0000"),
                .iso8601(in: berlin)
            ),
            row(#""2026-11-21""#, .converted("2026-11-20 23:00:00 +0000"), .date(in: berlin)),
            row(#""2026-11-21""#, .converted("2026-11-21 00:00:00 +0000"), .date(in: .gmt)),
            row(#""2026-11-21T00:00:00Z""#, .issue(.invalidFormat), .date(in: .gmt)),
            row(#""2026-02-30""#, .issue(.invalidFormat), .date(in: .gmt)),
            row(#""0001-01-01""#, .issue(.outOfRange), .date(in: twoHours)),
            // Midnight is skipped, then occurs twice; and a day is skipped.
            row(#""2018-11-04""#, .converted("2018-11-04 03:00:00 +0000"), .date(in: saoPaulo)),
            row(#""2018-02-18""#, .converted("2018-02-18 03:00:00 +0000"), .date(in: saoPaulo)),
            row(#""2011-12-30""#, .issue(.invalidFormat), .date(in: apia)),
            row(#""2011-12-31""#, .converted("2011-12-30 10:00:00 +0000"), .date(in: apia)),
            // Patterns.
            row(
                #""21.11.2026 21:58""#,
                .converted("2026-11-21 20:58:00 +0000"),
                .format("dd.MM.yyyy HH:mm", in: berlin)
            ),
            row(
                #""1.1.2026 0:05""#,
                .converted("2026-01-01 00:05:00 +0000"),
                .format("d.M.y H:m", in: .gmt)
            ),
            row(
                #""1.1.2026 00:05""#,
                .issue(.invalidFormat),
                .format("dd.MM.yyyy HH:mm", in: .gmt)
            ),
            row(
                #""21.11.26 21:58""#,
                .issue(.invalidFormat),
                .format("dd.MM.yyyy HH:mm", in: .gmt)
            ),
            row(
                #""21.11.2026""#,
                .converted("2026-11-20 23:00:00 +0000"),
                .format("dd.MM.yyyy", in: berlin)
            ),
            row(#""30.02.2026""#, .issue(.invalidFormat), .format("dd.MM.yyyy", in: .gmt)),
            row(#""31.12.0000""#, .issue(.outOfRange), .format("dd.MM.yyyy", in: .gmt)),
            row(#""21.11.2026 ""#, .issue(.invalidFormat), .format("dd.MM.yyyy", in: .gmt)),
            row(#""20261121205850""#, .converted(moment), .format("yyyyMMddHHmmss", in: .gmt)),
            row("20261121", .issue(.typeMismatch), .format("yyyyMMdd", in: .gmt)),
            row(
                #""Sat, 21 Nov 2026 21:58:50 +0100""#,
                .converted(moment),
                .format("EEE, dd MMM yyyy HH:mm:ss Z", in: .gmt)
            ),
            row(
                #""SAT, 21 nov 2026 20:58:50 GMT""#,
                .converted(moment),
                .format("EEE, dd MMM yyyy HH:mm:ss 'GMT'", in: .gmt)
            ),
            row(
                #""Sun, 21 Nov 2026 20:58:50 GMT""#,
                .issue(.invalidFormat),
                .format("EEE, dd MMM yyyy HH:mm:ss 'GMT'", in: .gmt)
            ),
            row(
                #""Saturday, November 21, 2026 at 8:58:50 PM""#,
                .converted(moment),
                .format("EEEE, MMMM d, yyyy 'at' h:mm:ss a", in: .gmt)
            ),
            row(
                #""Thursday 1 January 1970""#,
                .converted("1970-01-01 00:00:00 +0000"),
                .format("EEEE d MMMM y", in: .gmt)
            ),
            row(
                #""Wednesday 31 December 1969""#,
                .converted("1969-12-31 00:00:00 +0000"),
                .format("EEEE d MMMM y", in: .gmt)
            ),
            row(
                #""2026-11-21 12:00 AM""#,
                .converted("2026-11-21 00:00:00 +0000"),
                .format("yyyy-MM-dd hh:mm a", in: .gmt)
            ),
            row(
                #""2026-11-21 12:00 pm""#,
                .converted("2026-11-21 12:00:00 +0000"),
                .format("yyyy-MM-dd hh:mm a", in: .gmt)
            ),
            row(
                #""2026-11-21 13:00 PM""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd hh:mm a", in: .gmt)
            ),
            row(
                #""2026-11-21 00:00 PM""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd hh:mm a", in: .gmt)
            ),
            row(
                #""2026-11-21 24:00""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd HH:mm", in: .gmt)
            ),
            row(
                #""2026-11-21 20:58:50,250""#,
                .converted("\(moment) 250.0"),
                .format("yyyy-MM-dd HH:mm:ss,SSS", in: .gmt)
            ),
            row(
                #""2026-11-21 20:58:50,25""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd HH:mm:ss,SSS", in: .gmt)
            ),
            row(
                #""2026-11-21 21 Uhr+01""#,
                .converted("2026-11-21 20:00:00 +0000"),
                .format("yyyy-MM-dd HH 'Uhr'X", in: .gmt)
            ),
            row(
                #""2026-11-21 20 o'clockZ""#,
                .converted("2026-11-21 20:00:00 +0000"),
                .format("yyyy-MM-dd HH 'o''clock'XX", in: berlin)
            ),
            row(
                #""2026-11-21 20'Z""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd HH''xxx", in: berlin)
            ),
            row(
                #""2026-11-21 20'-00:30""#,
                .converted("2026-11-21 20:30:00 +0000"),
                .format("yyyy-MM-dd HH''xxx", in: berlin)
            ),
            row(
                #""2026-11-21 20+0030""#,
                .converted("2026-11-21 19:30:00 +0000"),
                .format("yyyy-MM-dd HHxx", in: berlin)
            ),
            row(
                #""2026-11-21 20Z""#,
                .converted("2026-11-21 20:00:00 +0000"),
                .format("yyyy-MM-dd HHZZZZZ", in: berlin)
            ),
            row(
                #""2026-11-21 20+24:00""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd HHZZZZZ", in: berlin)
            ),
            row(
                #""2026年11月21日""#,
                .converted("2026-11-21 00:00:00 +0000"),
                .format("yyyy年MM月dd日", in: .gmt)
            ),
            row(
                #""2026-03-29 02:30""#,
                .issue(.invalidFormat),
                .format("yyyy-MM-dd HH:mm", in: berlin)
            ),
            row(
                #""21.11.2026""#,
                .converted("2026-11-21 00:00:00 +0000"),
                .rfc3339,
                .format("dd.MM.yyyy", in: .gmt)
            ),
            // Patterns with a mistake.
            row(#""21.11.2026""#, .issue(.unusableFormat), .format("dd.MM.YYYY", in: .gmt)),
            row(#""21.11.26""#, .issue(.unusableFormat), .format("dd.MM.yy", in: .gmt)),
            row("5", .issue(.unusableFormat), .format("dd.MM.YYYY", in: .gmt)),
            row(#""soon""#, .issue(.unusableFormat), .format("dd.MM.YYYY", in: .gmt), .rfc3339),
            row(
                #""2026-11-21T20:58:50Z""#,
                .converted(moment),
                .format("dd.MM.YYYY", in: .gmt),
                .rfc3339
            ),
        ]
    }
}
