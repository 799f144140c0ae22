import FootingMapping
import Foundation

/// The table of conversions as data: numbers, Booleans, strings, optionals and lists.
extension CoercionTable {
    static var integers: [Row] {
        [
            Row(Int.self, "42", .exact("42"), native: 42),
            Row(Int.self, "-42", .exact("-42"), native: Int8(-42)),
            Row(Int.self, "0", .exact("0"), native: UInt64(0)),
            Row(Int.self, "-0", .exact("0")),
            Row(Int.self, "9223372036854775807", .exact("9223372036854775807"), native: Int.max),
            Row(Int.self, "-9223372036854775808", .exact("-9223372036854775808"), native: Int.min),
            Row(Int.self, "3.0", .converted("3"), native: 3.0),
            Row(Int.self, "1e3", .converted("1000"), native: Float(1000)),
            Row(Int.self, "1200e-2", .converted("12")),
            Row(Int.self, "0.000e5", .converted("0")),
            Row(Int.self, "3.5", .issue(.inexact), native: 3.5),
            Row(Int.self, "1e-400", .issue(.inexact), foundation: "it underflows to zero"),
            Row(
                Int.self,
                "9223372036854775808",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                native: UInt64(1) << 63
            ),
            Row(
                Int.self,
                "-9223372036854775809",
                .issue(.outOfRange),
                strict: .issue(.outOfRange)
            ),
            Row(
                Int.self,
                "100000000000000000000000",
                .issue(.outOfRange),
                strict: .issue(.outOfRange)
            ),
            Row(Int.self, "1e300", .issue(.outOfRange), native: 1e300),
            Row(Int.self, "1e400", .issue(.outOfRange), foundation: "it refuses the document"),
            Row(Int.self, #""42""#, .converted("42"), native: "42"),
            Row(Int.self, #"" 42 ""#, .converted("42"), native: Substring(" 42 ")),
            Row(Int.self, #""\t42\r\n""#, .converted("42")),
            Row(Int.self, #""+5""#, .converted("5"), native: "+5"),
            Row(Int.self, #""-5""#, .converted("-5"), native: "-5"),
            Row(Int.self, #""007""#, .converted("7"), native: "007"),
            Row(Int.self, #""3.0""#, .converted("3"), native: "3.0"),
            Row(Int.self, #""1e3""#, .converted("1000"), native: "1e3"),
            Row(Int.self, #""\u0034\u0032""#, .converted("42")),
            Row(Int.self, #""3.5""#, .issue(.inexact)),
            Row(Int.self, #""12abc""#, .issue(.notNumeric), native: "12abc"),
            Row(Int.self, #""""#, .issue(.notNumeric), native: ""),
            Row(Int.self, #"" ""#, .issue(.notNumeric)),
            Row(Int.self, #""1,000""#, .issue(.notNumeric)),
            Row(Int.self, #""1_000""#, .issue(.notNumeric)),
            Row(Int.self, #""0x10""#, .issue(.notNumeric)),
            Row(Int.self, #""+-5""#, .issue(.notNumeric)),
            Row(Int.self, #""5.""#, .issue(.notNumeric)),
            Row(Int.self, #"".5""#, .issue(.notNumeric)),
            Row(Int.self, #""1e""#, .issue(.notNumeric)),
            Row(Int.self, #""1\u0000""#, .issue(.notNumeric)),
            Row(Int.self, #""٤٢""#, .issue(.notNumeric)),
            Row(Int.self, #""\ud800""#, .issue(.notNumeric), foundation: "it refuses the document"),
            Row(Int.self, "\"\(String(repeating: "0", count: 1024))\"", .converted("0")),
            Row(Int.self, "\"\(String(repeating: "0", count: 1025))\"", .issue(.notNumeric)),
            Row(Int.self, "true", .issue(.typeMismatch), lenient: .converted("1"), native: true),
            Row(Int.self, "false", .issue(.typeMismatch), lenient: .converted("0"), native: false),
            Row(Int.self, "[1]", .issue(.typeMismatch), native: [1]),
            Row(Int.self, "{}", .issue(.typeMismatch), native: [String: Int]()),
            Row(Int.self, "null", .issue(.null), strict: .issue(.null), native: NSNull()),
            Row(Int8.self, "127", .exact("127"), native: UInt8(127)),
            Row(Int8.self, "-128", .exact("-128")),
            Row(Int8.self, "300", .issue(.outOfRange), strict: .issue(.outOfRange), native: 300),
            Row(Int16.self, "-32769", .issue(.outOfRange), strict: .issue(.outOfRange)),
            Row(Int32.self, "2147483647", .exact("2147483647"), native: Int64(2_147_483_647)),
            Row(Int64.self, "5", .exact("5"), native: UInt16(5)),
            Row(UInt.self, "-1", .issue(.outOfRange), strict: .issue(.outOfRange), native: -1),
            Row(UInt8.self, "256", .issue(.outOfRange), strict: .issue(.outOfRange)),
            Row(UInt16.self, "65535", .exact("65535"), native: Int32(65535)),
            Row(UInt32.self, #""4294967295""#, .converted("4294967295")),
            Row(
                UInt64.self,
                "18446744073709551615",
                .exact("18446744073709551615"),
                native: UInt64.max
            ),
            Row(UInt64.self, #""18446744073709551615""#, .converted("18446744073709551615")),
            Row(
                UInt64.self,
                "18446744073709551616",
                .issue(.outOfRange),
                strict: .issue(.outOfRange)
            ),
        ]
    }

    static var doubles: [Row] {
        [
            Row(Double.self, "1.5", .exact("1.5"), native: 1.5),
            Row(Double.self, "0.1", .exact("0.1"), native: 0.1),
            Row(Double.self, "42", .exact("42.0"), native: 42),
            Row(Double.self, "-0", .exact("-0.0"), native: -0.0, foundation: "it loses the sign"),
            Row(Double.self, "0e1", .exact("0.0")),
            Row(Double.self, "9007199254740992", .exact("9007199254740992.0"), native: 1 << 53),
            Row(
                Double.self,
                "9007199254740993",
                .issue(.inexact),
                strict: .issue(.inexact),
                native: (1 << 53) + 1
            ),
            Row(Double.self, "1152921504606846976", .exact("1.152921504606847e+18")),
            Row(Double.self, "100000000000000000000", .exact("1e+20")),
            Row(
                Double.self,
                "1267650600228229401496703205376",
                .exact("1.2676506002282294e+30")
            ),
            Row(
                Double.self,
                "1267650600228229401496703205377",
                .issue(.inexact),
                strict: .issue(.inexact)
            ),
            Row(Double.self, "68.32", .exact("68.32"), native: Decimal(string: "68.32") as Any),
            Row(Double.self, "1e22", .exact("1e+22")),
            Row(Double.self, "1e23", .exact("1e+23")),
            Row(Double.self, "2.2250738585072014e-308", .exact("2.2250738585072014e-308")),
            Row(Double.self, "5e-324", .exact("5e-324")),
            Row(Double.self, "1.7976931348623157e308", .exact("1.7976931348623157e+308")),
            Row(
                Double.self,
                "0.12345678901234567890123",
                .rounded("0.12345678901234568"),
                strict: .issue(.inexact)
            ),
            Row(
                Double.self,
                #""0.12345678901234567890123""#,
                .rounded("0.12345678901234568")
            ),
            Row(
                Double.self,
                "1e400",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it refuses the document"
            ),
            Row(
                Double.self,
                "-1e99999999999999999999",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it refuses the document"
            ),
            Row(
                Double.self,
                "1e-400",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it underflows to zero"
            ),
            Row(Double.self, #""1e400""#, .issue(.outOfRange), native: "1e400"),
            Row(Double.self, #""NaN""#, .issue(.nonFinite), native: "NaN"),
            Row(Double.self, #""-inf""#, .issue(.nonFinite)),
            Row(Double.self, #""Infinity""#, .issue(.nonFinite)),
            Row(Double.self, #""infinite""#, .issue(.notNumeric)),
            Row(Double.self, #""1.5""#, .converted("1.5"), native: "1.5"),
            Row(Double.self, #"" 1.5 ""#, .converted("1.5")),
            Row(Double.self, #""1e3""#, .converted("1000.0")),
            Row(Double.self, #""0x1p3""#, .issue(.notNumeric)),
            Row(Double.self, #""1,5""#, .issue(.notNumeric)),
            Row(Double.self, #""1.0\u0000""#, .issue(.notNumeric)),
            Row(
                Double.self,
                #""\udc00""#,
                .issue(.notNumeric),
                foundation: "it refuses the document"
            ),
            Row(
                Double.self,
                "true",
                .issue(.typeMismatch),
                lenient: .converted("1.0"),
                native: true
            ),
            Row(Double.self, "[]", .issue(.typeMismatch)),
            Row(Double.self, "null", .issue(.null), strict: .issue(.null)),
        ]
    }

    static var booleans: [Row] {
        [
            Row(Bool.self, "true", .exact("true"), native: true),
            Row(Bool.self, "false", .exact("false"), native: NSNumber(value: false)),
            Row(Bool.self, "0", .converted("false"), native: 0),
            Row(Bool.self, "1", .converted("true"), native: UInt8(1)),
            Row(Bool.self, "0.0", .converted("false"), native: 0.0),
            Row(Bool.self, "1.0", .converted("true"), native: Float(1)),
            Row(Bool.self, "2", .issue(.outOfRange), native: 2),
            Row(Bool.self, "-1", .issue(.outOfRange), native: -1),
            Row(Bool.self, "0.5", .issue(.outOfRange), native: 0.5),
            Row(Bool.self, "1e400", .issue(.outOfRange), foundation: "it refuses the document"),
            Row(Bool.self, #""true""#, .converted("true"), native: "true"),
            Row(Bool.self, #""YES""#, .converted("true")),
            Row(Bool.self, #""y""#, .converted("true")),
            Row(Bool.self, #""T""#, .converted("true")),
            Row(Bool.self, #""On""#, .converted("true")),
            Row(Bool.self, #""1""#, .converted("true")),
            Row(Bool.self, #"" false ""#, .converted("false")),
            Row(Bool.self, #""no""#, .converted("false")),
            Row(Bool.self, #""N""#, .converted("false")),
            Row(Bool.self, #""f""#, .converted("false")),
            Row(Bool.self, #""OFF""#, .converted("false")),
            Row(Bool.self, #""0""#, .converted("false")),
            Row(Bool.self, #""""#, .issue(.invalidFormat), native: ""),
            Row(Bool.self, #""2""#, .issue(.invalidFormat)),
            Row(Bool.self, #""truth""#, .issue(.invalidFormat)),
            Row(
                Bool.self,
                #""\ud800""#,
                .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row(Bool.self, "{}", .issue(.typeMismatch)),
            Row(Bool.self, "null", .issue(.null), strict: .issue(.null)),
        ]
    }

    static var texts: [Row] {
        [
            Row(String.self, #""text""#, .exact("text"), native: "text"),
            Row(String.self, #"" text ""#, .exact(" text "), native: NSString(string: " text ")),
            Row(String.self, #""""#, .exact(""), native: ""),
            Row(String.self, #""e\u0301""#, .exact("e\u{301}")),
            Row(String.self, #""a\n\"\\\/\b\f\r\t\u00e9""#, .exact("a\n\"\\/\u{8}\u{C}\r\té")),
            Row(String.self, #""\ud83d\ude00""#, .exact("😀")),
            Row(String.self, #""日本語 Ł ё 😀""#, .exact("日本語 Ł ё 😀")),
            Row(String.self, "42", .converted("42"), native: 42),
            Row(String.self, "-7", .converted("-7"), native: Int16(-7)),
            Row(
                String.self,
                "78.400",
                .converted("78.400"),
                fromDictionary: .converted("78.4"),
                native: 78.400
            ),
            Row(String.self, "99.99", .converted("99.99"), native: 99.99),
            Row(String.self, "0.1", .converted("0.1"), native: Float(0.1)),
            Row(
                String.self,
                "3.0",
                .converted("3.0"),
                fromDictionary: .converted("3"),
                native: 3.0
            ),
            Row(
                String.self,
                "1e400",
                .converted("1e400"),
                foundation: "it refuses the document"
            ),
            Row(
                String.self,
                "18446744073709551615",
                .converted("18446744073709551615"),
                native: UInt64.max
            ),
            Row(
                String.self,
                "123456789012345678901234567890",
                .converted("123456789012345678901234567890")
            ),
            Row(
                String.self,
                "true",
                .issue(.typeMismatch),
                lenient: .converted("true"),
                native: true
            ),
            Row(String.self, "false", .issue(.typeMismatch), lenient: .converted("false")),
            Row(
                String.self,
                #""\ud800x""#,
                .issue(.invalidFormat),
                strict: .issue(.invalidFormat),
                foundation: "it refuses the document"
            ),
            Row(String.self, "[]", .issue(.typeMismatch)),
            Row(
                String.self,
                "null",
                .issue(.null),
                strict: .issue(.null),
                native: String?.none as Any
            ),
        ]
    }

    static var optionals: [Row] {
        [
            Row(Int?.self, "null", .exact("nil"), native: Int?.none as Any),
            Row(Int?.self, "42", .exact("Optional(42)"), native: Int?.some(42) as Any),
            Row(Int?.self, #""42""#, .converted("Optional(42)")),
            Row(Int?.self, #""x""#, .issue(.notNumeric)),
            Row(Int?.self, #""""#, .issue(.notNumeric), lenient: .converted("nil"), native: ""),
            Row(Double?.self, #""""#, .issue(.notNumeric), lenient: .converted("nil")),
            Row(Bool?.self, #""""#, .issue(.invalidFormat), lenient: .converted("nil")),
            Row(String?.self, #""""#, .exact(#"Optional("")"#)),
            Row(String?.self, "null", .exact("nil"), native: NSNull()),
            Row(
                String?.self,
                "1.50",
                .converted(#"Optional("1.50")"#),
                fromDictionary: .converted(#"Optional("1.5")"#)
            ),
            Row(Double?.self, "0.5", .exact("Optional(0.5)"), native: 0.5),
            Row(Bool?.self, "false", .exact("Optional(false)"), native: false),
        ]
    }

    static var lists: [Row] {
        [
            Row([Int].self, "[1, 2, 3]", .exact("[1, 2, 3]"), native: [1, 2, 3]),
            Row([Int].self, "[]", .exact("[]"), native: [Any]()),
            Row([Int].self, #"[1, "2"]"#, .converted("[1, 2]"), native: [1, "2"] as [Any]),
            Row([Int].self, "[3.0]", .converted("[3]"), native: [3.0]),
            Row([Int].self, "7", .converted("[7]"), native: 7),
            Row([Int].self, #"[1, "x"]"#, .issue(.notNumeric), native: [1, "x"] as [Any]),
            Row([Int].self, "[1, null]", .issue(.null), strict: .issue(.null)),
            Row([Int].self, "[[1]]", .issue(.typeMismatch)),
            Row([Int].self, #""x""#, .issue(.notNumeric)),
            Row([Int].self, "{}", .issue(.typeMismatch)),
            Row([Int].self, "null", .issue(.null), strict: .issue(.null), native: NSNull()),
            Row(
                [Int?].self,
                "[1, null]",
                .exact("[Optional(1), nil]"),
                native: [1, nil] as [Int?]
            ),
            Row([Int]?.self, "null", .exact("nil")),
            Row([Int]?.self, "[1]", .exact("Optional([1])")),
            Row(
                [String].self,
                #"["a", "b"]"#,
                .exact(#"["a", "b"]"#),
                native: NSArray(array: ["a", "b"])
            ),
            Row([String].self, #""a,b""#, .converted(#"["a,b"]"#), native: "a,b"),
            Row([String].self, #"["a", 1]"#, .converted(#"["a", "1"]"#)),
            Row(
                [Double].self,
                "[0.12345678901234567890123]",
                .rounded("[0.12345678901234568]"),
                strict: .issue(.inexact)
            ),
            Row(
                [[Int]].self,
                "[[1], [], [2, 3]]",
                .exact("[[1], [], [2, 3]]"),
                native: [[1], [], [2, 3]]
            ),
            Row([[Int]].self, "[1, [2]]", .converted("[[1], [2]]"), native: [1, [2]] as [Any]),
            Row(
                [[Int]].self,
                "[[1], [true]]",
                .issue(.typeMismatch),
                lenient: .converted("[[1], [1]]")
            ),
        ]
    }
}
