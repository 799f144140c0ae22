import Foundation

/// A table `.strings` as tools write it, a comment above each entry; the same text in every run.
///
/// One text in eight is a format, one in ten has letters beyond ASCII, and one in twenty escapes.
package struct StringsDocument: Sendable {
    /// The number of entries.
    package let count: Int
    /// The text.
    package let text: String

    /// Makes a table of 10,000 entries, which has 1.3 MB, or of as many as are asked for.
    package init(_ count: Int = 10_000) {
        self.count = count
        text = (0..<count).map(Self.entry).joined()
    }

    /// The key of an entry.
    package static func key(_ number: Int) -> String { "section.\(number).title" }

    /// The table in UTF-16, with its mark and the lower byte first.
    package var utf16: Data {
        var data = Data([0xFF, 0xFE])
        for unit in text.utf16 {
            data.append(UInt8(truncatingIfNeeded: unit))
            data.append(UInt8(truncatingIfNeeded: unit >> 8))
        }
        return data
    }

    private static func entry(_ number: Int) -> String {
        let title =
            switch number {
            case _ where number % 8 == 0: "Show all %d books of section \(number) to %@ right now"
            case _ where number % 10 == 1: "Bücher über Größe, Maß und Übung: Fach \(number)"
            case _ where number % 20 == 3:
                #"The shelf \"\#(number)\"\nis in the \U201ceast\U201d wing"#
            default: "What stands in section \(number) of the catalog"
            }
        return """
            /* The title that is shown above the list of section \(number). */
            "\(key(number))" = "\(title)";


            """
    }
}
