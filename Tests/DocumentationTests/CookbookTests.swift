import FootingExtendedAttributes
import LoopbackServer
import TestSupport
import XCTest

/// Tests that each recipe is a short program of several products, and prints what its page shows.
final class CookbookTests: XCTestCase {
    private let recipes = Repository.files(below: "Snippets/Cookbook", endingIn: ".swift").map {
        String(Repository.name(of: $0).dropLast(".swift".count))
    }

    func testEachRecipeIsAShortProgramOfSeveralProducts() throws {
        XCTAssertEqual(recipes.count, 10)
        for recipe in recipes {
            let program = try program(recipe)
            let products = program.matches(of: /import (Footing\w+)\n/).map { "`\($0.1)`" }

            XCTAssertLessThanOrEqual(program.count { $0 == "\n" }, 80, recipe)
            XCTAssertGreaterThanOrEqual(products.count, 2, recipe)
            let page = try page(recipe)
            for product in products { XCTAssertTrue(page.contains(product), recipe) }
        }
    }

    func testEachPageShowsItsWholeProgram() throws {
        for recipe in recipes {
            let code = Sample.code(try program(recipe)).drop { $0.hasPrefix("//") }

            let samples = Sample.samples(inPage: try page(recipe), of: recipe)
                .filter { $0.language == "swift" }
            XCTAssertEqual(samples.map(\.lines), [Array(code)], recipe)
        }
    }

    func testEveryRecipeIsInTheIndex() throws {
        let index = try Repository.text(of: "Documentation/Footing.docc/Cookbook.md")
        for recipe in recipes { XCTAssertTrue(index.contains("- <doc:\(recipe)>"), recipe) }
    }

    func testEachRecipePrintsWhatItsPageShows() throws {
        // A build of the tests alone, as for a sanitizer, lacks the snippets.
        let hasPrograms = FileManager.default.fileExists(atPath: programs.path + "/Tour")
        try XCTSkipUnless(hasPrograms, "the snippets are not built")
        let folder = try TemporaryFolder(self, in: FileManager.default.temporaryDirectory).url
        let hasAttributes = try folder.extendedAttributes.isSupportedByVolume
        try XCTSkipUnless(hasAttributes, "the volume of temporary files has no attributes")
        let server = try LoopbackServer { request in
            let file = Repository.root.appending(path: "Snippets/Data/Cookbook\(request.target)")
            guard let content = try? Data(contentsOf: file) else { return LoopbackResponse(404) }
            return LoopbackResponse(Array(content), for: request)
        }
        defer { server.stop() }

        for recipe in recipes {
            let match = try page(recipe).firstMatch(of: /```text\n([^`]*)```/)
            let session = String(try XCTUnwrap(match?.1, recipe))
            // The pages use /tmp and a fixed port, the programs a folder and a port of the test.
            let used = session.replacing("/tmp/", with: "\(folder.path)/")
                .replacing(":54321/", with: ":\(server.port)/")
            let printed = try replay(used)
                .replacing("\(folder.path)/", with: "/tmp/")
                .replacing(":\(server.port)/", with: ":54321/")
            XCTAssertEqual(printed, session, recipe)
        }
    }

    /// Runs the commands after the prompts of a session, and returns the session that they make.
    private func replay(_ session: String) throws -> String {
        let environment = [
            "LANG": "en_US.UTF-8", "LANGUAGE": nil, "LC_ALL": nil, "LC_MESSAGES": nil,
            "no_proxy": "*", "PROGRAMS": programs.path, "ROOT": Repository.root.path,
        ]
        let start = #"cd "$ROOT"; swift() { shift; timeout 60 "$PROGRAMS/$@"; };"#
        var lines = session.split(separator: "\n")[...]
        var replayed = ""
        while var line = lines.popFirst() {
            guard line.hasPrefix("$ ") else { continue }
            while line.last == "\\", let next = lines.popFirst() { line += "\n\(next)" }
            let command = ["sh", "-c", "\(start) \(line.dropFirst(2))"]
            replayed += try "\(line)\n\(runProgram(command, environment: environment).output)"
        }
        return replayed
    }

    /// The folder of the programs, which are built beside the tests.
    private var programs: URL {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    }

    private func program(_ recipe: String) throws -> String {
        try Repository.text(of: "Snippets/Cookbook/\(recipe).swift")
    }

    private func page(_ recipe: String) throws -> String {
        try Repository.text(of: "Documentation/Footing.docc/Cookbook/\(recipe).md")
    }
}
