import FootingFiles
import Foundation

/// The output of `getfattr` for one file, or an empty string if there are no `values`.
///
/// The output is UTF-8, and no path, name or value can break its lines: each value is quoted, or
/// else Base64, which preserves everything that quoting would lose, such as the trailing NUL that
/// `setfattr` drops.
func dumpText(of path: [UInt8], _ values: [(name: ExtendedAttributeName, value: Data)]) -> String {
    guard !values.isEmpty else { return "" }
    var text = "\(DumpReader.fileMark)\(escaped(path))\n"
    for (name, value) in values {
        text += "\(lineStart(name))=\(quoted(value) ?? "0s" + value.base64EncodedString())\n"
    }
    return text + "\n"
}

/// The name, with characters escaped that would end it early, or turn the line into a comment.
private func lineStart(_ name: ExtendedAttributeName) -> String {
    let bytes = name.bytes
    guard bytes.first == UInt8(ascii: "#") else { return escaped(bytes, and: "=") }
    return "\\043" + escaped(bytes.dropFirst(), and: "=")
}

/// The value in quotes, or `nil` if it is not plain text of one line.
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
