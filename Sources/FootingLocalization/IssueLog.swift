import FootingLocks

/// Collects issues: first those of the files, then those of formatting.
final class IssueLog: Sendable {
    private struct State: Sendable {
        var list: LocalizationReport
        /// The reported issues of formats, each preceded by its table.
        var sentences: Set<String> = []
    }

    private let state: Lock<State>
    private static let maximumSentences = 10_000

    init(_ list: LocalizationReport) {
        state = Lock(State(list: list))
    }

    var report: LocalizationReport { state.withLock { $0.list } }

    @inline(never)
    func add(
        _ deviation: FormatRenderer.Deviation,
        _ language: LanguageTag,
        table: String,
        key: String,
        file: String?,
        line: Int?
    ) {
        let key = Self.head(of: key)
        let (code, resolution, fault) = Self.description(of: deviation)
        let message = key.quoted + " in " + language.description + ": " + fault
        let sentence = Self.head(of: table) + message
        state.withLock { state in
            guard state.sentences.count < Self.maximumSentences,
                state.sentences.insert(sentence).inserted
            else { return }
            state.list.add(code, file: file, line: line, key: key, resolution, message)
        }
    }

    /// The first 256 bytes: keys can be long, and many are stored.
    private static func head(of text: String) -> String {
        guard text.utf8.count > 256 else { return text }
        return text[..<text.utf8.index(text.startIndex, offsetBy: 256)] + "…"
    }

    private static func description(
        of deviation: FormatRenderer.Deviation
    ) -> (LocalizationIssue.Code, LocalizationIssue.Resolution, String) {
        switch deviation {
        case .missingArgument(let specifier):
            (.missingArgument, .usedAsWritten, "there is no argument for " + specifier.quoted + ".")
        case .mismatchedArgument(let specifier):
            (
                .mismatchedArgument, .usedRepaired,
                "the argument for " + specifier.quoted + " is of another kind."
            )
        case .strayPercent:
            (
                .suspiciousPercent, .usedAsWritten,
                "a “%” begins no specifier; “%%” is a percent sign."
            )
        case .limitExceeded:
            (.limitExceeded, .usedRepaired, "the result, a width or a precision exceeds its limit.")
        }
    }
}
