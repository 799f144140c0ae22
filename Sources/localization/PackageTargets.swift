/// The folders and the targets of a package in the arguments of a command.
struct PackageTargets {
    private var folders: [String] = []
    private var targets: [(name: String, folder: String)] = []
    private var chosen: [String] = []

    /// Reads an argument: a folder, the name of a target, or a target of the package with its
    /// folder; throws for any other option.
    mutating func read(
        _ argument: ArgumentScanner.Argument,
        from scanner: inout ArgumentScanner
    ) throws(Misuse) {
        switch argument {
        case .operand(let folder): folders.append(folder)
        case .option("--target"): chosen.append(try scanner.value())
        case .option("--package-target"):
            let parts = try scanner.value().split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw Misuse("--package-target needs NAME=FOLDER") }
            targets.append((String(parts[0]), String(parts[1])))
        case .option(let name): throw Misuse("there is no option “\(name)”")
        }
    }

    /// Whether neither a folder nor a target is chosen.
    var isEmpty: Bool { folders.isEmpty && chosen.isEmpty }

    /// The folders that are no targets: the current one if there is nothing else.
    var ownFolders: [String] { folders.isEmpty && targets.isEmpty ? ["."] : folders }

    /// The folders, and those of the chosen targets; all targets if nothing is chosen.
    func searchedFolders() throws(Misuse) -> [String] {
        var searched = ownFolders
        for name in chosen {
            guard let target = targets.first(where: { $0.name == name }) else {
                throw Misuse("the package has no target “\(name)”")
            }
            searched.append(target.folder)
        }
        return searched.isEmpty ? targets.map(\.folder) : searched
    }
}
