import FootingBytes
import Foundation
import XCTest

@testable import FootingHTML

/// The tokenizer's tests of html5lib, in the folder that `FOOTING_HTML5LIB` names.
final class TokenizerConformanceTests: XCTestCase {
    func testTokensAndErrorsAreTheExpectedOnes() throws {
        var (runs, failures, exceptions) = (0, 0, 0)
        try forEachRun { run in
            guard run.exception == nil else { return exceptions += 1 }
            runs += 1
            let result = TokenList.read(run, chunks: [])
            let (tokens, errors) = (result.tokens, result.errors)
            if tokens != run.expectedTokens || errors != run.expectedErrors {
                failures += 1
                guard failures < 20 else { return }
                XCTFail(
                    """
                    \(run.location)
                    input \(run.input.debugDescription)
                    got \(tokens)\nnot \(run.expectedTokens)
                    got \(errors)\nnot \(run.expectedErrors)
                    """
                )
            }
        }
        XCTAssertEqual(failures, 0)
        print("html5lib tokenizer: \(runs) runs, \(failures) failed, \(exceptions) exceptions")
    }

    func testEverySplitGivesTheSameTokensAndErrors() throws {
        var (splitCount, failures) = (0, 0)
        // Text after the input, so that a token is not held back until the end.
        let padding = String(repeating: "x", count: 80)
        try forEachRun { run in
            guard run.number % rounds == 0 else { return }
            for input in [run.input, run.input + padding] {
                var run = run
                run.input = input
                let whole = TokenList.read(run, chunks: [])
                let sizes = input.unicodeScalars.map { String($0).utf8.count }
                var end = 0
                let splits = sizes.dropLast().map { size in
                    end += size
                    return [end]
                }
                let chunkings = splits + [sizes]
                for chunks in chunkings {
                    splitCount += 1
                    let result = TokenList.read(run, chunks: chunks)
                    if result != whole {
                        failures += 1
                        guard failures < 20 else { return }
                        XCTFail("\(run.location) \(chunks.count): \(result)\nnot \(whole)")
                    }
                }
            }
        }
        XCTAssertEqual(failures, 0)
        print("html5lib tokenizer: \(splitCount) splits, \(failures) failed")
    }

    /// Every named reference is tested with `FOOTING_STRESS`, and otherwise a tenth of all tests.
    private var rounds: Int {
        ProcessInfo.processInfo.environment["FOOTING_STRESS"] == nil ? 10 : 1
    }

    private func forEachRun(_ body: (TokenizerRun) -> Void) throws {
        for file in try HTML5Lib.files(in: "tokenizer", "test") {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            let tests = (json as? [String: Any])?["tests"] as? [[String: Any]] ?? []
            XCTAssertFalse(tests.isEmpty, file.lastPathComponent)
            for (number, test) in tests.enumerated() {
                for state in test["initialStates"] as? [String] ?? ["Data state"] {
                    let location = "\(file.lastPathComponent) \(number) \(state)"
                    body(TokenizerRun(test, state, number, location))
                }
            }
        }
    }
}

/// One test in one initial state.
struct TokenizerRun {
    let location: String
    let number: Int
    var input: String
    let mode: Tokenizer.Mode
    let lastStartTag: String?
    let expectedTokens: [String]
    let expectedErrors: [String]

    init(_ test: [String: Any], _ state: String, _ number: Int, _ location: String) {
        self.location = location
        self.number = number
        let isEscaped = test["doubleEscaped"] as? Bool ?? false
        let text = { (string: String) in isEscaped ? Self.unescaped(string) : string }
        let raw = text(test["input"] as? String ?? "")
        input = raw.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        mode =
            switch state {
            case "RCDATA state": .rcdata
            case "RAWTEXT state": .rawText
            case "Script data state": .script
            case "PLAINTEXT state": .plaintext
            case "CDATA section state": .cdata
            default: .data
            }
        lastStartTag = test["lastStartTag"] as? String
        var tokens = TokenList()
        for case let token as [Any] in test["output"] as? [Any] ?? [] {
            let strings = token.map { ($0 as? String).map(text) }
            switch strings[0] {
            case "Character":
                tokens.append(text: strings[1] ?? "")
            case "StartTag":
                let attributes = token[2] as? [String: String] ?? [:]
                tokens.append(
                    startTag: strings[1] ?? "",
                    attributes.map { (text($0.key), text($0.value)) },
                    isSelfClosing: token.count > 3
                )
            case "DOCTYPE":
                let isRight = token[4] as? Bool ?? false
                tokens.append(doctype: strings[1], strings[2], strings[3], isRight: isRight)
            default:
                tokens.append("\(strings[0] ?? "") \(strings[1] ?? "")")
            }
        }
        expectedTokens = tokens.tokens
        expectedErrors = (test["errors"] as? [[String: Any]] ?? []).compactMap { error in
            let code = error["code"] as? String ?? ""
            // UTF-8 has no surrogates: the decoder has replaced them.
            guard code != "surrogate-in-input-stream" else { return nil }
            let name =
                code == "unexpected-question-mark-instead-of-tag-name"
                ? "invalid-first-character-of-processing-instruction-target" : code
            return "\(error["line"] ?? 0) \(name)"
        }.sorted()
    }

    /// The reason for which the standard of today differs from the test, or `nil`.
    var exception: String? {
        guard mode == .data else { return nil }
        var rest = input[...]
        while let range = rest.range(of: "<?") {
            rest = rest[range.upperBound...]
            guard let next = rest.unicodeScalars.first else { return "an instruction" }
            if next == "_" || next.isASCII && next.properties.isAlphabetic {
                return "an instruction"
            }
        }
        return nil
    }

    /// Resolves `\uXXXX`; a lone surrogate becomes U+FFFD.
    private static func unescaped(_ string: String) -> String {
        var units: [UInt16] = []
        var rest = string[...]
        while let range = rest.range(of: "\\u") {
            units += rest[..<range.lowerBound].utf16
            let digits = rest[range.upperBound...].prefix(4)
            units.append(UInt16(digits, radix: 16) ?? 0)
            rest = rest[digits.endIndex...]
        }
        return String(decoding: units + rest.utf16, as: UTF16.self)
    }
}

/// Tokens as strings, with adjacent text joined.
struct TokenList: Equatable {
    private(set) var tokens: [String] = []
    private var text = ""

    static func == (first: TokenList, second: TokenList) -> Bool {
        first.tokens == second.tokens
    }

    mutating func append(text: String) {
        if self.text.isEmpty { tokens.append("") } else { tokens.removeLast() }
        self.text += text
        tokens.append("Character \(self.text)")
        if self.text.isEmpty { tokens.removeLast(2) }
    }

    mutating func append(_ token: String) {
        text = ""
        tokens.append(token)
    }

    mutating func append(
        startTag: String,
        _ attributes: [(String, String)],
        isSelfClosing: Bool
    ) {
        let attributes = attributes.sorted { $0 < $1 }.map { " \($0)=\($1)" }.joined()
        append("StartTag \(startTag)\(attributes)\(isSelfClosing ? " /" : "")")
    }

    mutating func append(
        doctype: String?,
        _ publicID: String?,
        _ systemID: String?,
        isRight: Bool
    ) {
        let strings = [doctype, publicID, systemID].map { $0 ?? "nil" }
        append("DOCTYPE \(strings.joined(separator: "|")) \(isRight)")
    }

    /// Reads the input of a run, the first chunks apart; returns tokens, and errors in order.
    static func read(_ run: TokenizerRun, chunks: [Int]) -> Result {
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        options.limits.issues = 10_000
        var tokenizer = Tokenizer(options)
        tokenizer.mode = run.mode
        tokenizer.lastStartTag = run.lastStartTag.map { name in
            var name = name
            return name.withUTF8 { unsafe tokenizer.names.intern(ByteView($0)) }
        }
        var list = TokenList()
        let bytes = Array(run.input.utf8)
        var size = 0
        for chunk in chunks {
            size += chunk
            list.append(tokensOf: &tokenizer, Array(bytes[..<size]), isFinal: false)
        }
        list.append(tokensOf: &tokenizer, bytes, isFinal: true)
        let report = unsafe bytes.withUnsafeBytes {
            unsafe tokenizer.log.report(rest: ByteView($0), .utf8, .content)
        }
        let errors = report.issues.map { "\($0.line) \($0.name ?? "")" }.sorted()
        return Result(tokens: list.tokens, errors: errors)
    }

    struct Result: Equatable {
        let tokens: [String]
        let errors: [String]
    }

    private mutating func append(
        tokensOf tokenizer: inout Tokenizer,
        _ bytes: [UInt8],
        isFinal: Bool
    ) {
        unsafe bytes.withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            while let token = tokenizer.next(view, isFinal: isFinal), token != .end {
                append(token, of: &tokenizer, view)
            }
        }
    }

    private mutating func append(
        _ token: Tokenizer.Token,
        of tokenizer: inout Tokenizer,
        _ view: ByteView
    ) {
        let scratch = tokenizer.scratch
        let string = { (run: Run) in
            let range = run.offset..<run.offset + Int(run.count)
            return run.isAside
                ? String(decoding: scratch[range], as: UTF8.self)
                : view.slice(from: range.lowerBound, count: range.count).text
        }
        let attribute = { [attributes = tokenizer.attributes] (name: Name) in
            attributes.first { $0.name == name }.map { string($0.value) }
        }
        switch token {
        case .text:
            append(text: string(tokenizer.run))
        case .null:
            append(text: "\0")
        case .startTag:
            append(
                startTag: tokenizer.names.string(tokenizer.nameID),
                tokenizer.attributes.map { [names = tokenizer.names] in
                    (names.string($0.nameID), string($0.value))
                },
                isSelfClosing: tokenizer.isSelfClosing
            )
        case .endTag:
            append("EndTag \(tokenizer.names.string(tokenizer.nameID))")
        case .comment:
            append("Comment \(string(tokenizer.run))")
        case .doctype:
            append(
                doctype: attribute(.name),
                attribute(.public),
                attribute(.system),
                isRight: !tokenizer.forcesQuirks
            )
        case .instruction:
            append("Instruction \(attribute(.target) ?? "") \(attribute(.data) ?? "")")
        case .dropped, .skipped, .end:
            break
        }
    }
}
