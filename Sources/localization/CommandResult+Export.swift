import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

extension CommandResult {
    /// The command `export`: writes the strings of tables into files for translators, unless the
    /// files are there already.
    init(exporting options: Options) throws(Misuse) {
        let opened = PackageTables(
            below: options.folders,
            developmentLanguage: options.language
        )
        output = (opened.lines + opened.leftOut).joined()
        if opened.hasFaults { fail() }
        guard !opened.tables.isEmpty else {
            fail("no table is found; see --help")
            return
        }
        var keys: SourceKeys?
        if options.exchangeFormat == .po {
            keys = SourceKeys(
                below: options.folders,
                functions: .standard + (try LocalizationSettings.functions()),
                ignoring: []
            )
        }
        let languages = options.languages.isEmpty ? [nil] : options.languages.map(Optional.some)
        for language in languages {
            do throws(LocalizationToolsError) {
                let file = try TranslationFile(
                    of: opened.tables,
                    language: language,
                    root: options.root,
                    usedBy: keys
                )
                write(file, options)
            } catch {
                output += Terminal.line(error)
                fail()
            }
        }
    }

    private mutating func write(_ file: TranslationFile, _ options: Options) {
        for finding in file.findings { output += Terminal.line(finding) }
        if file.findings.contains(where: { $0.severity > .info }) { fail() }
        var names: Set<String> = []
        for (name, content) in file.documents(as: options.exchangeFormat) {
            let path = FolderSearch.trimmed(options.destination).appendingComponent(name)
            guard names.insert(name).inserted else {
                return fail("\(path): two tables have this file: rename a folder")
            }
            try? FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            if let fault = content.writeIfChanged(to: path) {
                return fail("\(path): \(fault)", status: Terminal.outputFailed)
            }
            output += "\(path)\n"
        }
    }
}
