import Foundation
import PackagePlugin

extension Package {
    /// The default localization in the manifest, which plugins can't query.
    var defaultLocalization: String? {
        let manifest = directoryURL.appending(path: "Package.swift")
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return nil }
        for line in text.split(whereSeparator: \.isNewline) {
            let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            if let match = code.firstMatch(of: /defaultLocalization:\s*"([^"]+)"/) {
                return String(match.1)
            }
        }
        return nil
    }
}
