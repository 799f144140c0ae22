import Foundation
import XCTest

@testable import FootingLocalizationMembers
@testable import FootingLocalizationTools

final class FormatSpecifierTests: XCTestCase {
    #if os(Linux)
    func testSpecifiersAreUnsupportedWhereFoundationShowsThemOrNoNumber() {
        let lengths = [
            "", "h", "hh", "l", "ll", "q", "L", "j", "z", "t", "Ll", "lL", "hl", "zl", "lll", "qq",
        ]
        for conversion in "dDiuUxXoOcfFeEgGaA" {
            let isFraction = "fFeEgGaA".contains(conversion)
            let shown = { (specifier: String) in
                isFraction
                    ? String(format: specifier, 77.5) : String(format: specifier, 77 as Int)
            }
            for length in lengths {
                let source = "%\(length)\(conversion)"
                let specifier = FormatSpecifier(
                    source: source,
                    conversion: conversion.asciiValue ?? 0,
                    variable: nil,
                    argument: 0,
                    isNumbered: false,
                    kinds: FormatShape.Kinds(of: conversion.asciiValue ?? 0)
                )
                let isWrong = { shown($0).contains("%") || shown($0).lowercased() == "nan" }
                let other = specifier.supportedSource
                if isFraction, length.contains("L") || length.contains("ll") || length.contains("q")
                {
                    // Foundation reads a `long double` where a `Double` is: anything may be shown.
                    XCTAssertNotNil(other, source)
                    continue
                }
                XCTAssertEqual(other != nil, isWrong(source), source)
                if let other { XCTAssertFalse(isWrong(other), "\(source): \(other)") }
            }
        }
    }
    #endif

    func testChoicesOfThePredicateEditorAreSpecifiers() {
        let rows: [(text: String, plain: String?)] = [
            ("%[is,is not]@ %@", "%@ %@"), ("%2$[a b]@: %1$[ä,,]@", "%2$@: %1$@"), ("%[]@", "%@"),
            ("%@", nil), ("[a]@", nil), ("100 % [a]@", nil), ("%$[a]@", nil), ("%[a] @", nil),
            ("%[a%[b]@", "%[a%@"), ("%[a", nil), ("", nil),
        ]
        for row in rows { XCTAssertEqual(row.text.withoutChoices, row.plain, row.text) }
        let open = String(repeating: "%[", count: 100_000)
        XCTAssertEqual((open + "]@").withoutChoices, open.dropLast(2) + "%@")
    }
}
