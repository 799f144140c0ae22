import FootingArchives
import FootingDownloads
import FootingExtendedAttributes
import FootingLocalizationTools
import Foundation

/// The work of a child process: calls until a kill, or calls while something is missing.
struct ChildTask {
    private struct Failure: Error {
        let sentence: String
    }

    private let name: String
    private let work: FileWork

    /// Reads `--child NAME SOURCES FOLDER SERVER`.
    init?(_ arguments: [String]) {
        guard arguments.count == 6, arguments[1] == "--child",
            let server = URL(string: arguments[5])
        else { return nil }
        name = arguments[2]
        let folder = URL(filePath: arguments[4])
        work = FileWork(sources: URL(filePath: arguments[3]), folder: folder, server: server)
    }

    func run() async throws {
        switch name {
        case "full volume":
            let filler = work.folder.appending(path: "filler")
            try await fail(ENOSPC) {
                let file = open(filler.path, O_WRONLY | O_CREAT, 0o600)
                while write(file, [UInt8](repeating: 1, count: 4_096), 4_096) > 0 {}
                close(file)
            } ending: {
                unlink(filler.path)
            }
        case "no descriptors":
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var files: [Int32] = []
            try await fail(EMFILE) {
                repeat { files.append(open("/dev/null", O_RDONLY)) } while files.last != -1
            } ending: {
                for file in files { close(file) }
            }
        case "closed output":
            // The next files that are opened get the numbers of these.
            for descriptor: Int32 in 0...2 { close(descriptor) }
            for version in 0...1 { try await perform(version) }
        default:
            print("ready")
            fflush(nil)
            for version in 0... {
                if let call = FileWork.Call(rawValue: name) {
                    try await work.perform(call, version % 2)
                } else {
                    _ = try await work.download(name).value
                }
            }
        }
    }

    private func perform(_ version: Int) async throws {
        for call in FileWork.Call.allCases { try await work.perform(call, version) }
        try check(version)
    }

    private func check(_ version: Int) throws {
        for call in FileWork.Call.allCases where try work.versions(call) != [version] {
            throw Failure(sentence: "\(call): \(try work.versions(call)), not \(version)")
        }
    }

    /// Each call has to fail with an error number meanwhile, and to leave version 0; later, it has
    /// to succeed.
    private func fail(_ number: Int32, beginning: () -> Void, ending: () -> Void) async throws {
        try await perform(0)
        beginning()
        for call in FileWork.Call.allCases {
            var seen: (any Error)?
            do { try await work.perform(call, 1) } catch { seen = error }
            let numbers = [
                (seen as? ArchiveError)?.errno, (seen as? DownloadError)?.errno,
                (seen as? ExtendedAttributeError)?.errno, (seen as? LocalizationToolsError)?.errno,
            ]
            guard numbers.contains(number) else {
                throw Failure(sentence: "\(call): \(seen.map { "\($0)" } ?? "no error")")
            }
        }
        ending()
        try check(0)
        try await perform(1)
    }
}
