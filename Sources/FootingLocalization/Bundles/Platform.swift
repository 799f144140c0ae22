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

/// The `errno` value that underlies an error of Foundation.
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

/// The name of the platform in device rules, if it has one.
#if os(macOS) || targetEnvironment(macCatalyst)
let platformDevice: String? = "mac"
#elseif os(watchOS)
let platformDevice: String? = "applewatch"
#elseif os(tvOS)
let platformDevice: String? = "appletv"
#elseif os(visionOS)
let platformDevice: String? = "applevision"
#elseif os(iOS)
let platformDevice: String? = "iphone"
#else
let platformDevice: String? = nil
#endif

extension ProcessFacts {
    static func current() -> ProcessFacts {
        let process = ProcessInfo.processInfo
        return ProcessFacts(
            environment: process.environment,
            // On Linux, `ProcessInfo` returns the executable's path instead of `argv[0]`.
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
        // The call only compares the address, and writes one `Dl_info`. The string belongs to the
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

    // Swift's C library modules lack `dladdr` and `getauxval`, so the kernel's files are read. The
    // address of the image is only compared.
    private static func imagePath() -> String? {
        guard let maps = contents("/proc/self/maps") else { return nil }
        let image = ProcessFiles.image(at: UInt(bitPattern: #dsohandle), maps: maps)
        return image.map { ProcessFiles.path(marked: $0) }
    }

    /// Treats the process as privileged if `/proc/self/auxv` can't be read: the kernel denies that
    /// to set-user-ID programs.
    private static func isPrivileged() -> Bool {
        guard getuid() == geteuid(), getgid() == getegid(), let vector = contents("/proc/self/auxv")
        else { return true }
        return ProcessFiles.isSecure(auxiliaryVector: vector)
    }

    private static func contents(_ path: String) -> [UInt8]? {
        try? PathStatus.contents(ofFileAt: path, limit: BundledTable.maximumSize)
    }
    #endif
}

extension stat {
    /// When the file was last modified, and when its status last changed.
    var times: (modified: timespec, changed: timespec) {
        #if canImport(Darwin)
        (st_mtimespec, st_ctimespec)
        #else
        (st_mtim, st_ctim)
        #endif
    }
}
