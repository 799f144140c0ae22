// Downloads a release, and keeps it only if its checksum is right.
//
// Run it with `swift run VerifyRelease URL FILE`.

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
    print("usage: VerifyRelease URL FILE")
    exit(2)
}
let file = URL(filePath: CommandLine.arguments[2])
let expected = Data([0])

var options = DownloadOptions.untrusted
options.mode = .createOnly
options.check = DownloadCheck(SHA256()) { hash, bytes in
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
} isValid: { hash in
    Data(hash.finalize()) == expected
}

do throws(DownloadError) {
    let result = try await Download(from: url, to: file, options: options).value
    print("\(result.file.lastPathComponent) is genuine")
} catch {
    switch error.code {
    case .checkFailed: print("The content is not that of the release; the file was not changed.")
    case .alreadyExists: print("The release was downloaded before.")
    default: print(error)
    }
}

/// Continues with a new signature, or at another mirror.
func downloadSigned(_ name: String, _ signedURL: URL, to file: URL) async throws -> Int {
    var options = DownloadOptions.standard
    options.identity = name
    options.redirects = .sameOrigin
    let result = try await Download(from: signedURL, to: file, options: options).value
    return result.resumedBytes
}
