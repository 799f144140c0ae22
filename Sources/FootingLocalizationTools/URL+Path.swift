import FootingFiles
import Foundation

extension URL {
    /// The path of a file on this machine.
    var checkedPath: String {
        get throws(LocalizationToolsError) {
            do throws(FileURLProblem) {
                _ = try SystemPath(url: absoluteString)
                return path
            } catch {
                let message = "The URL is not that of a file (\(error.reason)): pass a file."
                throw LocalizationToolsError(.invalidPath, file: absoluteString, message)
            }
        }
    }
}
