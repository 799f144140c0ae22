import FootingLocalization
import FootingLocalizationTools
import Foundation

/// The arguments of the commands `export` and `import`.
struct ExchangeOptions {
    var isHelp = false
    /// The languages of translations.
    var languages: [LanguageTag] = []
    var sourceLanguage: LanguageTag = "en"
    var format = TranslationFormat.xliff
    /// The folder for exported files.
    var destination = ""
    var isCheck = false
    /// The files that are imported.
    var files: [String] = []
    /// The folder at which paths in files begin.
    var root = URL(filePath: ".", directoryHint: .isDirectory)
    /// The folders that are searched for tables.
    var folders: [String] = []

    /// Reads the arguments that follow the command's name.
    init(_ arguments: [String], of command: Command) throws(Misuse) {
        var scanner = ArgumentScanner(arguments)
        var targets = PackageTargets()
        let isExport = command == .export
        while let argument = scanner.next() {
            switch argument {
            case .operand(let file) where !isExport: files.append(file)
            case .option("--help"), .option("-h"): isHelp = true
            case .option("--to") where isExport: destination = try scanner.value()
            case .option("--format") where isExport: format = try Self.format(scanner.value())
            case .option("--check") where !isExport: isCheck = true
            case .option("--language"): languages.append(try scanner.language())
            case .option("--source-language"): sourceLanguage = try scanner.language()
            case .option("--root"):
                root = URL(filePath: try scanner.value(), directoryHint: .isDirectory)
            default: try targets.read(argument, from: &scanner)
            }
            try scanner.finish()
        }
        guard !isHelp else { return }
        if isExport {
            guard !destination.isEmpty else { throw Misuse("export needs the folder --to FOLDER") }
            guard !languages.isEmpty || format == .po else {
                throw Misuse("export needs --language TAG, but for templates in --format po")
            }
        } else {
            guard !files.isEmpty else { throw Misuse("import needs a FILE") }
            guard languages.count < 2 else { throw Misuse("import has one --language") }
        }
        folders = try targets.searchedFolders()
    }

    private static func format(_ name: String) throws(Misuse) -> TranslationFormat {
        if let format = TranslationFormat(rawValue: name) { return format }
        let names = TranslationFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Misuse("“\(name)” is not one of \(names)")
    }
}
