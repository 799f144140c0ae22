import FootingMapping
import Foundation

/// The table of conversions as data: `Float`, `Decimal` and the widest integers.
extension CoercionTable {
    static var floats: [Row] {
        [
            Row(Float.self, "1.5", .exact("1.5"), native: 1.5, Float(1.5)),
            Row(Float.self, "0.1", .exact("0.1"), native: 0.1, Float(0.1)),
            Row(Float.self, "-0", .exact("-0.0"), native: -0.0, foundation: "it loses the sign"),
            Row(Float.self, "16777216", .exact("16777216.0"), native: 16_777_216, 16_777_216.0),
            Row(
                Float.self,
                "16777217",
                .issue(.inexact),
                strict: .issue(.inexact),
                native: 16_777_217,
                16_777_217.0
            ),
            Row(Float.self, "1e10", .exact("1e+10")),
            Row(Float.self, "9007199254740993", .issue(.inexact), strict: .issue(.inexact)),
            Row(
                Float.self,
                "0.123456789012",
                .rounded("0.12345679"),
                strict: .issue(.inexact),
                native: 0.123456789012
            ),
            // Halfway between two values except for the last digit; a conversion through `Double`
            // would give 1.0.
            Row(
                Float.self,
                "1.00000005960464477540",
                .rounded("1.0000001"),
                strict: .issue(.inexact),
                foundation: "it makes the nearest Double of it"
            ),
            Row(Float.self, "1e39", .issue(.outOfRange), strict: .issue(.outOfRange), native: 1e39),
            Row(
                Float.self,
                "1e-60",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                native: 1e-60
            ),
            Row(Float.self, #""1.5""#, .converted("1.5"), native: "1.5"),
            Row(Float.self, #"" 1e3 ""#, .converted("1000.0")),
            Row(Float.self, #""1e39""#, .issue(.outOfRange)),
            Row(Float.self, #""NaN""#, .issue(.nonFinite), native: "NaN"),
            Row(Float.self, nil, .issue(.nonFinite), strict: .issue(.nonFinite), native: Float.nan),
            Row(Float.self, #""1,5""#, .issue(.notNumeric)),
            Row(
                Float.self,
                #""\ud800""#,
                .issue(.notNumeric),
                foundation: "it refuses the document"
            ),
            Row(
                Float.self,
                "true",
                .issue(.typeMismatch),
                lenient: .converted("1.0"),
                native: true
            ),
            Row(Float.self, "[]", .issue(.typeMismatch)),
            Row(Float.self, "null", .issue(.null), strict: .issue(.null)),
        ]
    }

    static var decimals: [Row] {
        [
            Row(Decimal.self, "42", .exact("42"), native: 42, Decimal(42)),
            Row(Decimal.self, "-42", .exact("-42"), native: -42),
            Row(Decimal.self, "68.32", .exact("68.32"), fromDictionary: .converted("68.32")),
            Row(Decimal.self, nil, .converted("68.32"), native: 68.32, Float(68.32)),
            Row(
                Decimal.self,
                nil,
                .exact("68.32"),
                native: Decimal(sign: .plus, exponent: -2, significand: 6832)
            ),
            Row(Decimal.self, "-0.10", .exact("-0.1"), fromDictionary: .converted("-0.1")),
            Row(Decimal.self, "-0.0", .exact("0"), foundation: "it makes a Double of it"),
            Row(Decimal.self, "0e999", .exact("0"), foundation: "it makes a Double of it"),
            Row(
                Decimal.self,
                "12345678901234567890123456789012345678",
                .exact("12345678901234567890123456789012345678")
            ),
            Row(
                Decimal.self,
                "-1234567890123456789.0123456789012345678",
                .exact("-1234567890123456789.0123456789012345678")
            ),
            Row(
                Decimal.self,
                "99999999999999999999999999999999999999000",
                .exact("99999999999999999999999999999999999999000"),
                foundation: "it rounds such a number"
            ),
            Row(
                Decimal.self,
                "123456789012345678901234567890123456789",
                .issue(.inexact),
                strict: .issue(.inexact),
                foundation: "it rounds such a number"
            ),
            Row(
                Decimal.self,
                "0.123456789012345678901234567890123456789",
                .issue(.inexact),
                strict: .issue(.inexact),
                foundation: "it rounds such a number"
            ),
            Row(
                Decimal.self,
                "1e127",
                .exact("1" + String(repeating: "0", count: 127)),
                fromDictionary: .converted("1" + String(repeating: "0", count: 127)),
                native: 1e127
            ),
            Row(
                Decimal.self,
                "1e-128",
                .exact("0." + String(repeating: "0", count: 127) + "1"),
                fromDictionary: .converted("0." + String(repeating: "0", count: 127) + "1")
            ),
            Row(
                Decimal.self,
                "1e128",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                strictFromDictionary: .issue(.typeMismatch),
                native: 1e128,
                1e300
            ),
            Row(
                Decimal.self,
                "1e-129",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                strictFromDictionary: .issue(.typeMismatch),
                native: 1e-129
            ),
            Row(
                Decimal.self,
                "1" + String(repeating: "7", count: 200),
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it rounds such a number"
            ),
            Row(
                Decimal.self,
                "1e99999999999",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it refuses the document"
            ),
            Row(Decimal.self, #""68.320""#, .converted("68.32"), native: "68.320"),
            Row(Decimal.self, #"" +1.5e1 ""#, .converted("15")),
            Row(
                Decimal.self,
                #""0.00000000000000000000000000000000000001""#,
                .converted("0.00000000000000000000000000000000000001")
            ),
            Row(Decimal.self, #""12abc""#, .issue(.notNumeric), native: "12abc"),
            Row(Decimal.self, #""--1""#, .issue(.notNumeric)),
            Row(Decimal.self, #""1,000""#, .issue(.notNumeric)),
            Row(Decimal.self, #""""#, .issue(.notNumeric)),
            Row(Decimal.self, #""NaN""#, .issue(.nonFinite)),
            Row(Decimal.self, nil, .issue(.nonFinite), native: Double.infinity),
            Row(
                Decimal.self,
                nil,
                .issue(.nonFinite),
                strict: .issue(.nonFinite),
                native: Decimal.nan
            ),
            Row(
                Decimal.self,
                #""\udc00""#,
                .issue(.notNumeric),
                foundation: "it refuses the document"
            ),
            Row(
                Decimal.self,
                "true",
                .issue(.typeMismatch),
                lenient: .converted("1"),
                native: true
            ),
            Row(Decimal.self, "{}", .issue(.typeMismatch)),
            Row(Decimal.self, "null", .issue(.null), strict: .issue(.null)),
            Row(Decimal?.self, "null", .exact("nil")),
            Row(Decimal?.self, #""""#, .issue(.notNumeric), lenient: .converted("nil")),
            Row([Decimal].self, #"[1, "2.50"]"#, .converted("[1, 2.5]")),
        ]
    }

    static var wideIntegers: [Row] {
        [
            Row(Int128.self, "42", .exact("42"), native: 42, Int128(42)),
            Row(
                Int128.self,
                "170141183460469231731687303715884105727",
                .exact("170141183460469231731687303715884105727"),
                native: Int128.max,
                foundation: "it rounds such a number"
            ),
            Row(
                Int128.self,
                "-170141183460469231731687303715884105728",
                .exact("-170141183460469231731687303715884105728"),
                native: Int128.min,
                foundation: "it rounds such a number"
            ),
            Row(
                Int128.self,
                "170141183460469231731687303715884105728",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it rounds such a number"
            ),
            Row(Int128.self, "-18446744073709551616", .exact("-18446744073709551616")),
            Row(Int128.self, "1e20", .converted("100000000000000000000"), native: 1e20),
            Row(Int128.self, "1e39", .issue(.outOfRange)),
            Row(Int128.self, "18446744073709551616.5", .issue(.inexact)),
            Row(Int128.self, "12345678901234567890123.5", .issue(.inexact)),
            Row(Int128.self, #""-18446744073709551616""#, .converted("-18446744073709551616")),
            Row(Int128.self, #""1_0""#, .issue(.notNumeric)),
            Row(
                UInt128.self,
                "340282366920938463463374607431768211455",
                .exact("340282366920938463463374607431768211455"),
                native: UInt128.max,
                foundation: "it rounds such a number"
            ),
            Row(
                UInt128.self,
                "340282366920938463463374607431768211456",
                .issue(.outOfRange),
                strict: .issue(.outOfRange),
                foundation: "it rounds such a number"
            ),
            Row(UInt128.self, "-1", .issue(.outOfRange), strict: .issue(.outOfRange), native: -1),
            Row(
                UInt128.self,
                "true",
                .issue(.typeMismatch),
                lenient: .converted("1"),
                native: true
            ),
        ]
    }
}
