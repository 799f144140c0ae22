// Downloads a release, verifies it, unpacks it into a folder that it can't leave, and keeps its
// origin as an attribute of that folder.
//
// Run it with `swift run InstallRelease URL SHA256 FOLDER`.

import FootingArchives
import FootingDownloads
import FootingExtendedAttributes
import Foundation

func install(_ url: URL, sha256: String, in folder: URL) async throws {
    var options = DownloadOptions.untrusted
    options.check = DownloadCheck(SHA256()) { hash, bytes in
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    } isValid: { hash in
        hash.finalize() == sha256
    }
    // The next run continues this file if the connection is lost.
    let file = folder.appendingPathExtension("download")
    let release = try await Download(from: url, to: file, options: options).value
    defer { try? FileManager.default.removeItem(at: release.file) }

    // Fails if something is there already, so the folder that is deleted below is a new one.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    do {
        let report = try await Archives.unpack(
            release.file,
            to: folder,
            options: .untrusted,
            renaming: { entry in entry.path.dropFirst() }  // without the folder at the top
        )
        try folder.extendedAttributes.set(url, for: .originURL)
        print("\(folder.lastPathComponent): \(report)")
    } catch {
        try? FileManager.default.removeItem(at: folder)
        throw error
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: arguments[1]) else {
    print("usage: InstallRelease URL SHA256 FOLDER")
    exit(64)
}
do {
    try await install(url, sha256: arguments[2], in: URL(filePath: arguments[3]))
} catch CocoaError.fileWriteFileExists {
    print("InstallRelease: \(arguments[3]) is there already")
    exit(1)
} catch {
    print("InstallRelease: \(error)")
    exit(1)
}

/// In place of `SHA256` of swift-crypto or CryptoKit: asks the program `sha256sum`.
final class SHA256 {
    private let (program, input, output) = (Process(), Pipe(), Pipe())

    init() {
        program.executableURL = URL(filePath: "/usr/bin/sha256sum")
        (program.standardInput, program.standardOutput) = (input, output)
        try? program.run()
    }

    func update(bufferPointer: UnsafeRawBufferPointer) {
        guard program.isRunning else { return }
        try? input.fileHandleForWriting.write(contentsOf: bufferPointer)
    }

    func finalize() -> String {
        guard program.isRunning else { return "" }
        try? input.fileHandleForWriting.close()
        let line = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        return String(decoding: line.prefix(64), as: UTF8.self)
    }
}
