import FootingLocalization
import FootingLocalizationTools

typealias Severity = LocalizationFinding.Severity

/// The parsed arguments of the command.
struct Options: Equatable {
    enum Task: Equatable {
        case lint
        case join
        case compare(with: String)
    }

    enum Format: String, CaseIterable {
        case text, json, csv
    }

    /// Whether to print the help; all other options are then ignored.
    var isHelp = false
    var task = Task.lint
    /// The folders that are searched for tables.
    var folders: [String] = []
    /// The folders that should have tables: all except targets of a package.
    var expectedFolders: [String] = []
    var language: LanguageTag = "en"
    var format = Format.text
    /// The lowest severity that is shown.
    var shown = Severity.warning
    /// The lowest severity for which the command fails; `nil` if it never fails.
    var failing: Severity? = .warning
    var ignored: Set<LocalizationFinding.Code> = []
    /// Whether the keys of Swift sources are compared with the tables, and the functions that look
    /// up keys besides the usual ones.
    var readsSources = false
    var functions: [SourceFunction] = []

    /// Reads the arguments that follow the command's name.
    init(_ arguments: [String]) throws(Misuse) {
        var scanner = ArgumentScanner(arguments)
        var targets: [(name: String, folder: String)] = []
        var chosen: [String] = []
        var format: Format?
        var failing: Severity??
        while let argument = scanner.next() {
            switch argument {
            case .operand(let folder): folders.append(folder)
            case .option("--help"), .option("-h"): isHelp = true
            case .option("--join"): try choose(.join)
            case .option("--diff"): try choose(.compare(with: try scanner.value()))
            case .option("--format"): format = try Self.choice(of: try scanner.value())
            case .option("--severity"): shown = try Self.choice(of: try scanner.value())
            case .option("--fail-on"):
                let value = try scanner.value()
                failing =
                    value == "never" ? .some(nil) : try Self.choice(of: value, or: ["never"])
            case .option("--language"):
                let value = try scanner.value()
                guard let tag = LanguageTag(value) else {
                    throw Misuse("“\(value)” is not the name of a language")
                }
                language = tag
            case .option("--ignore"):
                let value = try scanner.value()
                guard let code = LocalizationFinding.Code(rawValue: value) else {
                    throw Misuse("no finding has the code “\(value)”")
                }
                ignored.insert(code)
            case .option("--sources"): readsSources = true
            case .option("--swiftui"): functions += .swiftUI
            case .option("--function"): functions.append(try Self.function(try scanner.value()))
            case .option("--target"): chosen.append(try scanner.value())
            case .option("--package-target"):
                let parts = try scanner.value().split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { throw Misuse("--package-target needs NAME=FOLDER") }
                targets.append((String(parts[0]), String(parts[1])))
            case .option(let name): throw Misuse("there is no option “\(name)”")
            }
            try scanner.finish()
        }
        guard !isHelp else { return }

        if readsSources, task != .lint {
            throw Misuse("--sources can't be combined with --join or --diff")
        }
        if !readsSources, !functions.isEmpty {
            throw Misuse("--function and --swiftui need --sources")
        }
        try addFolders(of: targets, chosen: chosen)
        self.format = format ?? (task == .join ? .csv : .text)
        if task == .join, self.format == .text {
            throw Misuse("--join writes csv or json, not text")
        }
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

    /// Adds the folders of the chosen targets, or of all targets if no folder and no target is
    /// chosen.
    private mutating func addFolders(
        of targets: [(name: String, folder: String)],
        chosen: [String]
    ) throws(Misuse) {
        if folders.isEmpty, targets.isEmpty { folders = ["."] }
        expectedFolders = folders
        for name in chosen {
            guard let target = targets.first(where: { $0.name == name }) else {
                throw Misuse("the package has no target “\(name)”")
            }
            folders.append(target.folder)
        }
        if folders.isEmpty { folders = targets.map(\.folder) }
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
