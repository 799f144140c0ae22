import FootingLocks

/// Where issues are collected: those of the files, and after them those of formatting.
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
        var list: IssueList
        var occurrences: Set<Occurrence> = []
    }

    private let state: Lock<State>
    private static let maximumOccurrences = 10_000

    /// Creates a log that begins with the issues of files.
    init(_ list: IssueList) {
        state = Lock(State(list: list))
    }

    var report: LocalizationReport {
        let list = state.withLock { $0.list }
        return LocalizationReport(issues: list.issues, count: list.count)
    }

    /// Adds the issue of an occurrence, unless it was added before.
    func add(_ occurrence: Occurrence, file: String?, line: Int?) {
        let isNew = state.withLock { state in
            state.occurrences.count < Self.maximumOccurrences
                && state.occurrences.insert(occurrence).inserted
        }
        guard isNew else { return }
        let issue = occurrence.issue(file: file, line: line)
        state.withLock { $0.list.add(issue) }
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
