import FootingLocks

/// Where issues are collected: those of the files, and after them those of formatting.
final class IssueLog: Sendable {
    /// The issues, and the hashes of what was added of formatting, in order.
    private typealias State = (list: LocalizationReport, occurrences: [Int])

    private let state: Lock<State>
    private static let maximumOccurrences = 10_000

    /// Creates a log that begins with the issues of files.
    init(_ list: LocalizationReport) {
        state = Lock((list, []))
    }

    var report: LocalizationReport { state.withLock { $0.list } }

    /// Adds an issue of formatting, unless it was added before.
    @inline(never)
    func add(
        _ deviation: FormatRenderer.Deviation,
        _ language: LanguageTag,
        table: String,
        key: String,
        file: String?,
        line: Int?
    ) {
        let (table, key) = (Self.head(of: table), Self.head(of: key))
        // A hash of 64 bits, different in each process, and cheap to make: the sentence is made once.
        var hasher = Hasher()
        hasher.combine(deviation)
        hasher.combine(language)
        hasher.combine(table)
        hasher.combine(key)
        let hash = hasher.finalize()
        let isNew = state.withLock { state in
            guard state.occurrences.count < Self.maximumOccurrences else { return false }
            var (low, high) = (0, state.occurrences.count)
            while low < high {
                let middle = (low + high) / 2
                if state.occurrences[middle] < hash { low = middle + 1 } else { high = middle }
            }
            if low < state.occurrences.count, state.occurrences[low] == hash { return false }
            state.occurrences.insert(hash, at: low)
            return true
        }
        guard isNew else { return }
        let (code, outcome, fault) = Self.description(of: deviation)
        let message = "“\(key)” in \(language): \(fault)"
        state.withLock { $0.list.add(code, file: file, line: line, key: key, outcome, message) }
    }

    /// Keys can be texts of any length, and many are kept: the first 256 bytes will do.
    private static func head(of text: String) -> String {
        guard text.utf8.count > 256 else { return text }
        return text[..<text.utf8.index(text.startIndex, offsetBy: 256)] + "…"
    }

    private static func description(
        of deviation: FormatRenderer.Deviation
    ) -> (LocalizationReport.Code, LocalizationReport.Issue.Outcome, String) {
        switch deviation {
        case .missingArgument(let specifier):
            (.missingArgument, .kept, "there is no argument for “\(specifier)”.")
        case .mismatchedArgument(let specifier):
            (.mismatchedArgument, .repaired, "the argument for “\(specifier)” is of another kind.")
        case .strayPercent:
            (.strayPercent, .kept, "a “%” begins no specifier; “%%” is a percent sign.")
        case .limitExceeded:
            (.limitExceeded, .repaired, "the text, a width or a precision is beyond its limit.")
        }
    }
}
