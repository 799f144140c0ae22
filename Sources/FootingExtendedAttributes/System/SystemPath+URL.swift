import FootingFiles
import Foundation

extension SystemPath {
    /// Converts a URL of a file on this machine, or refuses the URL.
    init(_ url: URL) {
        let text = url.absoluteString
        self = (try? SystemPath(url: text)) ?? SystemPath(refused: text)
        if isRefused { self = SystemPath(refused: text) }
    }
}
