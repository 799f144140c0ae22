import FootingMapping
import Foundation
import TestSupport
import XCTest

/// No report depends on the hash seed of its process.
final class ReportsInManyProcessesTests: XCTestCase {
    private enum Kind: MappableUnion {
        case line(Line), other(Line)

        static let union = MappingUnion<Kind>(
            "type",
            [
                "a": .object(Kind.line) { if case .line(let line) = $0 { line } else { nil } },
                "b": .object(Kind.line) { if case .line(let line) = $0 { line } else { nil } },
                "c": .object(Kind.line) { if case .line(let line) = $0 { line } else { nil } },
                "d": .object(Kind.other) { if case .other(let line) = $0 { line } else { nil } },
            ]
        )
    }
    private typealias Line = ReportOrderTests.Line
    /// Is not written.
    private struct Unwritten: MappingConvertible, Hashable {
        var text = ""
        static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
            String.converted(from: source).map { Self(text: $0) }
        }
    }
    private struct Everything: Decodable {
        var numbers: [String: Int] = [:]
        var lines: [String: Line] = [:]
        var deep: [String: [String: [Int]]] = [:]
        enum CodingKeys: CodingKey { case numbers, lines, deep }
        var kinds: [String: Kind] = [:]
        var unwritten: [String: Unwritten] = [:]
        var unwrittenSet: Set<Unwritten> = []
        var set: Set<String> = []
        var rest: [String: Int] = [:]
        var first = 0

        static func mapping(isLossy: Bool) -> Mapping<Everything> {
            Mapping {
                if isLossy {
                    Field("numbers", \.numbers).lossy()
                    Field("deep", \.deep).lossy()
                } else {
                    Field("numbers", \.numbers)
                    Field("deep", \.deep)
                }
                Field("lines", \.lines)
                Field("kinds", \.kinds)
                Field("unwritten", \.unwritten)
                Field("unwrittenSet", \.unwrittenSet)
                Field("set", \.set)
                Field("first", \.first).aliases("second", "third")
                if isLossy { UnknownMembers(\.rest) }
            }
        }
    }

    private static let keys = ReportOrderTests.keys

    private static var input: [String: Any] {
        func members(_ value: (Int) -> Any) -> [String: Any] {
            Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, value($0)) })
        }
        var input: [String: Any] = [
            "numbers": members { $0 % 3 == 0 ? "x" : "\($0)" },
            "lines": members { index in
                ["count": index % 4 == 0 ? "x" : index, "tag": [index], "more": 1] as [String: Any]
            },
            "deep": members { index in
                index % 5 == 0 ? ["a": [1, "x"], "b": 2, "c": "y"] as [String: Any] : [:]
            },
            "kinds": members { index in
                ["type": ["a", "b", "c", "d", "e"][index % 5], "count": index] as [String: Any]
            },
            "unwritten": members { "\($0)" },
            "unwrittenSet": keys.map { "u" + $0 },
            "set": keys + ["zz"],
            "FIRST": 1, "First": 2, "second": 3, "third": 4,
        ]
        for key in keys { input["rest" + key] = key.count }
        return input
    }

    private static func lines(_ name: String, _ report: MappingReport) -> [String] {
        ["\(name): \(report) \(report.duplicateKeyCount) \(report.omittedIssueCount)"]
            + report.issues.map(\.description) + report.notes.map(\.description)
    }

    private func allLines() throws -> [String] {
        var lines: [String] = []
        for limit in [9, 10_000] {
            for strategy in [MappingOptions.KeyStrategy.exact, .caseInsensitive] {
                for isLossy in [false, true] {
                    var options = MappingOptions.standard
                    options.limits.issues = limit
                    options.keyStrategy = strategy
                    options.listsFields = true
                    options.listsUnknownKeys = true
                    options.includesKeys = true
                    options.includesValues = true
                    let mapping = Everything.mapping(isLossy: isLossy)
                    var made = Everything()
                    let report = mapping.apply(Self.input, to: &made, options: options)
                    lines += Self.lines("apply", report)
                    let list = Array(repeating: Self.input as Any, count: 2)
                    let (_, reports) = mapping.makeArray(
                        of: Everything(),
                        from: list,
                        options: options
                    )
                    lines += Self.lines("makeArray", reports)
                    let (json, written) = mapping.json(from: made)
                    lines += Self.lines("write", written) + [String(decoding: json, as: UTF8.self)]
                    var decoder = LenientDecoder(options: options)
                    decoder.isLossy = isLossy
                    let decoded = decoder.decode(Everything.self, from: Self.input).report
                    lines += Self.lines("decode", decoded)
                    var atomic = options
                    atomic.isAtomic = true
                    let nothing = mapping.apply(Self.input, to: &made, options: atomic)
                    lines += Self.lines("atomic", nothing)
                    let bytes = try JSONSerialization.data(
                        withJSONObject: Self.input,
                        options: .sortedKeys
                    )
                    let read = try mapping.apply(json: bytes, to: &made, options: options)
                    lines += Self.lines("bytes", read)
                }
            }
        }
        return lines
    }

    func testReportsAreTheSameInEveryProcess() throws {
        try assertSameInManyProcesses { _ in try allLines() }
    }
}
