// A command-line program that shows its progress, its result and its errors in the language of its
// user.
//
// Run it with `swift run UnpackPhotos FILE FOLDER`.

import FootingArchives
import FootingLocalization
import FootingObservation
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Data/Cookbook")
let bundle = ResourceBundle.locateIfPresent("Recipes", in: [data])
let store = LocalizationStore(bundle.map { [$0] } ?? [], for: .system)
let l10n = store.localizer(for: .system)

/// Prints a message on standard error, after the name of the program, and exits.
func fail(_ message: LocalizedMessage, status: Int32) -> Never {
    fflush(nil)  // the progress comes first, also in a file
    FileHandle.standardError.write(Data("UnpackPhotos: \(l10n(message))\n".utf8))
    exit(status)
}

func unpack(_ file: URL, to folder: URL) async throws(ArchiveError) -> ArchiveReport {
    let quarters = ObservedValue(0)
    let token = quarters.observe(distinct: ==) { print(l10n("progress", $0.newValue * 25)) }
    defer { token.cancel() }
    return try await Archives.unpack(
        file,
        to: folder,
        options: .untrusted,
        progress: { progress in
            guard let total = progress.totalBytes, total > 0 else { return }
            quarters.set(progress.bytes * 4 / total)
        }
    )
}

func message(about error: ArchiveError) -> LocalizedMessage {
    switch error.code {
    case .noSuchFile: LocalizedMessage("file.missing", error.url?.lastPathComponent ?? "")
    case .notAnArchive: LocalizedMessage("file.no.archive", error.url?.lastPathComponent ?? "")
    case .alreadyExists: LocalizedMessage("file.exists", error.path?.string ?? "")
    case .limitExceeded: LocalizedMessage("upload.large")
    case .noSpace, .quotaExceeded: LocalizedMessage("disk.full")
    default: LocalizedMessage("upload.damaged")
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fail(LocalizedMessage("usage"), status: 64) }
do throws(ArchiveError) {
    let report = try await unpack(URL(filePath: arguments[1]), to: URL(filePath: arguments[2]))
    print(l10n("photos.unpacked", report.fileCount, report.byteCount))
} catch {
    fail(message(about: error), status: 1)
}
