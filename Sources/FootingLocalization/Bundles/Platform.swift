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

/// The number of the system's error behind one of Foundation's.
func systemErrorNumber(of error: any Error) -> Int32? {
    ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
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

extension ProcessFacts {
    /// The facts of this process, at this moment.
    static func current() -> ProcessFacts {
        let process = ProcessInfo.processInfo
        return ProcessFacts(
            environment: process.environment,
            // `ProcessInfo` has the executable's path in its place, on Linux.
            argument0: CommandLine.arguments.first,
            currentFolder: FileManager.default.currentDirectoryPath,
            executable: executablePath(),
            image: imagePath(),
            isPrivileged: isPrivileged()
        )
    }

    #if canImport(Darwin)
    private static func executablePath() -> String? {
        Bundle.main.executableURL?.resolvingSymlinksInPath().path
    }

    private static func imagePath() -> String? {
        var info = Dl_info()
        // The call only compares the address, and writes one `Dl_info`. The name belongs to the
        // image, which can't be unloaded while its code runs here, and is copied.
        guard unsafe dladdr(#dsohandle, &info) != 0, let name = unsafe info.dli_fname else {
            return nil
        }
        return unsafe String(cString: name)
    }

    private static func isPrivileged() -> Bool { issetugid() != 0 }
    #else
    private static func executablePath() -> String? {
        let link = "/proc/self/exe"
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        return path.map { ProcessFiles.path(marked: $0) }
    }

    // Swift's module of the C library leaves `dladdr` and `getauxval` out. The kernel's files say
    // the same. The address of the image is only compared.
    private static func imagePath() -> String? {
        guard let maps = contents("/proc/self/maps") else { return nil }
        let image = ProcessFiles.image(at: UInt(bitPattern: #dsohandle), maps: maps)
        return image.map { ProcessFiles.path(marked: $0) }
    }

    /// Who can't tell is on the safe side: only a process that gained privileges, or gave some up,
    /// may not read its own vector.
    private static func isPrivileged() -> Bool {
        guard getuid() == geteuid(), getgid() == getegid(), let vector = contents("/proc/self/auxv")
        else { return true }
        return ProcessFiles.isSecure(auxiliaryVector: vector)
    }

    /// The bytes of a file of the kernel's, which has no size and comes in pieces; `Data` would take
    /// the first piece for all.
    private static func contents(_ path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            // The call writes no more than the array has room for, and keeps no pointer to it.
            let count = unsafe read(descriptor, &piece, piece.count)
            if count > 0 { bytes += piece[..<count] }
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { return nil }
        }
    }
    #endif
}
