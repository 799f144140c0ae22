import XCTest

/// Tests that the table of promises for untrusted input names existing products, tests and fuzzers.
final class SecurityPageTests: XCTestCase {
    func testEveryProductHasItsRow() throws {
        XCTAssertEqual(try rows().map(\.product).sorted(), Repository.products)
    }

    func testEveryTestThatARowNamesIsThere() throws {
        for (product, evidence) in try rows() {
            let tests = evidence.matches(of: /`(\w+Tests)`/).map { String($0.1) }
            XCTAssertFalse(tests.isEmpty, product)
            let files = Repository.files(below: "Tests/\(product)Tests", endingIn: ".swift")
            for test in tests {
                XCTAssertTrue(files.contains { $0.hasSuffix("/\(test).swift") }, test)
            }
        }
    }

    func testEveryFuzzerIsNamed() throws {
        let named = try rows().flatMap { row in
            (row.evidence.firstMatch(of: /fuzzers? (.*)/)?.1 ?? "")
                .matches(of: /`(\w+)`/)
                .map { String($0.1) }
        }
        let sources = Repository.files(below: "Fuzzing/Sources", endingIn: ".swift")
        let fuzzers = Set(sources.map { String($0.split(separator: "/")[2]) })

        XCTAssertEqual(named.sorted(), fuzzers.sorted())
    }

    /// The first and the last column of each row.
    private func rows() throws -> [(product: String, evidence: String)] {
        try Repository.text(of: ".github/SECURITY.md")
            .split(separator: "\n")
            .compactMap { line in
                guard let product = line.prefixMatch(of: /\| `(\w+)`/)?.1 else { return nil }
                let columns = line.split(separator: "|")
                return (String(product), String(columns.last ?? ""))
            }
    }
}
