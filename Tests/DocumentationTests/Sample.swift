/// A fenced code block in a page or a doc comment.
struct Sample {
    /// The file of the sample.
    let file: String
    /// The line of the opening fence, counted from 1.
    let line: Int
    /// The info string of the fence.
    let language: String
    /// The lines without indentation, except blank lines.
    let lines: [String]

    /// Whether this is part of a manifest rather than a program.
    var isManifest: Bool {
        lines.contains { line in
            [".package(", ".product(", "swift-tools-version"].contains { line.contains($0) }
        }
    }

    /// The fenced samples in a page of Markdown.
    static func samples(inPage text: String, of file: String) -> [Sample] {
        samples(in: text.split(separator: "\n", omittingEmptySubsequences: false), of: file) { $0 }
    }

    /// The fenced samples in the doc comments of a source file.
    static func samples(inCommentsOf text: String, of file: String) -> [Sample] {
        samples(in: text.split(separator: "\n", omittingEmptySubsequences: false), of: file) {
            $0.hasPrefix("///") ? trimmed($0.dropFirst(3)) : nil
        }
    }

    /// The lines of a program in the format of samples.
    static func code(_ text: String) -> [String] {
        text.split(separator: "\n").map { String(trimmed($0)) }.filter { !$0.isEmpty }
    }

    /// Finds samples in `lines`, of which `content` returns the part that belongs to the page.
    private static func samples(
        in lines: [Substring],
        of file: String,
        content: (Substring) -> Substring?
    ) -> [Sample] {
        var samples: [Sample] = []
        var open: (line: Int, language: String, lines: [String])?
        for (index, line) in lines.enumerated() {
            guard let text = content(trimmed(line)) else {
                open = nil
                continue
            }
            if text.hasPrefix("```") && !text.hasPrefix("``` ``") {
                if let sample = open {
                    samples.append(
                        Sample(
                            file: file,
                            line: sample.line,
                            language: sample.language,
                            lines: sample.lines
                        )
                    )
                    open = nil
                } else {
                    open = (index + 1, String(text.dropFirst(3)), [])
                }
            } else if !text.isEmpty {
                open?.lines.append(String(text))
            }
        }
        return samples
    }

    private static func trimmed(_ line: Substring) -> Substring {
        let start = line.drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }
}

extension Array where Element: Equatable {
    /// Whether this array contains `other` as a contiguous run.
    func contains(run other: [Element]) -> Bool {
        guard let first = other.first else { return true }
        return indices.contains { start in
            self[start] == first && self[start...].starts(with: other)
        }
    }
}
