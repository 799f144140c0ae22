// Downloads a file, continues it after an interruption, and checks it.
//
// Run it with `swift run DownloadFiles URL FILE`, stop it with control-C, and run it again.

import FootingDownloads
import Foundation

/// In place of a hash of swift-crypto or CryptoKit, whose `SHA256` has the same members.
struct SHA256 {
    private var sum: UInt8 = 0

    mutating func update(bufferPointer: UnsafeRawBufferPointer) {
        for byte in bufferPointer { sum &+= byte }
    }

    func finalize() -> [UInt8] { [sum] }
}

guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[1]) else {
    print("usage: DownloadFiles URL FILE")
    exit(2)
}
let file = URL(filePath: CommandLine.arguments[2])
let token = "…"
let expected: Data? = nil

func simple() async throws {
    let result = try await Download(from: url, to: file).value
    print(result.size, result.resumedAt)
}

var options = DownloadOptions.untrusted
options.headerFields["Authorization"] = "Bearer \(token)"
if let expected {
    options.check = DownloadCheck(SHA256()) { hash, bytes in
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    } isValid: { hash in
        Data(hash.finalize()) == expected
    }
}
let download = Download(from: url, to: file, options: options)
download.start()
for await now in download.updates { print(now.received, now.expected ?? -1) }
do {
    let result = try await download.value
    print("\(result.size) bytes, \(result.transferred) of them received now")
} catch {
    print("\(error)")
    if error.code == .checkFailed { print("The content is not the expected one.") }
}
