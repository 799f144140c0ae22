import FootingLocalization
import FootingLocalizationTools
import Foundation

extension CommandResult {
    /// The command `import`: writes translations from files into tables, unless this is a check.
    init(importing options: Options) {
        var opened = PackageTables(
            below: options.folders,
            developmentLanguage: options.language
        )
        output = opened.lines.joined()
        if opened.hasFaults { fail() }
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
                if result.refusedCount > 0 || options.isCheck && result.importedCount > 0 { fail() }
            } catch {
                output += Terminal.line(error)
                fail()
            }
        }
        guard !options.isCheck else { return }
        do throws(LocalizationToolsError) {
            try TableFile.write(opened.tables)
        } catch {
            fail(Terminal.shown(error.description), by: error)
        }
    }
}
