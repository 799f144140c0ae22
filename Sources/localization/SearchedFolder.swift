import FootingLocalization
import FootingLocalizationTools
import Foundation

/// A folder of tables, whose path begins with an argument of the command.
struct SearchedFolder {
    let path: String
    let bundle: ResourceBundle

    init(_ path: String) {
        self.path = path
        let current = FileManager.default.currentDirectoryPath
        let absolute = path == "." ? current : path.hasPrefix("/") ? path : current + "/" + path
        bundle = ResourceBundle(folder: URL(filePath: absolute, directoryHint: .isDirectory))
    }

    /// A finding about the bundle, for output.
    func finding(_ finding: LocalizationFinding) -> LocalizationFinding {
        var finding = finding
        finding.file = finding.file.map(shownPath)
        return finding
    }

    /// The path of a file of the bundle for output.
    private func shownPath(of file: String) -> String {
        let root = FolderSearch.trimmed(bundle.url.path)
        return file == root ? path : file.path(below: root).map(path.appendingComponent) ?? file
    }
}
