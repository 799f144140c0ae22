import FootingMapping
import Foundation
import XCTest

/// Checks that no report and no error reveals the input.
final class SecrecyTests: XCTestCase {
    private static let secret = "hunter2"

    enum Word: String, MappingConvertible { case one, two }

    struct Inner: Equatable, Mappable {
        var id = 0
        var word = Word.one
        static let mapping = Mapping<Inner> {
            Field("id", \.id).required()
            Field("word", \.word)
        }
    }

    struct Values: Equatable {
        var text = ""
        var number = 0
        var amount = Decimal(0)
        var flag = false
        var word = Word.one
        var words = [Word.one]
        var date = Date.distantPast
        var day = Date.distantPast
        var link: URL?
        var id: UUID?
        var bytes = Data()
        var members: [String: [String: Int]] = [:]
        var lossy: [String: Int] = [:]
        var split = [0]
        var embedded: [String: Int] = [:]
        var deep = 0
        var inner = Inner()
        var optional: Inner?
        var several: [Inner] = []
        var named: [String: Inner] = [:]

        static let mapping = Mapping<Values> {
            Field("text", \.text)
            Field("number", \.number)
            Field("amount", \.amount)
            Field("flag", \.flag)
            Field("word", \.word)
            Field("words", \.words)
            Field("date", \.date)
            Field("day", \.day).dates(.format("dd.MM.yyyy", in: .gmt))
            Field("link", \.link)
            Field("id", \.id)
            Field("bytes", \.bytes)
            Field("members", \.members)
            Field("lossy", \.lossy).lossy()
            Field("split", \.split).split(by: ",")
            Field("embedded", \.embedded).embeddedJSON()
            Field("way.deep", \.deep)
            Field("inner", \.inner)
            Field("optional", \.optional)
            Field("several", \.several)
            Field("named", \.named)
        }

        static let sensitive = Mapping<Values> {
            Field("text", \.text).sensitive()
            Field("number", \.number).sensitive()
            Field("amount", \.amount).sensitive()
            Field("flag", \.flag).sensitive()
            Field("word", \.word).sensitive()
            Field("words", \.words).sensitive()
            Field("date", \.date).sensitive()
            Field("day", \.day).dates(.format("dd.MM.yyyy", in: .gmt)).sensitive()
            Field("link", \.link).sensitive()
            Field("id", \.id).sensitive()
            Field("bytes", \.bytes).sensitive()
            Field("members", \.members).sensitive()
            Field("lossy", \.lossy).lossy().sensitive()
            Field("split", \.split).split(by: ",").sensitive()
            Field("embedded", \.embedded).embeddedJSON().sensitive()
            Field("way.deep", \.deep).sensitive()
            Field("inner", \.inner).sensitive()
            Field("optional", \.optional).sensitive()
            Field("several", \.several).sensitive()
            Field("named", \.named).sensitive()
        }
    }

    /// The secret in every position of a document, with the number of issues.
    private static let documents: [(place: String, json: String, issues: Int)] = [
        ("value of the wrong kind", #"{"text": {"x": "~"}, "flag": ["~"], "number": "~"}"#, 3),
        ("number", #"{"amount": "~", "number": "~1"}"#, 2),
        ("enumeration", #"{"word": "~", "words": ["one", "~"]}"#, 2),
        ("date", #"{"date": "~", "day": "~"}"#, 2),
        ("standard forms", #"{"link": "~ ~", "id": "~", "bytes": "~"}"#, 3),
        ("unknown key", #"{"~": 1, "inner": {"id": 1, "~": "~"}, "way": {"~": 2}}"#, 0),
        ("key of a dictionary", #"{"members": {"~": 1, "a": {"~": "~"}}, "lossy": {"~": "~"}}"#, 3),
        ("object in a dictionary", #"{"named": {"~": {"id": "~"}, "~2": 1, "b": {"id": 1}}}"#, 2),
        ("repeated key", #"{"text": "~", "text": "~", "members": {"~": {}, "~": {}}}"#, 0),
        ("object in a list", #"{"several": [{"~": 1}, {"id": "~"}, {"id": 1, "word": "~"}]}"#, 3),
        ("optional object", #"{"optional": {"id": "~", "~": 1}}"#, 1),
        ("list in a text", #"{"split": "1,~,2,~"}"#, 2),
        ("JSON in a text", #"{"embedded": "{\"~\": \"~\"}"}"#, 1),
        ("malformed JSON in a text", #"{"embedded": "{\"~\": ~}"}"#, 1),
        ("obstacle", #"{"way": "~", "inner": "~"}"#, 2),
        ("lone surrogate", #"{"text": "~\ud800", "members": {"~\ud800": {}}}"#, 2),
        ("root", #"["~", {"~": "~"}]"#, 1),
        ("value that is set", #"{"text": "~", "words": ["one"], "several": [{"id": 1}]}"#, 0),
    ]

    private static var optionsToTry: [MappingOptions] {
        [MappingOptions.standard, .strict, .lenient, .untrusted].flatMap { preset in
            [MappingOptions.DuplicateKeys.first, .last, .reject].map { duplicates in
                var options = preset
                options.duplicateKeys = duplicates
                options.listsFields = true
                return options
            }
        }
    }

    func testNoReportTellsAValueOrAKeyThatTheMappingDoesNotDeclare() throws {
        for (place, template, issueCount) in Self.documents {
            let json = template.replacing("~", with: Self.secret)
            for options in Self.optionsToTry {
                for report in try reports(on: json, options) {
                    assertSilent(report, place)
                }
            }
            var values = Values()
            let report = try Values.mapping.apply(json: Data(json.utf8), to: &values)
            XCTAssertEqual(report.issueCount, issueCount, "\(place): \(report.issues)")
        }
    }

    func testKeysThatAreAskedForAreShownAsFarAsTheirLimitAndNothingElse() throws {
        let value = "hunter3"
        var shown: Set<String> = []
        for (place, template, _) in Self.documents {
            // Keys contain the secret here, and values contain another one.
            let json = template.replacing("\"~\":", with: "\"\(Self.secret)\":")
                .replacing("\\\"~\\\":", with: "\\\"\(Self.secret)\\\":")
                .replacing("~", with: value)
            for var options in Self.optionsToTry {
                options.includesKeys = true
                options.limits.keyBytes = 5
                for report in try reports(on: json, options) {
                    assertSilent(report, place)
                    for path in report.issues.map(\.path) + report.notes.map(\.path) {
                        for case .key(let key) in path.components where key.hasPrefix("hunt") {
                            shown.insert(key)
                        }
                    }
                }
            }
        }
        XCTAssertEqual(shown, ["hunte"])
    }

    func testSensitiveFieldsTellNothingWhateverIsAskedFor() throws {
        // An unknown key belongs to no field, so no sensitive field hides it.
        for (place, template, _) in Self.documents where place != "unknown key" {
            let data = Data(template.replacing("~", with: Self.secret).utf8)
            for var options in Self.optionsToTry {
                options.includesKeys = true
                options.includesValues = true
                options.listsUnknownKeys = true
                options.isAtomic.toggle()
                var values = Values()
                let report = try Values.sensitive.apply(json: data, to: &values, options: options)
                assertSilent(report, place)
                let object = try? JSONSerialization.jsonObject(with: data)
                guard let dictionary = object as? [String: Any] else { continue }
                assertSilent(
                    Values.sensitive.apply(dictionary, to: &values, options: options),
                    place
                )
            }
        }
    }

    func testValuesThatAreAskedForAreShownAsFarAsTheirLimit() throws {
        var options = MappingOptions.standard
        options.includesValues = true
        let long = String(repeating: Self.secret, count: 100)
        let data = Data("{\"number\": \"\(long)\", \"~\": 1, \"members\": {\"~\": 1}}".utf8)
        var values = Values()
        let report = try Values.mapping.apply(json: data, to: &values, options: options)
        XCTAssertEqual(report.issues.first?.value, String(long.prefix(64)))
        // A program that terminates with the error doesn't print values either.
        XCTAssertThrowsError(try report.requireClean()) {
            XCTAssertFalse("\($0)".contains("hunter"))
            XCTAssertFalse(String(reflecting: $0).contains("hunter"))
        }
        XCTAssertFalse("\(report)".contains("hunter"))
        XCTAssertFalse(report.issues.contains { "\($0)".contains("~") })
    }

    func testNoErrorTellsWhatTheDocumentHeld() {
        for json in [
            #"{"~": "~" ~}"#, #"{"text": "~"#, "~", #"{"text": ~}"#, #"{"~" 1}"#, #"["~", "\~"]"#,
            #"{"~": "\u00~"}"#, "\u{FEFF}\u{FEFF}~", #"{"a": "~"}~"#,
            String(repeating: "[", count: 600) + "\"~\"",
        ] {
            let data = Data(json.replacing("~", with: Self.secret).utf8)
            var values = Values()
            XCTAssertThrowsError(try Values.mapping.apply(json: data, to: &values), json) { error in
                XCTAssertTrue(error is MappingError)
                assertSilent(error, json)
                assertSilent(error.localizedDescription, json)
            }
        }
    }

    /// The reports from both kinds of input where both accept the document, for a new object and a
    /// list.
    private func reports(on json: String, _ options: MappingOptions) throws -> [MappingReport] {
        let data = Data(json.utf8)
        var values = Values()
        var reports = [
            try Values.mapping.apply(json: data, to: &values, options: options),
            try Values.mapping.make(Values(), json: data, options: options).report,
            try Values.mapping.makeArray(of: Values(), json: data, options: options).report,
            try Inner.mapping.makeArray(of: Inner(), json: data, at: "several", options: options)
                .report,
        ]
        let object = try? JSONSerialization.jsonObject(with: data)
        if let dictionary = object as? [String: Any] {
            reports.append(Values.mapping.apply(dictionary, to: &values, options: options))
            reports.append(Values.mapping.make(Values(), from: dictionary, options: options).report)
        }
        return reports
    }

    /// Checks every textual representation of a value.
    private func assertSilent(
        _ subject: Any,
        _ place: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        var dumped = ""
        dump(subject, to: &dumped)
        var texts = ["\(subject)", String(reflecting: subject), dumped]
        if let subject = subject as? any CustomDebugStringConvertible {
            texts.append(subject.debugDescription)
        }
        if let report = subject as? MappingReport {
            texts += report.issues.flatMap { ["\($0)", $0.message, "\($0.path)", "\($0.code)"] }
            texts += report.notes.map { "\($0)" }
        }
        collectTexts(of: subject, into: &texts)
        for text in texts {
            XCTAssertFalse(text.contains("hunter"), "\(place): \(text)", file: file, line: line)
        }
    }

    private func collectTexts(of subject: Any, into texts: inout [String]) {
        if let text = subject as? String { texts.append(text) }
        for child in Mirror(reflecting: subject).children {
            if let label = child.label { texts.append(label) }
            collectTexts(of: child.value, into: &texts)
        }
    }
}
