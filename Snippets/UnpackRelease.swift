// Unpacks the archive of a release into a folder that nothing in the archive can leave.
//
// Run it with `swift run UnpackRelease`.

import FootingArchives
import Foundation

let work = FileManager.default.temporaryDirectory.appending(path: "release-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: work) }

// An archive as a hosting service makes it, with one folder at the top.
let release = work.appending(path: "tool-1.0.tar.gz")
let writer = try TarWriter(to: release, as: .gzip)
try writer.add("tool-1.0/")
try writer.add("tool-1.0/README.md", contents: Data("A tool.".utf8))
try writer.add(ArchiveEntry("tool-1.0/bin/tool", permissions: 0o755), contents: Data("#!".utf8))
try writer.add("tool-1.0/tests/large.bin", contents: Data(count: 100_000))
try writer.finish()

// The archive of someone else: the first problem ends the call.
func unpackUpload(_ url: URL, to folder: URL) async throws(ArchiveError) {
    let report = try await Archives.unpack(url, to: folder, options: .untrusted)
    print("An upload:", report)
}
try await unpackUpload(release, to: work.appending(path: "upload"))

// The folder at the top is dropped, and tests are left out.
func install(_ release: URL, in folder: URL) async throws(ArchiveError) {
    let report = try await Archives.unpack(
        release,
        to: folder,
        renaming: { entry in
            guard let path = entry.path.dropFirst() else { return nil }
            return path.components.first == "tests" ? nil : path
        }
    )
    try report.requireClean()
    print("A release:", report)
}
try await install(release, in: work.appending(path: "tool"))

// The archive is unpacked while it arrives.
func receive(_ upload: AsyncThrowingStream<Data, any Error>, in newFolder: URL) async throws {
    // Fails if something is there already, so that nothing older is removed below.
    try FileManager.default.createDirectory(at: newFolder, withIntermediateDirectories: false)
    do {
        let unpacker = try TarUnpacker(to: newFolder, as: .gzip, options: .untrusted)
        for try await chunk in upload { try unpacker.append(chunk) }
        print("A stream:", try unpacker.finish())
    } catch {
        try? FileManager.default.removeItem(at: newFolder)
        throw error
    }
}
let data = try Data(contentsOf: release)
func upload(of count: Int, ending error: (any Error)?) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
        for start in stride(from: 0, to: count, by: 100) {
            continuation.yield(data.dropFirst(start).prefix(100))
        }
        continuation.finish(throwing: error)
    }
}
let stream = work.appending(path: "stream")
try await receive(upload(of: data.count, ending: nil), in: stream)

// A client that disconnects leaves nothing behind.
let aborted = work.appending(path: "aborted")
try? await receive(upload(of: data.count / 2, ending: CancellationError()), in: aborted)
print("An aborted upload leaves a folder:", FileManager.default.fileExists(atPath: aborted.path))

// A folder that was there stays.
try? await receive(upload(of: data.count, ending: nil), in: stream)
print("An older folder stays:", FileManager.default.fileExists(atPath: stream.path))

// A call that shows its progress, and gets a minute.
func unpackInAMinute(_ url: URL, to folder: URL) async throws(ArchiveError) {
    let deadline = Date.now.addingTimeInterval(60)
    let report = try await Archives.unpack(
        url,
        to: folder,
        progress: { progress in
            if let total = progress.totalBytes { print(100 * progress.bytes / total, "%") }
            progress.isCancelled = Date.now > deadline
        }
    )
    print("In time:", report)
}
try await unpackInAMinute(release, to: work.appending(path: "minute"))

// The reason of a refusal.
func unpackAndExplain(_ url: URL, to folder: URL) async {
    do {
        _ = try await Archives.unpack(url, to: folder, options: .untrusted)
    } catch {
        switch error.code {
        case .unsafePath, .unsafeLink, .blockedPath:
            print("The archive tries to leave the folder:", error)
        case .limitExceeded: print("The archive is too large:", error)
        default: print("The archive can't be unpacked:", error)
        }
    }
}
let evil = work.appending(path: "evil.zip")
try Data("not an archive".utf8).write(to: evil)
await unpackAndExplain(evil, to: work.appending(path: "evil"))
