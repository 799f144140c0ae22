import FootingLocalization
import FootingLocalizationMembers

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The generator has not been ported to this platform.")
#endif

// Writes a file with a member for each key of tables, for the build tool plugin `LocalizationKeys`.
// usage: localization-keys OUTPUT LANGUAGE PACKAGE-FOLDER TABLE ...
// The exit status is 0, 64 if the arguments or settings are invalid, and 74 if the file can't be
// written.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 3, let language = LanguageTag(arguments[1]) else {
    print("error: usage: localization-keys OUTPUT LANGUAGE PACKAGE-FOLDER TABLE ...")
    exit(64)
}
do throws(LocalizationSettings.Fault) {
    let access = try LocalizationSettings.read(in: arguments[2]).access
    let file = MemberFile(
        tablesAt: Array(arguments.dropFirst(3)),
        language: language,
        access: access
    )
    for warning in file.warnings { print(warning) }
    if let message = file.content.writeIfChanged(to: arguments[0]) {
        print("\(arguments[0]): error: \(message)")
        exit(74)
    }
} catch {
    print("\(arguments[2])/\(LocalizationSettings.fileName): error: \(error.reason).")
    exit(64)
}
