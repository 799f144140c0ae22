// Reads compressed uploads from anyone, with limits.
//
// Run it with `swift run ReadUploads`.

import FootingArchives
import Foundation

/// A temporary file, or anything else to which pieces are written.
actor Storage {
    func write(_ piece: Data) async throws {}
}
let file = Storage()

var limits = ArchiveOptions.Limits.untrusted
limits.entryBytes = 10 << 20
limits.ratio = 50

func receive(
    _ chunks: some AsyncSequence<Data, some Error>,
    limits: ArchiveOptions.Limits
) async throws -> Int {
    let decompressor = Decompressor(.gzip, limits: limits)
    var count = 0
    for try await chunk in chunks {
        try decompressor.append(chunk)
        while let piece = try decompressor.next() {
            try await file.write(piece)
            count += piece.count
        }
    }
    try decompressor.finish()
    return count
}

func status(for error: ArchiveError) -> Int {
    switch error.code {
    case .limitExceeded: 413
    case .unsupportedMethod, .unsupportedFeature, .notAnArchive: 415
    default: 400
    }
}

/// The format of a body that begins with `start`, which has two bytes or more.
func format(of encoding: String, start: Data) -> CompressedFormat? {
    switch encoding {
    case "gzip", "x-gzip": .gzip
    case "deflate": CompressedFormat(detecting: start) ?? .deflate
    default: nil
    }
}

let good = Data((1...9_999).map { "\($0 * $0)\n" }.joined().utf8).compressed(as: .gzip)
let bomb = Data(count: 1 << 24).compressed(as: .gzip)
for upload in [good, bomb, good.dropLast(5), Data("plain".utf8)] {
    let chunks = AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(upload)
        continuation.finish()
    }
    do {
        print("received \(try await receive(chunks, limits: limits)) bytes")
    } catch let error as ArchiveError {
        print("\(status(for: error)): \(error)")
    }
}

let chunks = AsyncStream<Data> { continuation in
    continuation.yield(good)
    continuation.finish()
}
print("received \(try await receive(chunks, limits: limits)) bytes")

let raw = Data("deflate".utf8).compressed(as: .deflate)
for (encoding, start) in [("gzip", good), ("deflate", raw), ("br", raw)] {
    print(encoding, format(of: encoding, start: start).map { "\($0)" } ?? "unknown")
}

// An attachment of a mail, with a line end after it.
let attachment = good + Data("\r\n".utf8)
let mailed = try attachment.decompressed(as: .gzip, limits: limits, ignoringTrailingBytes: true)
print("the attachment has \(mailed.count) bytes")
