// Compresses data and streams, and reads them back.
//
// Run it with `swift run CompressData`.

import FootingArchives
import Foundation

// A whole value.
let orders = (1...1_000).map { "\($0),bread,\($0 % 7 + 1)\n" }.joined()
let data = Data(orders.utf8)

let packed = data.compressed(as: .gzip)
let plain = try packed.decompressed(as: .gzip, limits: .untrusted)
print("\(data.count) bytes, compressed \(packed.count), and the same again: \(plain == data)")

var damaged = packed
damaged[packed.count / 2] ^= 1
do throws(ArchiveError) {
    _ = try damaged.decompressed(as: .gzip)
} catch {
    print("\(error.code): \(error)")
}

let page = data.compressed(as: .zlib, level: 4)
print("\(page.count) bytes at level 4")

/// A file, or anything else to which pieces are written.
actor Storage {
    private(set) var bytes = Data()

    func write(_ piece: Data) async throws {
        bytes += piece
    }

    func clear() {
        bytes = Data()
    }
}

/// The chunks of some bytes, as a connection receives them.
func chunks(of bytes: Data) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            continuation.yield(bytes[start..<min(start + 1_000, bytes.count)])
        }
        continuation.finish()
    }
}

// A stream: compressed, and then decompressed in two ways.
let file = Storage()
func compress(_ upload: AsyncThrowingStream<Data, any Error>) async throws {
    let compressor = Compressor(.gzip)
    for try await chunk in upload {
        compressor.append(chunk)
        while let piece = compressor.next() { try await file.write(piece) }
    }
    compressor.finish()
    while let piece = compressor.next() { try await file.write(piece) }
}
try await compress(chunks(of: data))
print("the same output in chunks: \(await file.bytes == packed)")

func decompress(_ upload: AsyncThrowingStream<Data, any Error>) async throws {
    let decompressor = Decompressor(.gzip, limits: .untrusted)
    for try await chunk in upload {
        try decompressor.append(chunk)
        while let piece = try decompressor.next() { try await file.write(piece) }
    }
    try decompressor.finish()
}
await file.clear()
try await decompress(chunks(of: packed))
print("the same bytes in chunks: \(await file.bytes == data)")

func decompressAsSequence(_ upload: AsyncThrowingStream<Data, any Error>) async throws {
    for try await piece in upload.decompressed(as: .gzip, limits: .untrusted) {
        try await file.write(piece)
    }
}
await file.clear()
try await decompressAsSequence(chunks(of: packed))
print("the same bytes as a sequence: \(await file.bytes == data)")

// One member of two.
let two = packed + Data("another".utf8).compressed(as: .gzip)
let reader = Decompressor(.gzip, readingAllMembers: false)
try reader.append(two)
let first = try reader.drain()
print("\(first.count) bytes, and \(reader.trailingBytes?.count ?? 0) bytes after the member")
