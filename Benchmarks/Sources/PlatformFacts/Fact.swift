/// Something the platform does that the package has to live with.
struct Fact: Sendable {
    /// The module that the fact matters to.
    let module: String
    /// A short name, unique within the module.
    let name: String
    /// What happens on the toolchain that the package was written for.
    let known: String
    /// Does it and says what happened. Runs in a process of its own, which it may crash or hang.
    let probe: @Sendable () throws -> String

    init(_ module: String, _ name: String, known: String, probe: @escaping @Sendable () throws -> String) {
        self.module = module
        self.name = name
        self.known = known
        self.probe = probe
    }

    var identifier: String { "\(module)/\(name)" }
}
