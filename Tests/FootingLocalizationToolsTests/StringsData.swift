import FootingLocalizationTools
import Foundation

/// The content of a `.strings` file.
func stringsData(_ entries: some Sequence<(key: String, value: String)>) -> Data {
    TableFile(entries, at: URL(filePath: "/en.lproj/Localizable.strings")).data
}
