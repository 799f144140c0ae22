import FootingMapping
import Foundation
import XCTest

/// The table of conversions as data.
///
/// Each row is checked with every format of input that can express it, and by every reader.
enum CoercionTable {
    static var rows: [Row] {
        [
            integers, doubles, floats, decimals, wideIntegers, booleans, texts, optionals, lists,
            dates, dateFormats, urls, uuids, bytes, cases, dictionaries, fieldSettings,
        ].flatMap { $0 }
    }
}

/// The result of the value of a row.
enum RowResult: Equatable {
    case exact(String)
    case converted(String)
    case rounded(String)
    case fallback(String)
    /// The field was set, without the elements that have issues.
    case dropped(String, [MappingIssue.Code])
    case issue(MappingIssue.Code)
}

/// A setting of a field for the format of its value.
enum FieldSetting {
    case dates([DateFormat])
    case bytes([DataEncoding])
    case relative(URL?)
    case split(String)
    case lossy
    case embedded
    case unknownPlan(Plan)

    /// The reason why a decoder can't have this setting for all of its values, or `nil`.
    var notForAllValues: String? {
        switch self {
        case .relative(nil): "a decoder resolves relative URLs, or refuses them"
        case .split: "a decoder would cut every text in place of a list"
        case .embedded: "a decoder would read every text as JSON"
        default: nil
        }
    }
}

struct Row: CustomStringConvertible {
    let target: any Target.Type
    /// The value as JSON, or `nil` if JSON can't represent it.
    let json: String?
    /// The same value as one or several Swift values.
    let natives: [Any]
    let setting: FieldSetting?
    let standard: RowResult
    private let strict: RowResult?
    private let strictFromDictionary: RowResult?
    let lenient: RowResult?
    private let fromDictionary: RowResult?
    /// The reason why Foundation reads no such value, or a different one.
    let notThroughFoundation: String?
    /// The reason why a ``LenientDecoder`` can't express the row.
    let notThroughDecoder: String?

    init(
        _ target: any Target.Type,
        _ json: String?,
        _ standard: RowResult,
        fromDictionary: RowResult? = nil,
        strict: RowResult? = nil,
        strictFromDictionary: RowResult? = nil,
        lenient: RowResult? = nil,
        native: Any...,
        setting: FieldSetting? = nil,
        foundation notThroughFoundation: String? = nil
    ) {
        self.target = target
        self.json = json
        natives = native
        self.setting = setting
        self.standard = standard
        self.strict = strict
        self.strictFromDictionary = strictFromDictionary
        self.lenient = lenient
        self.fromDictionary = fromDictionary
        self.notThroughFoundation = notThroughFoundation
        notThroughDecoder = setting?.notForAllValues
    }

    var description: String {
        let source = json ?? natives.first.map { "\(type(of: $0)) \($0)" } ?? "nothing"
        let said = setting.map { ", \($0)" } ?? ""
        return "\(source.prefix(60)) to \(target)\(said.prefix(80))"
    }

    /// The expected result for each preset.
    func expectations(from format: InputFormat) -> [(String, MappingOptions, RowResult)] {
        let isBytes = format == .bytes
        let standard = isBytes ? self.standard : fromDictionary ?? self.standard
        var strict: RowResult
        if case .exact = standard {
            strict = standard
        } else {
            strict = self.strict ?? .issue(.typeMismatch)
        }
        if !isBytes, let strictFromDictionary { strict = strictFromDictionary }
        return [
            ("standard", .standard, standard), ("strict", .strict, strict),
            ("lenient", .lenient, lenient ?? standard),
        ]
    }
}

/// The formats of input for the value of a row.
enum InputFormat: String, CaseIterable {
    case bytes = "JSON bytes"
    case foundation = "JSONSerialization"
    case boxes = "Foundation's boxes"
    case natives = "Swift's own values"
    case propertyList = "property list"
    case strings = "strings only"

    /// The inputs of a row in this format, or the reason for their absence.
    func inputs(_ row: Row) throws -> (inputs: [Input], reason: String?) {
        switch self {
        case .bytes:
            guard let json = row.json else { return ([], "JSON has no such value") }
            return ([.bytes(Data("{\"v\":\(json)}".utf8))], nil)
        case .foundation:
            guard let value = try Self.foundationValue(row) else {
                return ([], row.notThroughFoundation ?? "JSON has no such value")
            }
            return ([.dictionary(["v": value])], nil)
        case .boxes:
            guard let value = try Self.foundationValue(row) else {
                return ([], row.notThroughFoundation ?? "JSON has no such value")
            }
            return ([.dictionary(["v": Self.boxed(value)])], nil)
        case .natives:
            if row.natives.isEmpty { return ([], "not written down") }
            return (row.natives.map { .dictionary(["v": $0]) }, nil)
        case .propertyList:
            var values = row.natives.filter { $0 is Date || $0 is Data }
            if let value = try Self.foundationValue(row) { values.append(value) }
            values.removeAll { !Self.isInPropertyLists($0) }
            if values.isEmpty { return ([], "a property list has no such value") }
            return (try values.flatMap { try Self.readBack($0) }, nil)
        case .strings:
            guard let text = try Self.foundationValue(row) as? String else {
                return ([], "no text, or no Unicode text")
            }
            let strings: [String: String] = ["v": text]
            return ([.dictionary(strings)], nil)
        }
    }

    private static func foundationValue(_ row: Row) throws -> Any? {
        guard let json = row.json, row.notThroughFoundation == nil else { return nil }
        let data = Data("{\"v\":\(json)}".utf8)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try XCTUnwrap(object?["v"], "\(row)")
    }

    private static func boxed(_ value: Any) -> Any {
        switch value {
        case let text as NSString: text
        case let text as String: NSString(string: text)
        case let number as NSNumber: number
        case let bool as Bool: NSNumber(value: bool)
        case let list as [Any]: NSArray(array: list.map { boxed($0) })
        case let object as [String: Any]:
            NSDictionary(dictionary: object.mapValues { boxed($0) })
        default: value
        }
    }

    private static func isInPropertyLists(_ value: Any) -> Bool {
        switch value {
        case is NSNull, is NSDecimalNumber: false
        case let list as [Any]: list.allSatisfy { isInPropertyLists($0) }
        case let object as [String: Any]: object.values.allSatisfy { isInPropertyLists($0) }
        default: true
        }
    }

    private static func readBack(_ value: Any) throws -> [Input] {
        try [PropertyListSerialization.PropertyListFormat.binary, .xml].map { format in
            let data = try PropertyListSerialization.data(
                fromPropertyList: ["v": value],
                format: format,
                options: 0
            )
            let list = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
            return .dictionary(try XCTUnwrap(list as? [String: Any]))
        }
    }
}

/// An API that uses the table: it sets one value and returns the result.
struct TableReader {
    let name: String
    var isDecoder = false
    let outcome:
        @Sendable (any Target.Type, FieldSetting?, Input, MappingOptions) throws -> RowResult

    static let mapping = TableReader(name: "Mapping") { target, setting, input, options in
        try outcome(target, setting, input, options)
    }

    private static func outcome<Value: Target>(
        _: Value.Type,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        var field = Field("v", \Holder<Value>.v)
        switch setting {
        case nil: break
        case .dates(let formats):
            // An array can't be passed as a parameter pack; no row has more than two formats.
            field =
                formats.count == 1
                ? field.dates(formats[0]) : field.dates(formats[0], formats[1])
        case .bytes(let encodings):
            field =
                encodings.count == 1
                ? field.bytes(encodings[0]) : field.bytes(encodings[0], encodings[1])
        case .relative(let base): field = field.relative(to: base)
        case .split(let separator): field = field.split(by: separator)
        case .lossy: field = field.lossy()
        case .embedded: field = field.embeddedJSON()
        case .unknownPlan(let plan): field = try XCTUnwrap(withFallback(field, plan))
        }
        var options = options
        options.listsFields = true
        var holder = Holder<Value>()
        let report = try input.apply(Mapping { field }, to: &holder, options: options)
        return try outcome(of: report, holder.v)
    }

    /// The result that a report states, checked against the value.
    static func outcome(of report: MappingReport, _ value: some Target) throws -> RowResult {
        if let issue = report.issues.first, issue.resolution != .droppedElement {
            XCTAssertEqual(value, .sample, "An issue changed the value.")
            XCTAssertEqual(
                report.issues.map(\.resolution),
                report.issues.map { _ in .keptOldValue }
            )
            XCTAssertEqual(report.appliedCount, 0)
            return .issue(issue.code)
        }
        XCTAssertEqual(report.appliedCount, 1)
        let kind = try XCTUnwrap(report.notes.first).kind
        XCTAssertEqual(report.convertedCount, kind == .applied ? 0 : 1)
        let text = value.text
        if !report.issues.isEmpty { return .dropped(text, report.issues.map(\.code)) }
        switch kind {
        case .applied: return .exact(text)
        case .rounded: return .rounded(text)
        case .fallbackCase: return .fallback(text)
        default: return .converted(text)
        }
    }

    private static func withFallback<Value>(
        _ field: Field<Holder<Value>, Value>,
        _ plan: Plan
    ) -> Field<Holder<Value>, Value>? {
        let field: Any = field
        let changed: Any? =
            switch field {
            case let field as Field<Holder<Plan>, Plan>: field.unknownCase(plan)
            case let field as Field<Holder<Plan?>, Plan?>: field.unknownCase(plan)
            case let field as Field<Holder<[Plan]>, [Plan]>: field.unknownCase(plan)
            case let field as Field<Holder<[String: Plan]>, [String: Plan]>:
                field.unknownCase(plan)
            default: nil
            }
        return changed as? Field<Holder<Value>, Value>
    }
}

struct Holder<Value: Target>: Codable {
    var v = Value.sample
}
