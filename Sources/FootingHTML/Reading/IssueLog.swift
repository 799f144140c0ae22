import FootingBytes

/// The issues found so far: those of the report before lines are counted.
///
/// While reading, an issue is a code and an offset. ``advance(to:in:)`` counts lines.
struct IssueLog: Sendable {
    private var isTruncated = false
    private(set) var count = 0
    private var issues: [HTMLIssue] = []
    /// The number of listed issues of decoding, of limits, and of parse errors.
    private var listedCounts = [0, 0, 0]
    private var exceeded: [HTMLOptions.Limit] = []
    private let maxIssues: Int
    let reportsSyntax: Bool

    // The location up to which lines are counted.
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ options: HTMLOptions) {
        maxIssues = max(0, options.limits.issues)
        reportsSyntax = options.reportsSyntax
    }

    /// Adds a parse error if the options ask for them.
    @inline(__always)
    mutating func add(_ name: String, at offset: Int) {
        if reportsSyntax { append(.syntax, name, at: offset) }
    }

    /// Adds that a limit is exceeded, the first time.
    @inline(never)
    mutating func add(_ limit: HTMLOptions.Limit, at offset: Int) {
        guard !exceeded.contains(limit) else { return }
        exceeded.append(limit)
        if limit == .inputBytes || limit == .nodes { isTruncated = true }
        append(.limitExceeded, limit: limit, at: offset)
    }

    /// Adds an issue.
    @inline(never)
    mutating func append(
        _ code: HTMLIssue.Code,
        _ name: String? = nil,
        limit: HTMLOptions.Limit? = nil,
        at offset: Int
    ) {
        count += 1
        // Decoding is ahead of parsing by the size of a chunk. Each has a list of its own, so that
        // the report is the same for any chunks.
        guard listedCounts[code.list] < maxIssues else { return }
        listedCounts[code.list] += 1
        issues.append(HTMLIssue(code: code, name: name, limit: limit, offset: offset))
    }

    /// Counts the lines of the issues before `end`.
    ///
    /// The bytes begin at the offset to which the previous call counted, and end at `end` or later.
    mutating func advance(to end: Int, in bytes: ByteView) {
        let start = offset
        let linesBefore = line - 1
        var counter = LineCounter()
        func move(to target: Int) {
            let target = max(offset, min(target, end, start + bytes.count))
            let newLine = linesBefore + counter.line(at: target - start, in: bytes)
            if newLine > line { (line, column) = (newLine, 1) }
            var index = target - start
            while index > offset - start, bytes[index - 1] != 0x0A {
                index -= 1
                if bytes[index] & 0xC0 != 0x80 { column += 1 }
            }
            offset = target
        }
        // Issues with a line are counted already; the others are in any order.
        let open = issues.indices.filter { issues[$0].line == 0 && issues[$0].offset < end }
        for index in open.sorted(by: { issues[$0].offset < issues[$1].offset }) {
            move(to: issues[index].offset)
            (issues[index].line, issues[index].column) = (line, column)
        }
        move(to: end)
    }

    /// The report, with the lines of the issues in the rest of the text.
    func report(
        rest bytes: ByteView,
        _ encoding: HTMLEncoding,
        _ source: HTMLReport.EncodingSource
    ) -> HTMLReport {
        var log = self
        if !issues.isEmpty { log.advance(to: Int.max, in: bytes) }
        // Errors of one position keep their order.
        let issues = log.issues.enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            return (one.offset, one.code.list, first.offset)
                < (other.offset, other.code.list, second.offset)
        }
        return HTMLReport(
            encoding: encoding,
            encodingSource: source,
            isTruncated: isTruncated,
            issues: issues.prefix(maxIssues).map(\.element),
            issueCount: count
        )
    }
}

extension HTMLIssue.Code {
    /// The list that counts an issue.
    fileprivate var list: Int {
        switch self {
        case .syntax: 2
        case .limitExceeded: 1
        default: 0
        }
    }
}
