import FootingLocalization
import FootingLocalizationTools
import Foundation

/// The command `import`: translations from files, into tables.
struct ImportCommand {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Writes the tables, unless this is a check.
    func result() -> CommandResult {
        var opened = PackageTables(
            below: options.folders,
            developmentLanguage: options.language
        )
        var output = opened.lines.joined()
        var (fails, importedCount) = (opened.hasFaults, 0)
        for path in options.files {
            do throws(LocalizationToolsError) {
                let file = try TranslationFile(
                    contentsOf: URL(filePath: path),
                    language: options.languages.first
                )
                let result = opened.tables.apply(file, root: options.root)
                for finding in result.findings { output += Terminal.line(finding) }
                output +=
                    "\(path): \(result.importedCount) imported, \(result.unchangedCount) "
                    + "unchanged, \(result.refusedCount) refused\n"
                importedCount += result.importedCount
                fails = fails || result.refusedCount > 0
            } catch {
                output += Terminal.line(error)
                fails = true
            }
        }
        if options.isCheck {
            fails = fails || importedCount > 0
        } else {
            do throws(LocalizationToolsError) {
                try TableFile.write(opened.tables)
            } catch {
                return CommandResult(
                    output: output,
                    message: Terminal.shown(error.description),
                    status: error.isOfWriting ? Terminal.outputFailed : Terminal.failure
                )
            }
        }
        return CommandResult(output: output, status: fails ? Terminal.failure : Terminal.success)
    }
}
