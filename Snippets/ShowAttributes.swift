// Shows the extended attributes of the files in its arguments.
//
// Run it with `swift run ShowAttributes FILE...`; without a file it creates one with attributes.

import FootingExtendedAttributes
import Foundation

/// Returns one line for a value: as text, or its first bytes.
func preview(_ bytes: RawSpan) -> String {
    let size = "\(bytes.byteCount) B"
    return bytes.withUnsafeBytes { bytes in
        if let text = String(validating: bytes, as: UTF8.self), !text.contains(where: \.isNewline) {
            return "\(size)  “\(text)”"
        }
        let digits = bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(size)  \(digits.joined(separator: " "))\(bytes.count > 16 ? " …" : "")"
    }
}

func show(_ path: String) throws(ExtendedAttributeError) {
    let attributes = ExtendedAttributes(atPath: path)
    print(path)
    for name in try attributes.names() {
        let line = try attributes.withBytes(of: name) { preview($0) }
        let oddity = name.string == nil ? " (\(name.bytes.count) bytes that are no UTF-8)" : ""
        print("  \(name.namespace): \(name)\(oddity)  \(line ?? "gone in the meantime")")
    }
}

/// Returns the properties of an error as in a program's log.
func record(of error: ExtendedAttributeError) -> String {
    var parts = ["operation=\(error.operation)", "code=\(error.code)"]
    if let name = error.name { parts.append("name=\(name)") }
    if let errno = error.errno { parts.append("errno=\(errno)") }
    return parts.joined(separator: " ")
}

func makeSample(at path: String) throws(ExtendedAttributeError) {
    let attributes = ExtendedAttributes(atPath: path)
    try attributes.set("https://example.com/night.txt".utf8, for: "user.xdg.origin.url")
    try attributes.set([0, 1, 2, 3, 0xFE, 0xFF], for: "user.example.digest")
    try attributes.set([], for: ExtendedAttributeName(bytes: Array("user.caf".utf8) + [0xE9]))
}

let paths = Array(CommandLine.arguments.dropFirst())
let sample = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString)")
if paths.isEmpty { try Data().write(to: sample) }
var failed = false
for path in paths.isEmpty ? [sample.path] : paths {
    do {
        if paths.isEmpty { try makeSample(at: path) }
        try show(path)
    } catch {
        failed = true
        FileHandle.standardError.write(Data("\(error)\n  (\(record(of: error)))\n".utf8))
    }
}
try? FileManager.default.removeItem(at: sample)
exit(failed ? 1 : 0)
