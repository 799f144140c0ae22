// Stores values of several types with a photograph, and reads them back.
//
// Run it with `swift run KeepTypedValues`.

import FootingExtendedAttributes
import Foundation

// Your own keys: name and format are defined once.
extension ExtendedAttributeKey<String> {
    static let etag = Self(.portable("com.example.etag"))
}

enum Stage: String {
    case draft, review, published
}

extension ExtendedAttributeKey<Stage> {
    static let stage = Self("user.example.stage")
}

struct Window: Codable, Sendable {
    var width: Int
    var height: Int
}

struct Version: Sendable {
    var major: Int
    var minor: Int

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        (self.major, self.minor) = (major, minor)
    }
}

// Your own coding, derived from another one.
extension ExtendedAttributeCoding<Version> {
    static let version = Self(.utf8, expected: "a version such as “1.12”") { text in
        Version(text)
    } encode: { version in
        "\(version.major).\(version.minor)"
    }
}

let photo = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
try Data("not really a photograph".utf8).write(to: photo)
defer { try? FileManager.default.removeItem(at: photo) }
let attributes = photo.extendedAttributes

// Some volumes don't support attributes; setting one is the test.
do {
    try attributes.set("probe", for: .etag)
} catch {
    guard error.code == .unsupported else { throw error }
    print("There is nothing to show here.", error)
    try? FileManager.default.removeItem(at: photo)
    exit(0)
}

// Set, read, remove.
do {
    try attributes.set("\"33a64df5\"", for: .etag)
    let tag = try attributes.value(for: .etag)
    try attributes.set(nil, for: .etag)
    print("The tag was", tag ?? "none", "- and now:", try attributes.value(for: .etag) as Any)
}

// Only if the attribute is missing, and only if it exists.
do {
    try attributes.set("\"33a64df5\"", for: .etag)
    try attributes.set(42, for: ExtendedAttributeKey("user.example.count"), mode: .createOnly)
}

// Types with one obvious format need only a name; others need a coding.
let opened = ExtendedAttributeKey<Date>("user.example.opened")
let digest = ExtendedAttributeKey<UInt32>("user.example.crc32", as: .bigEndian)
let window = ExtendedAttributeKey<Window>("user.example.window", as: .json())

try attributes.set(Date(timeIntervalSinceReferenceDate: 816_991_130), for: opened)
try attributes.set(0xCBF4_3926, for: digest)
try attributes.set(Window(width: 800, height: 600), for: window)
try attributes.set(.review, for: .stage)
let version = ExtendedAttributeKey<Version>("user.example.version", as: .version)
if let first = Version("1.12") { try attributes.set(first, for: version) }

// Keys that other programs share.
try attributes.set("image/jpeg", for: .mimeType)
try attributes.set(["holiday", "beach"], for: .tags)
if let origin = URL(string: "https://ada:secret@example.com/beach.jpg#top") {
    try attributes.set(origin, for: .originURL)
}
print("From:", try attributes.value(for: .originURL)?.absoluteString ?? "nowhere")
print("Tags:", try attributes.value(for: .tags) ?? [])

// The output of `getfattr`.
for name in try attributes.names(in: .user) {
    let bytes = try attributes.data(for: name) ?? Data()
    print(" ", name, "=", String(validating: bytes, as: UTF8.self) ?? "\(Array(bytes))")
}

// A value in another format, stored by another program, is an error, and is unchanged.
try attributes.set("yesterday".utf8, for: opened.name)
do {
    _ = try attributes.value(for: opened)
} catch {
    guard error.code == .undecodableValue else { throw error }
    print(error)
}
