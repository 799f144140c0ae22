@testable import FootingHTML

/// The promises of selectors, for a selector on the first line and a page on the others.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct HTMLSelectorPromises {
    private let string: String
    private let page: HTMLDocument

    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        string = String(decoding: lines[0], as: UTF8.self)
        page = HTMLDocument(lines.count > 1 ? Array(lines[1].prefix(20_000)) : [])
    }

    func check() {
        let all = page.select("*")
        let selector: HTMLSelector
        do throws(HTMLError) {
            selector = try HTMLSelector(string)
        } catch {
            expect(0...string.utf8.count ~= error.offset ?? -1, "an offset outside: \(error)")
            expect(error.string == string, "another selector: \(error)")
            return
        }
        let found = page.select(selector)
        let isFound = Set(found)
        expect(isFound.count == found.count, "an element twice")
        expect(all.filter(isFound.contains) == found, "another order than that of the tree")
        expect(page.first(selector) == found.first, "another first element")
        // A bar of the root's is another for each receiver.
        let isRelative =
            string.lowercased().contains(":scope") || string.contains("\\") || hasLeadingCombinator
        if !isRelative {
            for element in all.prefix(300) {
                let isMatch = isFound.contains(element)
                expect(element.matches(selector) == isMatch, "\(element) alone matches otherwise")
                expect(!isMatch || element.closest(selector) == element, "farther: \(element)")
            }
            for (index, element) in all.prefix(100).enumerated() {
                let inside = all[(index + 1)...].prefix(element.select("*").count)
                let expected = inside.filter(isFound.contains)
                expect(element.select(selector) == expected, "\(element) contains others")
            }
        }
        check(":is(\(string))", finds: found)
        check("\(string),\(string)", finds: found)
        check(":where(:not(:not(\(string))))", finds: found)
        check(":not(\(string))", finds: all.filter { !isFound.contains($0) })
        checkDescendants(selector, of: all)
    }

    private var hasLeadingCombinator: Bool {
        string.split(separator: ",").contains {
            $0.drop(while: \.isWhitespace).first.map { ">+~".contains($0) } ?? false
        }
    }

    /// An equivalent selector; it can exceed a limit of the parser.
    private func check(_ string: String, finds expected: [HTMLElement]) {
        // A string or an escape may be open at the end, and close what is put behind it.
        guard isClosed, !hasLeadingCombinator, let selector = try? HTMLSelector(string) else {
            return
        }
        expect(page.select(selector) == expected, "\(string) finds others")
    }

    private var isClosed: Bool {
        let openings = string.count { $0 == "[" }
        return openings == string.count { $0 == "]" } && !string.contains { "\\/".contains($0) }
    }

    private func checkDescendants(_ selector: HTMLSelector, of all: [HTMLElement]) {
        guard isClosed, !string.contains(","), !string.contains(":"),
            let has = try? HTMLSelector(":has(\(string))")
        else { return }
        // Inside `:has()`, a selector without a combinator is one of descendants, whose ancestors
        // are below the element as well.
        let isOneCompound = !string.contains { " >+~\t\u{0C}".contains($0) }
        guard isOneCompound || hasLeadingCombinator else { return }
        let found = Set(page.select(has))
        for element in all.prefix(100) where !hasSiblingCombinator {
            let isExpected = element.first(selector) != nil
            expect(found.contains(element) == isExpected, "\(element) has it or not")
        }
    }

    private var hasSiblingCombinator: Bool { string.contains { "+~".contains($0) } }
}
