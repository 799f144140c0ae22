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
        var targets = PackageTargets()
        var format: Format?
        var failing: Severity??
        while let argument = scanner.next() {
            switch argument {
            case .option("--help"), .option("-h"): isHelp = true
            case .option("--join"): try choose(.join)
            case .option("--diff"): try choose(.compare(with: try scanner.value()))
            case .option("--format"): format = try Self.choice(of: try scanner.value())
            case .option("--severity"): shown = try Self.choice(of: try scanner.value())
            case .option("--fail-on"):
                let value = try scanner.value()
                failing =
                    value == "never" ? .some(nil) : try Self.choice(of: value, or: ["never"])
            case .option("--language"): language = try scanner.language()
            case .option("--ignore"):
                let value = try scanner.value()
                guard let code = LocalizationFinding.Code(rawValue: value) else {
                    throw Misuse("no finding has the code “\(value)”")
                }
                ignored.insert(code)
            case .option("--sources"): readsSources = true
            case .option("--swiftui"): functions += .swiftUI
            case .option("--function"): functions.append(try Self.function(try scanner.value()))
            default: try targets.read(argument, from: &scanner)
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
        folders = try targets.searchedFolders()
        expectedFolders = targets.ownFolders
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
