import Foundation
import TestSupport
import XCTest

/// Catalogs of everything that the format has, against the decoder of the system.
final class RandomCatalogTests: XCTestCase {
    private var generator = SeededRandom(seed: 31)

    private func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    private func text() -> String {
        let pieces = [
            "a", "ä", "😀", "%%", "%lld", "%2$@", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "\\/",
            " ", "%#@v@", "%arg", "e\\u0301",
        ]
        return (0..<Int.random(in: 0...6, using: &generator)).map { _ in pick(pieces) }.joined()
    }

    private func unit() -> String {
        let state = pick(["translated", "translated", "needs_review", "new", "stale", ""])
        let value = #""value" : "\#(text())""#
        return #"{\#(state.isEmpty ? "" : #""state":"\#(state)", "#)\#(value)}"#
    }

    private func object(_ names: [String], _ value: () -> String) -> String {
        let kept = names.filter { _ in Bool.random(using: &generator) }
        return "{" + kept.map { "\"\($0)\": \(value())" }.joined(separator: ", ") + "}"
    }

    private func variations(depth: Int) -> String {
        let isPlural = Bool.random(using: &generator)
        let names =
            isPlural
            ? ["zero", "one", "few", "many", "other", "none"] : ["mac", "iphone", "other", "ipad"]
        let inner = object(names) { localization(depth: depth + 1) }
        return "{\"\(isPlural ? "plural" : "device")\": \(inner)}"
    }

    private func localization(depth: Int = 0) -> String {
        guard depth < 3, Int.random(in: 0..<3, using: &generator) == 0 else {
            return #"{"stringUnit": \#(unit())}"#
        }
        if depth > 0 || Bool.random(using: &generator) {
            return #"{"variations": \#(variations(depth: depth))}"#
        }
        let variables = object(["v", "w"]) {
            """
            {"argNum": \(pick(["1", "2", "0", "-1", "1e3"])), "formatSpecifier": \
            "\(pick(["lld", "@", ""]))", "variations": \(variations(depth: 2))}
            """
        }
        return #"{"stringUnit": \#(unit()), "substitutions": \#(variables)}"#
    }

    func testTextsAndKeysAreThoseThatTheDecoderReads() throws {
        let languages = ["en", "de", "pl", "pt-BR", "pt_BR", "zh-Hant", "no language", "EN"]
        for _ in 0..<rounds(12, underStress: 600) {
            let entries = (0..<Int.random(in: 0...12, using: &generator)).map { number in
                var entry: [String] = []
                if Int.random(in: 0..<4, using: &generator) > 0 {
                    entry.append("\"localizations\": \(object(languages) { localization() })")
                }
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    entry.append("\"shouldTranslate\": \(pick(["true", "false", "1", "null"]))")
                }
                if Bool.random(using: &generator) { entry.append(#""comment": "\#(text())""#) }
                entry.shuffle(using: &generator)
                return #""\#(number % 9)\#(text())": {\#(entry.joined(separator: ","))}"#
            }
            let version = pick([#""version":"1.0","#, "", #""version":"1","#, #""version":"2.0","#])
            let source = pick(["en", "de", "zh-Hant", "no language"])
            let catalog = """
                {"sourceLanguage":"\(source)",\(version)
                "strings":{\(entries.joined(separator: ",\n"))}}
                """
            XCTAssertNoThrow(
                try JSONDecoder().decode(JSONValue.self, from: Data(catalog.utf8)),
                catalog
            )
            CatalogPromises(Array(catalog.utf8)).check()
        }
    }
}
