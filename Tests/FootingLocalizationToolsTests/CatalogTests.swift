import FootingLocalization
import FootingLocalizationMembers
@testable import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// A catalog in Xcode's layout, with what real ones have.
let catalogOfXcode = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "" : {

        },
        "%lld books" : {
          "comment" : "A number of \\"books\\"\\n",
          "extractionState" : "manual",
          "localizations" : {
            "de" : {
              "variations" : {
                "plural" : {
                  "one" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%lld Buch"
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "needs_review",
                      "value" : "%lld B\\u00fccher"
                    }
                  }
                }
              }
            },
            "en" : {
              "stringUnit" : {
                "state" : "new",
                "value" : "%lld books"
              }
            }
          }
        },
        "Open ${file}" : {
          "localizations" : {
            "en" : {
              "stringSet" : {
                "state" : "new",
                "values" : [
                  "Open ${file}",
                  "Show ${file}"
                ]
              }
            }
          },
          "unknown" : [

          ],
          "weight" : 1.50
        },
        "Quit" : {

        }
      },
      "version" : "1.0"
    }
    """

final class CatalogTests: XCTestCase {
    private func bytes(_ catalog: Catalog) -> String {
        String(decoding: catalog.bytes, as: UTF8.self)
    }

    private func read(_ text: String) throws -> Catalog {
        var file = EditedFile(newFileAt: "L.xcstrings")
        file.original = Array(text.utf8)
        return try Catalog(file)
    }

    // Proof of the layout.

    func testALayoutIsKept() throws {
        let xcode = catalogOfXcode
        let tight = xcode.replacing("\" : ", with: "\": ").replacing("{\n\n    }", with: "{}")
            .replacing("[\n\n      ]", with: "[]")
        let rows: [(name: String, text: String)] = [
            ("Xcode", xcode),
            ("final line end", xcode + "\n"),
            ("CRLF", xcode.replacing("\n", with: "\r\n")),
            ("CRLF with a final line end", (xcode + "\n").replacing("\n", with: "\r\n")),
            ("mark", "\u{FEFF}" + xcode),
            ("four spaces", xcode.replacing("  ", with: "    ")),
            ("tabs", xcode.replacing("  ", with: "\t")),
            ("colon", tight),
            ("colon and empty lines", xcode.replacing("\" : ", with: "\": ")),
            ("spaces and short empty objects", tight.replacing("\": ", with: "\" : ")),
            ("no entries", "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\n  }\n}"),
            (
                "duplicates, unknown members and another order",
                "{\n  \"x\": 1e5,\n  \"strings\": {\n    \"b\": {},\n    \"a\": {},\n    \"b\": {}\n"
                    + "  },\n  \"x\": null,\n  \"sourceLanguage\": \"en\"\n}\n"
            ),
        ]
        for row in rows {
            var catalog = try read(row.text)
            XCTAssertNil(catalog.layoutFault, row.name)
            XCTAssert(bytes(catalog) == row.text, row.name)
            for key in catalog.keys { catalog.edit(key) { _ in } }
            XCTAssertEqual(bytes(catalog), row.text, row.name)
        }
    }

    func testAnotherLayoutIsNotWritten() throws {
        let entry = "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{}}}"
        let rows: [(text: String, line: Int)] = [
            (entry, 1),
            (entry.replacing(":", with: " : "), 1),
            (catalogOfXcode.replacing("\"Quit\" : {", with: "\"Quit\" :  {"), 54),
            (catalogOfXcode.replacing("1.50\n", with: "1.50 \n"), 52),
            (catalogOfXcode + "\n\n", 60),
            (catalogOfXcode + " ", 59),
            (catalogOfXcode.replacing("  \"version\"", with: " \"version\""), 58),
            (catalogOfXcode.replacing("{\n", with: "{\r\n"), 2),
            ("\n" + catalogOfXcode, 1),
            (catalogOfXcode.replacing("\n", with: "\r"), 2),
        ]
        for row in rows {
            var catalog = try read(row.text)
            XCTAssertEqual(catalog.layoutFault?.code, .layoutNotReproducible, row.text)
            XCTAssertEqual(catalog.layoutFault?.line, row.line, row.text)
            // Reformatting gives Xcode's layout, which is then kept.
            catalog = try read(bytes(catalog))
            XCTAssertNil(catalog.layoutFault)
            XCTAssertFalse(bytes(catalog).contains("\r"))
        }
        let reformatted = try read(catalogOfXcode.replacing("\n  ", with: "\n "))
        XCTAssertEqual(bytes(reformatted), catalogOfXcode)
    }

    func testWhatIsNoCatalogIsRefused() throws {
        let rows: [(text: String, code: LocalizationToolsError.Code, line: Int?)] = [
            ("", .invalidCatalog, 1),
            ("{\n  \"strings\" : {\n    \"a\" : {},\n  }\n}", .invalidCatalog, 4),
            ("{\n  \"strings\" : {\n", .invalidCatalog, 3),
            ("[]", .invalidCatalog, nil),
            ("{}", .invalidCatalog, nil),
            ("{\"sourceLanguage\": \"en\", \"strings\": []}", .invalidCatalog, nil),
            ("{\"sourceLanguage\": \"no language\", \"strings\": {}}", .invalidCatalog, nil),
            (
                "{\"sourceLanguage\": \"en\", \"strings\": {}, \"version\": \"2.0\"}",
                .invalidCatalog, nil
            ),
            (
                "{\"sourceLanguage\": \"en\", \"strings\": {}, \"x\": "
                    + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}",
                .limitExceeded, 1
            ),
        ]
        for row in rows {
            XCTAssertThrowsError(try read(row.text), row.text) { error in
                let fault = error as? LocalizationToolsError
                XCTAssertEqual(fault?.code, row.code, row.text)
                XCTAssertEqual(fault?.line, row.line, row.text)
            }
        }
    }

    func testADeepDocumentIsNotMadeLongerWithoutLimit() throws {
        // Each of the numbers would get a line with a thousand spaces.
        let deep =
            String(repeating: "[", count: 500) + String(repeating: "1,", count: 70_000)
            + "1" + String(repeating: "]", count: 500)
        let text = "{\"sourceLanguage\":\"en\",\"strings\":{},\"x\":\(deep)}"
        var catalog = try read(text)
        XCTAssertTrue(catalog.reformat())
        // A file of this size is not written.
        let count = catalog.bytes.count
        XCTAssertGreaterThan(count, 64 << 20)
        XCTAssertLessThan(count, 65 << 20)
    }

    // Edits.

    func testOneEditChangesItsLine() throws {
        var catalog = try read(catalogOfXcode)
        let plural = VariationPath([.plural(.other)])
        let string = TableString(path: plural, value: "%lld \"Bücher\"\u{1}", state: .translated)
        XCTAssert(catalog.set(string, of: "%lld books", in: "de"))
        let wanted =
            catalogOfXcode
            .replacing("needs_review", with: "translated")
            .replacing("%lld B\\u00fccher", with: "%lld \\\"Bücher\\\"\\u0001")
        XCTAssertEqual(bytes(catalog), wanted)
    }

    func testATranslationIsAddedInTheOrderOfBytes() throws {
        var catalog = try read(catalogOfXcode)
        XCTAssert(catalog.set(TableString(value: "Beenden"), of: "Quit", in: "de"))
        XCTAssert(catalog.set(TableString(value: "Fermer", state: .new), of: "Quit", in: "fr"))
        XCTAssert(catalog.set(TableString(value: "Sair"), of: "Quit", in: "pt-BR"))
        let added = """
            "Quit" : {
                  "localizations" : {
                    "de" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "Beenden"
                      }
                    },
                    "fr" : {
                      "stringUnit" : {
                        "state" : "new",
                        "value" : "Fermer"
                      }
                    },
                    "pt-BR" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "Sair"
                      }
                    }
                  }
                }
            """
        let wanted = catalogOfXcode.replacing("\"Quit\" : {\n\n    }", with: added)
        XCTAssertEqual(bytes(catalog), wanted)
        XCTAssertEqual(catalog.languages, ["en", "de", "fr", "pt-BR"])
    }

    func testAStringFitsOnlyWhereItIsShown() throws {
        var catalog = try read(catalogOfXcode)
        let rows: [(path: String, key: String, language: String, fits: Bool)] = [
            // Variations hide a string, and devices hide forms.
            ("", "%lld books", "de", false),
            ("device.mac", "%lld books", "de", false),
            ("plural.few", "%lld books", "de", true),
            ("plural.other.device.mac", "%lld books", "de", true),
            ("substitutions.books.plural.one", "%lld books", "de", false),
            ("", "unknown", "de", false),
            ("", "Quit", "fr", true),
        ]
        for row in rows {
            let path = try XCTUnwrap(VariationPath(row.path))
            let language = try XCTUnwrap(LanguageTag(row.language))
            let fits = catalog.set(TableString(path: path, value: "x"), of: row.key, in: language)
            XCTAssertEqual(fits, row.fits, "\(row)")
        }
        // The string that variations replace is that of `other`.
        let strings = catalog.strings(of: "%lld books", in: "de").map { "\($0.path) \($0.value)" }
        XCTAssertEqual(
            strings,
            [
                "plural.few x", "plural.one %lld Buch", "plural.other.device.mac x",
                "plural.other.device.other %lld Bücher",
            ]
        )
    }

    func testASubstitutionIsCreatedAsTheSourceHasIt() throws {
        let text = """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "k" : {
                  "localizations" : {
                    "en" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "%#@a.b@"
                      },
                      "substitutions" : {
                        "a.b" : {
                          "argNum" : 2,
                          "formatSpecifier" : "lld",
                          "variations" : {
                            "plural" : {
                              "other" : {
                                "stringUnit" : {
                                  "state" : "translated",
                                  "value" : "%arg"
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              },
              "version" : "1.0"
            }
            """
        var catalog = try read(text)
        let path = try XCTUnwrap(VariationPath("substitutions.@a.b@.plural.one"))
        XCTAssert(catalog.set(TableString(path: path, value: "%arg Buch"), of: "k", in: "de"))
        let strings = catalog.strings(of: "k", in: "de")
        XCTAssertEqual(
            strings.map { "\($0.path) \($0.value) \($0.state)" },
            [
                " %#@a.b@ new", "substitutions.@a.b@.plural.one %arg Buch translated",
            ]
        )
        let variable = catalog.substitutions(of: "k", in: "de").first
        XCTAssertEqual(variable?.argument, 2)
        XCTAssertEqual(variable?.format, "lld")
    }

    func testPathsOfVariations() {
        for path in [
            "", "plural.one", "device.mac", "device.iphone.plural.one",
            "substitutions.name.plural.one", "substitutions.@a.b@.plural.zero",
            "substitutions.plural.plural.one", "substitutions.n.device.mac.plural.few",
        ] {
            XCTAssertEqual(VariationPath(path)?.description, path)
        }
        for path in [
            "plural", "plural.", "plural.seven", "device.phone", "substitutions", "x.y",
            "substitutions.name", "substitutions.@a.b", "substitutions..plural.one",
            ".plural.one", "plural.one.", "plural.one.substitutions.a.plural.one",
        ] {
            XCTAssertNil(VariationPath(path), path)
        }
    }

    // Order.

    func testKeysAreInTheOrderOfXcode() {
        let keys = [
            "", "\u{1}", "\t", " a", "_a", "-a", ",a", ";a", ":a", "!a", "?a", ".a", "'a", "‘a",
            "’a", "\"a", "“a", "”a", "(a", ")a", "[a", "]a", "{a", "}a", "@a", "*a", "/a", "\\a",
            "&a", "#a", "%a", "`a", "^a", "+a", "<a", "=a", ">a", "|a", "~a", "$a", "→a", "2",
            "007", "10", "10 a", "10a", "a", "á", "A", "a 2", "a 10", "ab", "Ab", "AB", "b", "é",
            "f", "ж",
        ]
        // Accents decide after all letters.
        XCTAssertEqual(keys.shuffled().sorted { CatalogOrder($0) < CatalogOrder($1) }, keys)
    }

    func testNewKeysAreInsertedWithoutMovingOthers() throws {
        let rows: [(old: [String], new: [String], all: [String])] = [
            ([], ["b", "a"], ["a", "b"]),
            (["b", "d"], ["e", "c", "a"], ["a", "b", "c", "d", "e"]),
            // Each goes before the first that is after it.
            (["c", "a", "e", "b"], ["d", "b2", "f"], ["b2", "c", "a", "d", "e", "b", "f"]),
            (["b", "B"], ["a", "C"], ["a", "b", "B", "C"]),
        ]
        for row in rows {
            let entries = row.old.map { "\n    \"\($0)\": {}" }.joined(separator: ",")
            let strings = row.old.isEmpty ? "{}" : "{\(entries)\n  }"
            let text = "{\n  \"sourceLanguage\": \"en\",\n  \"strings\": \(strings)\n}"
            var catalog = try read(text)
            XCTAssertNil(catalog.layoutFault)
            catalog.insert(row.new.map { ($0, .empty) })
            XCTAssertEqual(catalog.keys, row.all)
            XCTAssertEqual(try read(bytes(catalog)).keys, row.all)
            XCTAssertNil(try read(bytes(catalog)).layoutFault)
        }
    }

    func testInACatalogOfAThousandKeysOneNewKeyChangesItsLines() throws {
        let entries = (0..<1000).map { index in
            """
                "key \(index)" : {
                  "localizations" : {
                    "de" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "Wert \(index)"
                      }
                    }
                  }
                }
            """
        }
        let text =
            "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n"
            + entries.joined(separator: ",\n") + "\n  },\n  \"version\" : \"1.0\"\n}"
        var catalog = try read(text)
        XCTAssertNil(catalog.layoutFault)
        XCTAssertEqual(bytes(catalog), text)
        catalog.insert([("key 500½", .empty)])
        let (old, new) = (text.split(separator: "\n"), bytes(catalog).split(separator: "\n"))
        let changes = new.difference(from: old)
        XCTAssertEqual(changes.removals.count, 0)
        XCTAssertEqual(
            changes.insertions.map { change in
                if case .insert(_, let line, _) = change { String(line) } else { "" }
            },
            ["    \"key 500½\" : {", "    },"]
        )
        XCTAssertEqual(catalog.keys.firstIndex(of: "key 500½"), 501)
    }

    func testRandomCatalogsKeepTheirBytes() throws {
        var random = RandomCatalogs(seed: 4)
        for _ in 0..<rounds(200, underStress: 20_000) {
            let text = random.catalog()
            var catalog = try read(text)
            XCTAssertNil(catalog.layoutFault, text)
            XCTAssert(bytes(catalog) == text, text)
            for key in catalog.keys { catalog.edit(key) { _ in } }
            XCTAssert(bytes(catalog) == text, text)
            // An edit can be read back, and be undone.
            guard let key = catalog.keys.first else { continue }
            let string = TableString(value: random.texts.text(), state: .needsReview)
            let old = catalog.strings(of: key, in: "xx")
            XCTAssert(catalog.set(string, of: key, in: "xx"), text)
            let edited = try read(bytes(catalog))
            XCTAssertNil(edited.layoutFault, text)
            XCTAssertEqual(old, [])
            XCTAssert(isSame(edited.strings(of: key, in: "xx").first?.value, string.value), text)
        }
    }
}

/// Catalogs of any shape in one of the layouts.
private struct RandomCatalogs {
    var texts: RandomTexts

    init(seed: UInt64) { texts = RandomTexts(seed: seed) }

    private mutating func number(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &texts.generator)
    }

    mutating func catalog() -> String {
        let colon = number(2) == 0 ? " : " : ": "
        let indentation = ["  ", "\t", "   "][number(3)]
        let lineEnd = number(3) == 0 ? "\r\n" : "\n"
        let splits = number(2) == 0
        func object(_ members: [(String, String)], _ depth: Int, _ braces: String = "{}") -> String
        {
            let ends = braces.map(String.init)
            let inner = lineEnd + String(repeating: indentation, count: depth + 1)
            let outer = lineEnd + String(repeating: indentation, count: depth)
            guard !members.isEmpty else {
                return splits ? ends[0] + lineEnd + outer + ends[1] : braces
            }
            let lines = members.map { name, value in
                inner + (name.isEmpty ? "" : name + colon) + value
            }
            return ends[0] + lines.joined(separator: ",") + outer + ends[1]
        }
        func quoted(_ text: String) -> String {
            let quoted = String(decoding: JSONNode.quoted(text), as: UTF8.self)
            return number(3) == 0 ? quoted.replacing("a", with: "\\u0061") : quoted
        }
        func value(_ depth: Int) -> String {
            switch number(depth > 5 ? 4 : 7) {
            case 0: return ["1.50", "-0", "1e9"][number(3)]
            case 1: return ["true", "false", "null"][number(3)]
            case 2, 3: return quoted(texts.text())
            case 4:
                return object((0..<number(3)).map { _ in ("", value(depth + 1)) }, depth, "[]")
            default:
                return object(
                    (0..<number(4)).map { _ in (quoted(texts.text(upTo: 2)), value(depth + 1)) },
                    depth
                )
            }
        }
        let entries = texts.entries(upTo: 5).map { entry in
            let members = (0..<number(3)).map { _ in (quoted(texts.text(upTo: 2)), value(3)) }
            return (quoted(entry.key), object(members, 2))
        }
        var members = [
            ("\"sourceLanguage\"", "\"en\""), ("\"strings\"", object(entries, 1)),
            ("\"version\"", "\"1.0\""),
        ]
        if number(2) == 0 { members.insert(("\"x\"", value(1)), at: number(4)) }
        return (number(4) == 0 ? "\u{FEFF}" : "") + object(members, 0)
            + (number(2) == 0 ? "" : lineEnd)
    }
}
