import Foundation

/// The text that `getfattr` would print about one file, or none if there are no `values`.
///
/// Its lines can be told apart whatever the path, the names and the values are, and it is UTF-8:
/// each value is quoted text, or else Base64, which keeps what a quoted text would lose, such as the
/// NUL at the end that `setfattr` drops.
func dumpText(of path: [UInt8], _ values: [(name: ExtendedAttributeName, value: Data)]) -> String {
    guard !values.isEmpty else { return "" }
    var text = "\(DumpReader.fileMark)\(escaped(path))\n"
    for (name, value) in values {
        text += "\(lineStart(name))=\(quoted(value) ?? "0s" + value.base64EncodedString())\n"
    }
    return text + "\n"
}

/// The name without what would end it early, or make a comment of the line.
private func lineStart(_ name: ExtendedAttributeName) -> String {
    let bytes = name.bytes
    guard bytes.first == UInt8(ascii: "#") else { return escaped(bytes, and: "=") }
    return "\\043" + escaped(bytes.dropFirst(), and: "=")
}

/// The value in quotes, or `nil` if it is not text that a line can show as it is.
private func quoted(_ value: Data) -> String? {
    guard let text = String(validating: value, as: UTF8.self) else { return nil }
    var line = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
        guard scalar.isPlain else { return nil }
        if scalar == "\\" || scalar == "\"" { line.append("\\") }
        line.append(scalar)
    }
    line.append("\"")
    return String(line)
}
