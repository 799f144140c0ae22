#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Localization has not been ported to this platform.")
#endif

/// What the file system says about a path, links followed.
struct FileStatus {
    enum Kind { case file, directory, other }

    let kind: Kind
    let size: Int

    /// Asks with `stat`, or answers `nil` when there is nothing at the path or it can't be reached.
    init?(path: String) {
        var status = stat()
        // The call writes one whole `stat` through the pointer and keeps neither argument.
        guard unsafe stat(path, &status) == 0 else { return nil }
        size = Int(clamping: status.st_size)
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
    }
}

func systemLanguagePreferences() -> LanguagePreferences {
    let environment = ProcessInfo.processInfo.environment
    #if canImport(Darwin)
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    if !names.contains(where: { environment[$0]?.isEmpty == false }) {
        return LanguagePreferences(Locale.preferredLanguages.compactMap { LanguageTag($0) })
    }
    #endif
    return LanguagePreferences(environment: environment)
}
