import Foundation

/// A JSON document that is a list of records; the same text in every run.
package struct RecordDocument: Sendable {
    /// How the records are written.
    package enum Form: Sendable {
        /// Every value of the kind that is wanted.
        case clean
        /// Numbers and Booleans as text, text as numbers, dates in seconds, one tag for a list.
        case messy
        /// Five values of each record are none.
        case failing
    }

    /// The text.
    package let data: Data
    /// The number of records.
    package let count: Int
    /// The UUID of the last record.
    package let lastUUID: UUID

    /// Makes a document of `count` records; 10,000 have 4.4 MB.
    package init(_ count: Int = 10_000, _ form: Form = .clean) {
        var random = SeededGenerator()
        var texts: [String] = []
        var lastUUID = UUID()
        for number in 0..<count {
            let record = RecordText(number, using: &random)
            switch form {
            case .clean: texts.append(record.clean)
            case .messy: texts.append(record.messy)
            case .failing: texts.append(record.failing)
            }
            lastUUID = record.uuid
        }
        data = Data("[\(texts.joined(separator: ",\n"))]".utf8)
        self.count = count
        self.lastUUID = lastUUID
    }
}
