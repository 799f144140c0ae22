import FootingFormats

func read(_ text: String) -> DateText? {
    withBytes(text, DateText.init)
}

func written(_ timestamp: Timestamp?) -> String? {
    guard let timestamp else { return nil }
    var isWritten = false
    let bytes = [UInt8](capacity: Timestamp.longestText) { isWritten = timestamp.write(to: &$0) }
    return isWritten ? String(decoding: bytes, as: UTF8.self) : nil
}

extension DateText {
    var timestamp: Timestamp {
        switch self {
        case .moment(let timestamp), .clockTime(let timestamp), .day(let timestamp): timestamp
        }
    }
}

/// A number with zeros before it.
func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
