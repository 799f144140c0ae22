import FootingMapping
import Foundation

/// A check of one type that a field can have, possibly with settings.
struct Trial: Sendable {
    let check: @Sendable (MappingInput, Data, [String: Any]?) -> Void
}

struct Slot<Value: Sendable>: Sendable {
    var v: Value
}

/// Creates a trial of `Value` with a field that is set if the document has a value of that type for
/// the key `v`, and otherwise keeps `sample`.
private func trial<Value: MappingConvertible & Equatable & Sendable>(
    _ sample: Value,
    _ saying: (Field<Slot<Value>, Value>) -> Field<Slot<Value>, Value> = { $0 }
) -> Trial {
    trial(sample, field: saying(Field("v", \.v)))
}

private func trial<Value: Equatable & Sendable>(
    _ sample: Value,
    field: Field<Slot<Value>, Value>
) -> Trial {
    let mapping = Mapping<Slot<Value>> { field }
    return Trial { input, data, dictionary in
        @Sendable func apply(
            _ source: Source,
            _ old: Value,
            _ options: MappingOptions
        ) -> Applied<Value> {
            var slot = Slot(v: old)
            let report =
                switch source {
                case .bytes(let data):
                    try? mapping.apply(json: data, to: &slot, options: options)
                case .dictionary(let dictionary):
                    mapping.apply(dictionary, to: &slot, options: options)
                }
            guard let report else {
                expect(false, "a document for one type, and none for another")
                return Applied(value: old, report: MappingReport?.none)
            }
            report.checkCounts(options)
            expect(report.appliedCount <= 1, "one field applied twice")
            let result = Applied(value: slot.v, report: report)
            expect(result.isSet || isSame(slot.v, old), "\(Value.self) changed by what it refused")
            return result
        }

        let once = apply(.bytes(data), sample, input.options)
        // Maps a second time, with a limit that is high enough for every issue.
        let twice = apply(.bytes(data), once.value, input.talkative)
        expect(isSame(twice.value, once.value), "\(Value.self): twice is not once")
        if let report = once.report, let full = twice.report {
            report.checkBeginning(of: full)
        }

        if once.isSet { checkWriting(once.value, sample, mapping) }

        let presets = input.presets.map { apply(.bytes(data), sample, $0) }
        for (narrow, wide) in zip(presets, presets.dropFirst()) where narrow.isClean {
            expect(wide.isClean, "\(Value.self): accepted, but not in wider options")
            expect(
                isSame(narrow.value, wide.value) || input.hasEmptyText,
                "\(Value.self): another value in wider options"
            )
        }
        guard let dictionary else { return }
        let other = apply(.dictionary(dictionary), sample, input.options)
        if once.isClean, other.isClean, input.options.keyStrategy == .exact {
            expect(isSame(once.value, other.value), "\(Value.self): another from the dictionary")
        }
        // With standard options, both inputs are refused for the same reasons.
        let standard = apply(.dictionary(dictionary), sample, input.presets[1])
        expect(
            standard.report?.issueCount == presets[1].report?.issueCount,
            "\(Value.self): other issues from the dictionary"
        )
    }
}

/// Checks that a value which is written without an issue is read without one by both readers, and
/// is then written in the same way.
///
/// A date's format may truncate it, but only once.
private func checkWriting<Value: Equatable>(
    _ value: Value,
    _ sample: Value,
    _ mapping: Mapping<Slot<Value>>
) {
    let (json, report) = mapping.json(from: Slot(v: value), includingSensitive: true)
    guard report.isClean else { return }
    let (dictionary, _) = mapping.dictionary(from: Slot(v: value), includingSensitive: true)
    var fromBytes = Slot(v: sample)
    let reading = try? mapping.apply(json: json, to: &fromBytes)
    expect(reading?.isClean == true, "\(Value.self) written, and not read")
    var fromDictionary = Slot(v: sample)
    expect(
        mapping.apply(dictionary, to: &fromDictionary).isClean,
        "\(Value.self) written to a dictionary, and not read"
    )
    for copy in [fromBytes, fromDictionary] {
        let again = mapping.json(from: copy, includingSensitive: true).data
        expect(again == json, "\(Value.self) written otherwise the second time")
    }
}

private enum Source {
    case bytes(Data)
    case dictionary([String: Any])
}

/// The result of one field.
private struct Applied<Value> {
    let value: Value
    let report: MappingReport?

    var isSet: Bool { report?.appliedCount == 1 }
    var isClean: Bool { isSet && report?.isClean == true }
}

extension MappingInput {
    /// Whether the document may have an empty string, which lenient options treat as null.
    fileprivate var hasEmptyText: Bool { document.contains(Array("\"\"".utf8)) }
}

/// Whether two values are equal, or both are not a number.
func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    one == other || "\(one)" == "\(other)"
}

enum Choice: String, MappingConvertible { case free, a, old, e = "" }
enum Rank: Int, MappingConvertible { case low = 1, high = 2, old = 99 }

/// A custom type that tries lists before it accepts a string.
struct Label: MappingConvertible, Equatable {
    var text: String

    static func converted(from source: borrowing MappingSource) -> MappingConversion<Label> {
        if case .exact(let numbers) = [Int].converted(from: source) {
            return .exact(Label(text: "\(numbers)"))
        }
        if case .exact(let lists) = [[Bool]].converted(from: source) {
            return .exact(Label(text: "\(lists)"))
        }
        return String.converted(from: source).map { Label(text: $0) }
    }
}

private let newYork = TimeZone(identifier: "America/New_York") ?? .gmt
private let oldDate = Date(timeIntervalSince1970: 99)
private let oldID = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
private let oldURL = URL(filePath: "/old")
private let oldBytes = Data([9, 9])

extension Trial {
    static let all = numbers + others + compounds + settings

    private static let numbers = [
        trial(99), trial(Int8(99)), trial(Int16(99)), trial(Int32(99)), trial(Int64(99)),
        trial(Int128(99)), trial(UInt(99)), trial(UInt8(99)), trial(UInt16(99)),
        trial(UInt32(99)), trial(UInt64(99)), trial(UInt128(99)), trial(99.25),
        trial(Float(99.25)), trial(Decimal(99)),
    ]

    private static let others = [
        trial(true), trial(false), trial("old"), trial(oldDate), trial(oldURL), trial(oldID),
        trial(oldBytes), trial(Choice.old), trial(Rank.old), trial(Label(text: "old")),
    ]

    private static let compounds = [
        trial(Int?.some(99)), trial(Int?.none), trial(String?.some("old")),
        trial(Double?.some(99)), trial(Date?.some(oldDate)), trial(URL?.none), trial(UUID?.none),
        trial(Data?.none), trial(Choice?.some(.old)), trial(Bool??.some(.some(true))),
        trial([99]), trial(["old"]), trial([Double?.none]), trial([[99]]), trial([Bool]()),
        trial([Choice.old]), trial([oldDate]), trial([Label]()), trial([["old": [99]]]),
        trial(["old": 99]), trial(["old": ["old"]]), trial(["old": ["old": "old"]]),
        trial([String: Double?]?.none), trial([Data]?.none), trial(Set([99])),
        trial(Set(["old"])), trial(Character("o")), trial([99: "old"]), trial([Choice]?.none),
    ]

    private static let settings = [
        trial(99, field: Field("v", \.v) { (text: String) in Int(text, radix: 16) }),
        trial(Int?.some(99), field: Field("v", \.v) { (list: [Int]) in list.max() }),
        trial(99, field: Field("v") { (slot: inout Slot<Int>, value: Int) in slot.v = value }),
        trial(99) { $0.validated("small") { $0 < 50 }.validated("even") { $0 % 2 == 0 } },
        trial([Int]?.none) { $0.validated("few") { ($0?.count ?? 9) < 3 }.lossy() },
        trial("old") { $0.validated("never") { _ in throw CancellationError() } },
        trial("old") { $0.skippingEqual() }, trial(Int?.none) { $0.skippingEqual() },
        trial(99) { $0.required() }, trial("old") { $0.aliases("a", "b.c") },
        trial(oldDate) { $0.dates(.rfc3339, .epochMilliseconds) },
        trial(oldDate) { $0.dates(.epochString, .epochSeconds, .date(in: newYork)) },
        trial(oldDate) { $0.dates(.iso8601(in: newYork)) },
        trial(oldDate) { $0.dates(.format("dd.MM.yyyy", in: newYork), .date(in: .gmt)) },
        trial(oldDate) { $0.dates(.format("EEE, d MMM y hh:mm:ss.SSS a ZZZZZ", in: .gmt)) },
        trial(oldDate) { $0.dates(.format("no such format", in: .gmt), .rfc3339) },
        trial([oldDate]) { $0.dates(.epochSeconds, .rfc3339).split(by: ";") },
        trial(oldBytes) { $0.bytes(.base64URL, .hexadecimal) },
        trial(oldBytes) { $0.bytes(.unpaddedBase64) }, trial(oldBytes) { $0.bytes(.mimeBase64) },
        trial(oldURL) { $0.relative(to: URL(string: "https://example.org/a/b?c")) },
        trial(URL?.none) { $0.relative(to: nil) },
        trial([99]) { $0.split(by: ",") }, trial([String?.none]) { $0.split(by: ", ") },
        trial([[99]]) { $0.split(by: "aa") },
        trial(99) { $0.default(7) },
        trial([99]) { $0.lossy() }, trial([[99]]) { $0.lossy() },
        trial(["old": 99]) { $0.lossy() }, trial([String: [Int]]?.none) { $0.lossy().required() },
        trial([Choice.old]) { $0.lossy().split(by: " ") },
        trial(99) { $0.embeddedJSON() }, trial([99]) { $0.embeddedJSON().lossy() },
        trial(["old": ["old"]]) { $0.embeddedJSON() }, trial([oldURL]) { $0.embeddedJSON() },
        trial(Choice.old) { $0.unknownCase(.free) },
        trial(Choice?.some(.old)) { $0.unknownCase(.free) },
        trial([Choice.old]) { $0.unknownCase(.free).lossy() },
        trial(["old": Rank.old]) { $0.unknownCase(.low).embeddedJSON() },
    ]
}
