import FootingLocalization
import FootingLocalizationTools
import Foundation

typealias Severity = LocalizationFinding.Severity

/// The parsed arguments of a command.
struct Options: Equatable {
    enum Task: Equatable {
        case lint
        case join
        case compare(with: String)
    }

    enum Format: String, CaseIterable {
        case text, json, csv
    }

    /// Whether to print the help; other options are then ignored.
    var isHelp = false
    var task = Task.lint
    var folders: [String] = []
    /// The folders that should have tables: all except targets of a package.
    var expectedFolders: [String] = []
    /// The development language, and the languages of translations or those that tables need.
    var language: LanguageTag = "en"
    var languages: [LanguageTag] = []
    var format = Format.text
    var exchangeFormat = TranslationFormat.xliff
    /// The lowest severity that is shown.
    var shown = Severity.warning
    /// The lowest severity for which the command fails; `nil` if it never fails.
    var failing: Severity? = .warning
    var ignored: Set<LocalizationFinding.Code> = []
    /// Whether the keys of Swift sources are compared with the tables, and the functions that look
    /// up keys besides the usual ones.
    var readsSources = false
    var functions: [SourceFunction] = []
    var destination = ""
    /// Whether nothing is written.
    var isCheck = false
    var reformats = false
    var update = TableUpdate.Options.standard
    var files: [String] = []
    /// The folder at which paths in files begin.
    var root = URL(filePath: ".", directoryHint: .isDirectory)

    init(_ arguments: [String], of command: Command) throws(Misuse) {
        var scanner = ArgumentScanner(arguments)
        var targets = PackageTargets()
        var format: String?
        var failing: Severity??
        while let argument = scanner.next() {
            switch argument {
            case .operand(let file) where command == .import: files.append(file)
            case .operand(let folder): targets.folders.append(folder)
            case .option(let name) where !command.options.contains(name):
                throw Misuse("there is no option “\(name)”")
            case .option("--help"), .option("-h"): isHelp = true
            case .option("--join"): try choose(.join)
            case .option("--diff"): try choose(.compare(with: try scanner.value()))
            case .option("--format"): format = try scanner.value()
            case .option("--severity"): shown = try Self.choice(of: try scanner.value())
            case .option("--fail-on"):
                let value = try scanner.value()
                failing =
                    value == "never" ? .some(nil) : try Self.choice(of: value, or: ["never"])
            case .option("--language"), .option("--require"):
                languages.append(try scanner.language())
            case .option("--source-language"): language = try scanner.language()
            case .option("--ignore"):
                let value = try scanner.value()
                guard let code = LocalizationFinding.Code(rawValue: value) else {
                    throw Misuse("no finding has the code “\(value)”")
                }
                ignored.insert(code)
            case .option("--sources"): readsSources = true
            case .option("--swiftui"): functions += .swiftUI
            case .option("--function"): functions.append(try Self.function(try scanner.value()))
            case .option("--to"): destination = try scanner.value()
            case .option("--check"): isCheck = true
            case .option("--reformat"): reformats = true
            case .option("--manual"): update.marksManual = true
            case .option("--prune"): update.prunes = true
            case .option("--force"): update.allowsManyStale = true
            case .option("--root"):
                root = URL(filePath: try scanner.value(), directoryHint: .isDirectory)
            case .option("--target"): targets.chosen.append(try scanner.value())
            case .option("--package-target"): try targets.add(try scanner.value())
            case .option(let name): throw Misuse("there is no option “\(name)”")
            }
            try scanner.finish()
        }
        guard !isHelp else { return }
        switch command {
        case .export:
            if let format { exchangeFormat = try Self.choice(of: format) }
            guard !destination.isEmpty else { throw Misuse("export needs the folder --to FOLDER") }
            guard !languages.isEmpty || exchangeFormat == .po else {
                throw Misuse("export needs --language TAG, but for templates in --format po")
            }
        case .import:
            guard !files.isEmpty else { throw Misuse("import needs a FILE") }
            guard languages.count < 2 else { throw Misuse("import has one --language") }
        case .keys:
            guard !destination.isEmpty else { throw Misuse("keys needs the file --to FILE") }
            // The file is compiled into one target.
            guard !targets.isEmpty else { throw Misuse("keys needs --target NAME or a FOLDER") }
        case .report: try checkReport(format, failing)
        case .update: break
        }
        folders = try targets.searchedFolders()
        expectedFolders = targets.ownFolders
    }

    private mutating func checkReport(_ name: String?, _ failing: Severity??) throws(Misuse) {
        if readsSources || !languages.isEmpty, task != .lint {
            let name = readsSources ? "--sources" : "--require"
            throw Misuse("\(name) can't be combined with --join or --diff")
        }
        if !readsSources, !functions.isEmpty {
            throw Misuse("--function and --swiftui need --sources")
        }
        if task == .join { format = .csv }
        if let name { format = try Self.choice(of: name) }
        if task == .join, format == .text { throw Misuse("--join writes csv or json, not text") }
        // Findings that make the command fail are always shown.
        self.failing = failing ?? shown
        if let least = self.failing { shown = min(shown, least) }
    }

    private mutating func choose(_ other: Task) throws(Misuse) {
        if case .compare = task, case .compare = other { throw Misuse("--diff is given twice") }
        guard task == .lint || task == other else {
            throw Misuse("--join and --diff can't be combined")
        }
        task = other
    }

    static func function(_ spelling: String) throws(Misuse) -> SourceFunction {
        guard let function = SourceFunction(spelling) else {
            throw Misuse("“\(spelling)” is not spelled as “tr(_:)”, “L(key:)” or “_.tr”")
        }
        return function
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        of value: String,
        or others: [String] = []
    ) throws(Misuse) -> Choice where Choice.RawValue == String {
        if let choice = Choice(rawValue: value) { return choice }
        let names = Choice.allCases.map(\.rawValue) + others
        throw Misuse("“\(value)” is not one of \(names.joined(separator: ", "))")
    }
}

extension Command {
    /// The names of the command's options: those that its help describes.
    var options: Set<String> {
        let lines = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
        return Set(lines.map { String($0.dropFirst(2).prefix { $0 != " " }) } + ["-h"])
    }
}
