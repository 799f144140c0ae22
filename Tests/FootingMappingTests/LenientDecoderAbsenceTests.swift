import FootingMapping
import Foundation
import XCTest

/// Optional values, and the options that treat another value as none.
final class LenientDecoderAbsenceTests: XCTestCase {
    private struct Scalars: Decodable, Equatable {
        var bool: Bool?
        var string: String?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var int128: Int128?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var uint128: UInt128?
        var float: Float?
        var double: Double?

        static let names = [
            "bool", "string", "int", "int8", "int16", "int32", "int64", "int128", "uint", "uint8",
            "uint16", "uint32", "uint64", "uint128", "float", "double",
        ]
    }

    /// The same types as the elements of a list.
    private struct Elements: Decodable, Equatable {
        var scalars = Scalars()
        var index = 0

        init(_ scalars: Scalars) {
            self.scalars = scalars
            index = Scalars.names.count
        }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            scalars.bool = try list.decodeIfPresent(Bool.self)
            scalars.string = try list.decodeIfPresent(String.self)
            scalars.int = try list.decodeIfPresent(Int.self)
            scalars.int8 = try list.decodeIfPresent(Int8.self)
            scalars.int16 = try list.decodeIfPresent(Int16.self)
            scalars.int32 = try list.decodeIfPresent(Int32.self)
            scalars.int64 = try list.decodeIfPresent(Int64.self)
            scalars.int128 = try list.decodeIfPresent(Int128.self)
            scalars.uint = try list.decodeIfPresent(UInt.self)
            scalars.uint8 = try list.decodeIfPresent(UInt8.self)
            scalars.uint16 = try list.decodeIfPresent(UInt16.self)
            scalars.uint32 = try list.decodeIfPresent(UInt32.self)
            scalars.uint64 = try list.decodeIfPresent(UInt64.self)
            scalars.uint128 = try list.decodeIfPresent(UInt128.self)
            scalars.float = try list.decodeIfPresent(Float.self)
            scalars.double = try list.decodeIfPresent(Double.self)
            index = list.currentIndex
        }
    }

    private func object(_ value: String) -> String {
        "{" + Scalars.names.map { "\"\($0)\": \(value)" }.joined(separator: ", ") + "}"
    }

    private func list(_ value: String) -> String {
        "[" + Scalars.names.map { _ in value }.joined(separator: ", ") + "]"
    }

    private var emptyIsNull: LenientDecoder {
        var decoder = LenientDecoder()
        decoder.options.treatsEmptyStringAsNull = true
        return decoder
    }

    func testAnEmptyStringIsNoneForEveryOptionalScalarButAString() throws {
        for input in try Input.all(object("\"\"")) {
            let (scalars, report) = try input.decode(Scalars.self, emptyIsNull)
            XCTAssertEqual(scalars, Scalars(string: ""))
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(report.appliedCount, Scalars.names.count)
            XCTAssertEqual(report.convertedCount, Scalars.names.count - 1)
        }
    }

    func testAnEmptyStringIsNoneForEveryOptionalElementButAString() throws {
        for input in try Input.all(#"{"list": \#(list("\"\""))}"#) {
            let (value, report) = try input.decode([String: Elements].self, emptyIsNull)
            XCTAssertEqual(value?["list"], Elements(Scalars(string: "")))
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(report.convertedCount, Scalars.names.count - 1)
        }
    }

    func testAFalseIsAbsentForEveryOptionalScalarButABoolean() throws {
        var decoder = LenientDecoder()
        decoder.options.treatsFalseAsAbsent = true
        for input in try Input.all(object("false")) {
            let (scalars, report) = try input.decode(Scalars.self, decoder)
            XCTAssertEqual(scalars, Scalars(bool: false))
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(report.appliedCount, 1)
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
    }

    func testAFalseIsAbsentInsideAValueOfAnotherInitializer() throws {
        struct Record: Decodable { var extra: JSONDecoderParityTests.AnyJSON? }
        struct Wrapper: Decodable {
            let record: Record
            init(from decoder: any Decoder) throws {
                record = try decoder.singleValueContainer().decode(Record.self)
            }
        }
        var decoder = LenientDecoder()
        decoder.options.treatsFalseAsAbsent = true
        for input in try Input.all(#"{"value": {"extra": false}}"#) {
            let (value, report) = try input.decode([String: Wrapper].self, decoder)
            XCTAssertNotNil(value?["value"])
            XCTAssertNil(value?["value"]?.record.extra)
            XCTAssertTrue(report.isClean, "\(report.issues)")
        }
    }

    func testANullIsNoneForEveryOptionalScalar() throws {
        for input in try Input.all(object("null")) {
            let (scalars, report) = try input.decode(Scalars.self)
            XCTAssertEqual(scalars, Scalars())
            XCTAssertEqual(report.appliedCount, Scalars.names.count)
        }
        for input in try Input.all(#"{"list": \#(list("null"))}"#) {
            let (value, report) = try input.decode([String: Elements].self)
            XCTAssertEqual(value?["list"], Elements(Scalars()))
            XCTAssertEqual(report.appliedCount, Scalars.names.count)
        }
    }

    /// Asks whether a value is null before it reads it.
    private struct Asking<Value: Decodable & Equatable>: Decodable, Equatable {
        var byKey: Value?
        var inList: Value?
        var single: Value?

        init(_ value: Value?) { (byKey, inList, single) = (value, value, value) }

        private struct Single: Decodable {
            var value: Value?
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if !container.decodeNil() { value = try container.decode(Value.self) }
            }
        }
        enum OuterKeys: CodingKey { case value, list, single }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: OuterKeys.self)
            if try !container.decodeNil(forKey: .value) {
                byKey = try container.decode(Value.self, forKey: .value)
            }
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            if try !list.decodeNil() { inList = try list.decode(Value.self) }
            XCTAssertEqual(list.currentIndex, 1)
            single = try container.decode(Single.self, forKey: .single).value
        }
    }

    func testAskingForNullAgreesWithReadingAnOptional() throws {
        for input in try Input.all(#"{"value": "", "list": [""], "single": ""}"#) {
            let (number, report) = try input.decode(Asking<Int>.self, emptyIsNull)
            XCTAssertEqual(number, Asking(nil))
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(try input.decode(Asking<String>.self, emptyIsNull).value, Asking(""))
            XCTAssertNil(try input.decode(Asking<Int>.self).value)
        }
    }

    func testTheseOptionsChangeNothingForATypeThatTakesAnyKind() throws {
        /// Reads an optional number before other types.
        struct AnyKind: Decodable, Equatable {
            let text: String
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: PathTests.AnyKey.self)
                let key = PathTests.AnyKey(stringValue: "a")
                do {
                    text = try container.decodeIfPresent(Int.self, forKey: key).debugDescription
                } catch {
                    let flag = try? container.decode(Bool.self, forKey: key)
                    text = try flag.map { "\($0)" } ?? container.decode(String.self, forKey: key)
                }
            }
        }
        var decoder = LenientDecoder(options: .lenient)
        decoder.options.treatsFalseAsAbsent = true
        for (json, text) in [
            (#""""#, ""), ("false", "false"), ("null", "nil"), ("7", "Optional(7)"),
        ] {
            for input in try Input.all(#"{"a": \#(json)}"#) {
                XCTAssertEqual(try input.decode(AnyKind.self, decoder).value?.text, text, json)
            }
        }
        /// Reads an optional number, then an optional object, then a text.
        struct AnyValue: Decodable {
            let text: String
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do { text = "\(try container.decode(Int?.self) as Any)" } catch {
                    do { text = "\(try container.decode(AnyKind?.self) as Any)" } catch {
                        text = try container.decode(String.self)
                    }
                }
            }
        }
        for input in try Input.all(#"{"value": "", "other": "x"}"#) {
            let made = try input.decode([String: AnyValue].self, decoder).value
            XCTAssertEqual(made?.mapValues(\.text), ["value": "", "other": "x"])
            let any = try input.decode([String: JSONDecoderParityTests.AnyJSON].self, decoder)
            XCTAssertEqual(any.value, ["value": .string(""), "other": .string("x")])
        }
    }
}
