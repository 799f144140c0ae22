import FootingLocks

/// Where issues are collected: those of the files while they are read, those of formatting after.
final class IssueLog: Sendable {
    /// What identifies an issue of formatting, cheap to make: the sentence is made once.
    struct Occurrence: Hashable, Sendable {
        let language: LanguageTag
        let table: String
        let key: String
        let deviation: FormatRenderer.Deviation

        /// Keys can be texts of any length, and thousands are kept: the first 256 bytes will do.
        init(
            language: LanguageTag,
            table: String,
            key: String,
            deviation: FormatRenderer.Deviation
        ) {
            self.language = language
            self.table = Self.head(of: table)
            self.key = Self.head(of: key)
            self.deviation = deviation
        }

        private static func head(of text: String) -> String {
            guard text.utf8.count > 256 else { return text }
            return text[..<text.utf8.index(text.startIndex, offsetBy: 256)] + "…"
        }
    }

    private struct State {
        var issues: [LocalizationReport.Issue] = []
        var count = 0
        var occurrences: Set<Occurrence> = []
    }

    private let state = Lock(State())
    static let maximumListed = 1000
    private static let maximumOccurrences = 10_000

    var report: LocalizationReport {
        let (issues, count) = state.withLock { ($0.issues, $0.count) }
        return LocalizationReport(issues: issues, count: count)
    }

    func add(_ issue: LocalizationReport.Issue) {
        state.withLock { state in
            state.count += 1
            if state.issues.count < Self.maximumListed { state.issues.append(issue) }
        }
    }

    /// Counts issues that were too many to be kept.
    func addUnlisted(_ count: Int) {
        state.withLock { $0.count += count }
    }

    /// Adds the issue of an occurrence, unless it was added before.
    func add(_ occurrence: Occurrence, file: String?, line: Int?) {
        let isNew = state.withLock { state in
            state.occurrences.count < Self.maximumOccurrences
                && state.occurrences.insert(occurrence).inserted
        }
        guard isNew else { return }
        add(occurrence.issue(file: file, line: line))
    }
}

extension IssueLog.Occurrence {
    fileprivate func issue(file: String?, line: Int?) -> LocalizationReport.Issue {
        let subject = "“\(key)” in \(language)"
        let (code, outcome, message):
            (LocalizationReport.Code, LocalizationReport.Issue.Outcome, String)
        switch deviation {
        case .missingArgument(let specifier):
            (code, outcome) = (.missingArgument, .kept)
            message = "\(subject): there is no argument for “\(specifier)”."
        case .mismatchedArgument(let specifier):
            (code, outcome) = (.mismatchedArgument, .repaired)
            message = "\(subject): the argument for “\(specifier)” is of another kind."
        case .strayPercent:
            (code, outcome) = (.strayPercent, .kept)
            message = "\(subject): a “%” begins no specifier; “%%” is a percent sign."
        case .limitExceeded:
            (code, outcome) = (.limitExceeded, .repaired)
            message = "\(subject): the text, a width or a precision is beyond its limit."
        }
        return LocalizationReport.Issue(
            code: code,
            file: file,
            line: line,
            key: key,
            outcome: outcome,
            message: message
        )
    }
}
