import FootingBytes

/// The issues found so far, and the encoding: the report before lines are counted.
///
/// While reading, an issue is a code and an offset. ``advance(to:in:)`` counts lines.
struct IssueLog: Sendable {
    /// A code with its facts.
    enum Kind: Sendable {
        case syntax(SyntaxError)
        case limit(HTMLOptions.Limit)
        case other(HTMLIssue.Code)
    }

    private struct Entry {
        let kind: Kind
        let offset: Int
        var line = 0
        var column = 0

        /// The list that counts the entry: decoding, limits and parse errors have one each.
        var list: Int {
            switch kind {
            case .other: 0
            case .limit: 1
            case .syntax: 2
            }
        }
    }

    var encoding: HTMLEncoding = .utf8
    var encodingSource: HTMLReport.EncodingSource = .content
    private(set) var isTruncated = false
    private(set) var count = 0
    private var entries: [Entry] = []
    private var entryCounts = [0, 0, 0]
    private var exceeded: [HTMLOptions.Limit] = []
    private let maxEntries: Int
    let reportsSyntax: Bool

    // The location up to which lines are counted.
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ options: HTMLOptions) {
        maxEntries = max(0, options.limits.issues)
        reportsSyntax = options.reportsSyntax
    }

    /// Adds a parse error if the options ask for them.
    @inline(__always)
    mutating func add(_ error: @autoclosure () -> SyntaxError, at offset: Int) {
        if reportsSyntax { append(.syntax(error()), at: offset) }
    }

    /// Adds an issue; of a limit, only the first time that it is exceeded is one.
    @inline(never)
    mutating func append(_ kind: Kind, at offset: Int) {
        if case .limit(let limit) = kind {
            guard !exceeded.contains(limit) else { return }
            exceeded.append(limit)
            if limit == .inputBytes || limit == .nodes { isTruncated = true }
        }
        count += 1
        let entry = Entry(kind: kind, offset: offset)
        // Decoding is ahead of parsing by the size of a chunk. Each has a list of its own, so that
        // the report is the same for any chunks.
        guard entryCounts[entry.list] < maxEntries else { return }
        entryCounts[entry.list] += 1
        entries.append(entry)
    }

    /// Counts the lines of the issues before `end`.
    ///
    /// The bytes begin at the offset to which the previous call counted, and end at `end` or later.
    mutating func advance(to end: Int, in bytes: ByteView) {
        let start = offset
        var counter = LineCounter()
        var counted = 1
        func move(to target: Int) {
            let target = max(offset, min(target, end, start + bytes.count))
            let lineInBytes = counter.line(at: target - start, in: bytes)
            line += lineInBytes - counted
            if lineInBytes > counted { column = 1 }
            counted = lineInBytes
            var index = target - start
            while index > offset - start, bytes[index - 1] != 0x0A {
                index -= 1
                if bytes[index] & 0xC0 != 0x80 { column += 1 }
            }
            offset = target
        }
        // Entries with a line are counted already; the others are in any order.
        let open = entries.indices.filter { entries[$0].line == 0 && entries[$0].offset < end }
        for index in open.sorted(by: { entries[$0].offset < entries[$1].offset }) {
            move(to: entries[index].offset)
            (entries[index].line, entries[index].column) = (line, column)
        }
        move(to: end)
    }

    /// The report, with the lines of the issues in the rest of the text.
    func report(rest bytes: ByteView) -> HTMLReport {
        var log = self
        log.advance(to: Int.max, in: bytes)
        // Errors of one position keep their order.
        let entries = log.entries.enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            return (one.offset, one.list, first.offset) < (other.offset, other.list, second.offset)
        }
        let issues = entries.prefix(maxEntries).map { _, entry in
            let (code, name, limit): (HTMLIssue.Code, String?, HTMLOptions.Limit?) =
                switch entry.kind {
                case .syntax(let error): (.syntax, error.rawValue, nil)
                case .limit(let limit): (.limitExceeded, nil, limit)
                case .other(let code): (code, nil, nil)
                }
            return HTMLIssue(
                code: code,
                name: name,
                limit: limit,
                offset: entry.offset,
                line: entry.line,
                column: entry.column
            )
        }
        return HTMLReport(
            encoding: encoding,
            encodingSource: encodingSource,
            isTruncated: isTruncated,
            issues: issues,
            issueCount: count
        )
    }
}
