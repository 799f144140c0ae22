import FootingMapping
import Foundation

/// The properties that a mapping guarantees for any document and any options.
///
/// A fuzzer and a unit test share this file; each of them defines `expect`.
struct MappingPromises {
    enum Types { case some, all }

    private let input: MappingInput

    init?(_ bytes: [UInt8]) {
        guard let input = MappingInput(bytes) else { return nil }
        self.input = input
    }

    func check(types: Types) {
        let data = Data(input.document)
        guard let report = checkObject(data) else { return }
        checkReport(report)
        checkInstance(data)
        checkShapes(data)
        Numbers.check(data)
        // Skips large documents: the cost of one type is multiplied by about a hundred.
        guard data.count <= 4_096 else { return }
        let dictionary = input.dictionary
        let trials = Trial.all
        let count = types == .all ? trials.count : 8
        for index in 0..<count {
            trials[(input.choice * 8 + index) % trials.count].check(input, data, dictionary)
        }
        let agreements = ReaderAgreement.all
        for index in 0..<(types == .all ? agreements.count : 3) {
            agreements[(input.choice * 3 + index) % agreements.count].check(input, data)
        }
    }

    /// Maps onto an object that uses every feature except conversions.
    ///
    /// Returns the report, or `nil` if the bytes are not a document.
    private func checkObject(_ data: Data) -> MappingReport? {
        let before = Record()
        var once = before
        let report: MappingReport
        do throws(MappingError) {
            report = try Record.mapping.apply(json: data, to: &once, options: input.options)
        } catch {
            expect(once == before, "changed by bytes that are no document")
            checkError(error)
            return nil
        }
        expect(report.appliedCount > 0 || once == before, "changed, and nothing was applied")

        var twice = once
        let again = try? Record.mapping.apply(json: data, to: &twice, options: input.talkative)
        expect(twice == once, "applying twice is not applying once")
        if let again {
            report.checkBeginning(of: again)
            let isWhole = again.issues.allSatisfy { $0.resolution == .droppedElement }
            expect(
                !input.options.isAtomic || report.appliedCount == 0 || isWhole,
                "something set, though something could not be"
            )
        }

        let made = try? Record.mapping.make(before, json: data, options: input.options)
        expect(made?.report.issueCount == report.issueCount, "other issues for a new object")
        if let value = made?.value { expect(value == once, "a new object is another") }
        if let made, made.report.issues.count == made.report.issueCount {
            let hasFailed = made.report.issues.contains { $0.resolution == .madeNothing }
            expect(
                made.value != nil || hasFailed || input.options.isAtomic,
                "not made, though nothing failed"
            )
        }

        let list = try? Leaf.mapping.makeArray(
            of: Leaf(),
            json: data,
            at: "v",
            options: input.options
        )
        if let list { checkReport(list.report) }

        if let dictionary = input.dictionary {
            var other = before
            let otherReport = Record.mapping.apply(dictionary, to: &other, options: input.options)
            checkReport(otherReport)
            if report.isClean, otherReport.isClean, input.options.keyStrategy == .exact {
                expect(other == once, "another object from the dictionary")
            }
        }
        return report
    }

    private func checkInstance(_ data: Data) {
        let branch = Branch()
        let leaf = branch.leaf
        let report = try? Branch.mapping.apply(json: data, to: branch, options: input.options)
        expect(branch.setCount <= 1, "set more than once")
        let isChanged = branch.setCount == 1 || branch.leaf != leaf
        expect(!isChanged || report?.appliedCount ?? 0 > 0, "changed, and nothing was applied")
    }

    private func checkShapes(_ data: Data) {
        var once = Shapes()
        guard let report = try? Shapes.mapping.apply(json: data, to: &once, options: input.options)
        else { return expect(false, "a document for one mapping, and none for another") }
        report.checkCounts(input.options)
        var twice = once
        _ = try? Shapes.mapping.apply(json: data, to: &twice, options: input.talkative)
        expect(twice == once, "shapes: twice is not once")

        let strategy = input.options.keyStrategy
        let (json, writing) = Shapes.mapping.json(from: once, keyStrategy: strategy)
        guard writing.isClean else { return }
        var options = MappingOptions.standard
        options.keyStrategy = strategy
        var copy = Shapes()
        let reading = try? Shapes.mapping.apply(json: json, to: &copy, options: options)
        expect(reading?.isClean == true, "shapes written, and not read")
        let again = Shapes.mapping.json(from: copy, keyStrategy: strategy).data
        expect(again == json, "shapes written otherwise the second time")
    }

    private func checkError(_ error: MappingError) {
        guard let offset = error.offset else { return expect(false, "no place") }
        expect(0...input.document.count ~= offset, "an error outside")
        // Everything before the offset has been scanned, so it is valid UTF-8.
        guard let text = String(validating: input.document[..<offset], as: UTF8.self) else {
            return expect(false, "an error behind bytes that are no text")
        }
        var lines = 1
        var column = 1
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            let isEnd = scalar == "\n" || scalar == "\r"
            if isEnd, !(scalar == "\n" && last == "\r") { lines += 1 }
            column = isEnd ? 1 : column + 1
            last = scalar
        }
        expect((error.line, error.column) == (lines, column), "an error at another place")
        checkSecrecy(of: error)
    }

    private func checkReport(_ report: MappingReport) {
        report.checkCounts(input.options)
        let limit = max(0, input.options.limits.keyBytes)
        for path in report.issues.map(\.path) + report.notes.map(\.path) {
            let isSensitive = path.components.first == .key("s")
            for case .key(let key) in path.components where !Record.keys.contains(key) {
                let isAskedFor = input.options.includesKeys || input.options.listsUnknownKeys
                expect(isAskedFor && !isSensitive, "a key of the input")
                expect(key.utf8.count <= limit, "a key longer than its limit")
            }
        }
        for issue in report.issues {
            guard let value = issue.value else { continue }
            expect(input.options.includesValues, "a value that nobody asked for")
            expect(issue.path.components.first != .key("s"), "a sensitive value")
            expect(value.utf8.count <= 64, "a value longer than its limit")
        }
        if input.isSilent, report.issueCount > 0 || !report.notes.isEmpty {
            checkSecrecy(of: report)
        }
    }

    private func checkSecrecy(of subject: Any) {
        let secret = Array(MappingInput.secret.utf8)
        guard input.document.count >= secret.count, input.document.contains(secret) else { return }
        var dumped = ""
        dump(subject, to: &dumped)
        for text in ["\(subject)", String(reflecting: subject), dumped] {
            expect(!text.contains(MappingInput.secret), "a secret is told")
        }
    }
}

extension MappingReport {
    /// Issues beyond the limit are counted although they are not listed.
    func checkBeginning(of full: MappingReport) {
        expect(issueCount == full.issueCount, "another number of issues in a longer list")
        expect(issues == Array(full.issues.prefix(issues.count)), "other issues in a longer list")
    }

    func checkCounts(_ options: MappingOptions) {
        let limit = max(0, options.limits.issues)
        expect(issues.count <= limit && notes.count <= limit, "a list beyond its limit")
        expect(issueCount >= issues.count, "fewer issues than are listed")
        expect(issueCount == issues.count || issues.count == limit, "an issue left out")
        expect(convertedCount <= appliedCount, "more converted than applied")
        expect(unknownKeyCount >= 0 && duplicateKeyCount >= 0, "counted below zero")
        expect(
            options.listsFields || options.listsUnknownKeys || notes.isEmpty,
            "notes that nobody asked for"
        )
    }
}
