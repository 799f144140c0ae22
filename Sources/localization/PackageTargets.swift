/// The folders and the targets of a package in the arguments of a command.
struct PackageTargets {
    var folders: [String] = []
    /// The names of the targets that are searched.
    var chosen: [String] = []
    private var targets: [(name: String, folder: String)] = []

    /// Adds a target of the package by its name and its folder.
    mutating func add(_ target: String) throws(Misuse) {
        let parts = target.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { throw Misuse("--package-target needs NAME=FOLDER") }
        targets.append((String(parts[0]), String(parts[1])))
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
