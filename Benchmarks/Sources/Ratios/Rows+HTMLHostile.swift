import FootingHTML
import Harness

/// Pages that make parsers quadratic. Each row has three sizes: 100 KB, 1 MB and 4 MB.
extension Comparison {
    static func htmlOfHostilePages() -> [Comparison] {
        let shapes: [(title: String, page: @Sendable (Int) -> String)] = [
            ("<div>", { repeated("<div>", $0) }),
            ("<ul><li>", { repeated("<ul><li>", $0) }),
            ("<a><div>", { repeated("<a><div>", $0) }),
            ("<b id=n>, then <p>", { numbered("<b id=", ">", $0 / 2) + repeated("<p>", $0 / 2) }),
            ("<table>x&amp;<tr>", { repeated("<table>x&amp;<tr>", $0) }),
            ("x&amp; in a table", { "<table>" + repeated("x&amp;", $0) }),
            ("<font color=red><p>x", { repeated("<font color=red><p>x", $0) }),
            ("<svg><g><p>", { repeated("<svg><g><p>", $0) }),
            ("attributes of a tag", { "<p" + numbered(" a", "", $0) + ">" }),
            ("<body aN>", { numbered("<body a", ">", $0) }),
            ("<select>", { repeated("<select>", $0) }),
            ("</p>", { repeated("</p>", $0) }),
            ("&#x", { repeated("&#x", $0) }),
            ("<!", { "<p>" + repeated("<!", $0) }),
        ]
        return shapes.flatMap { [growth($0.title, $0.page), limit($0.title, $0.page)] }
            + [small("comment", "<!--"), small("script", "<script>")]
    }

    private static func repeated(_ text: String, _ size: Int) -> String {
        String(repeating: text, count: size / text.utf8.count)
    }

    private static func numbered(_ start: String, _ end: String, _ size: Int) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < size {
            text += "\(start)\(number)\(end)"
            number += 1
        }
        return text
    }

    private static func growth(
        _ title: String,
        _ page: @escaping (Int) -> String
    ) -> Comparison {
        // A table of 170,000 names does not fit into a cache.
        let goal = title == "attributes of a tag" ? 2.6 : 1.6
        return growth("1 MB of \(title)", to: "10 times 100 KB", from: 100_000, goal: goal) {
            Array(page($0).utf8)
        } _: {
            blackHole(HTMLDocument($0))
        }
    }

    private static func limit(_ title: String, _ page: @escaping (Int) -> String) -> Comparison {
        Comparison("4 MB of \(title)", to: "0.2 µs a byte", goal: 1) { effort in
            let bytes = Array(page(effort.isSmoke ? 100_000 : 4_000_000).utf8)
            return Sides(
                timingOurs: { count in
                    nanoseconds(
                        of: { count in
                            for _ in 0..<count { blackHole(HTMLDocument(bytes)) }
                        },
                        count
                    )
                },
                limit: 200 * Double(bytes.count)
            )
        }
    }

    /// One token that comes in small pieces.
    private static func small(_ title: String, _ start: String) -> Comparison {
        growth("16 MB of \(title) by 1 KB", to: "10 times 1.6 MB", from: 1_600_000) { size in
            Array((start + repeated("a - < b ", size)).utf8)
        } _: { bytes in
            var options = HTMLOptions.standard
            options.limits.tokenBytes = 32 << 20
            var parser = HTMLDocument.Parser(options: options)
            for start in stride(from: 0, to: bytes.count, by: 1_024) {
                parser.append(bytes[start..<min(start + 1_024, bytes.count)])
            }
            blackHole(parser.finish())
        }
    }
}
