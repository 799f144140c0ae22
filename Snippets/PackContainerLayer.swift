// Packs a folder into a compressed tar archive, and writes one entry by entry, as a container needs
// them.
//
// Run it with `swift run PackContainerLayer`.

import FootingArchives
import Foundation

let work = FileManager.default.temporaryDirectory.appending(path: "layer-\(UUID().uuidString)")
let product = work.appending(path: "app")
try FileManager.default.createDirectory(at: product, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: work) }
try Data("#!/bin/sh".utf8).write(to: product.appending(path: "run"))

// A layer with the same bytes on every machine.
func packLayer(_ folder: URL, to url: URL) async throws(ArchiveError) {
    let report = try await Archives.pack(
        folder,
        to: url,
        as: .gzippedTar,
        options: .reproducible
    )
    try report.requireClean()
    print("A layer:", report)
}
try await packLayer(product, to: work.appending(path: "layer.tar.gz"))

// An archive without a file: each piece is sent as soon as it is there.
func sendConfiguration(
    _ values: [String: Data],
    to send: (Data) async throws -> Void
) async throws {
    let writer = TarWriter(as: .gzip)
    try writer.add("etc/")
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        var entry = ArchiveEntry(ArchivePath("etc/\(name)"), permissions: 0o600)
        entry.owner = .init(id: 1_000)
        try writer.add(entry, contents: value)
        while let piece = writer.next() { try await send(piece) }
    }
    try writer.finish()
    while let piece = writer.next() { try await send(piece) }
}
var sent = Data()
try await sendConfiguration(["app.json": Data("{}".utf8)]) { sent += $0 }

// The entries of an archive that a container has sent.
let reader = TarReader(as: .gzip, options: .untrusted)
try reader.append(sent)
try reader.finish()
while let item = try reader.next() {
    switch item {
    case .entry(let entry): print(entry.path, entry.kind, entry.size)
    case .contents(let piece): print(String(decoding: piece, as: UTF8.self))
    @unknown default: break
    }
}
