import Foundation

/// Something the platform does that the package has to live with.
struct Fact: Sendable {
    /// The module that the fact matters to.
    let module: String
    /// A short claim, unique within the module.
    let name: String
    /// The result with the toolchain for which the package was written.
    let known: String
    /// The time after which the probe counts as hanging.
    let limit: Duration
    /// Arguments of the probe's process, for settings that Foundation reads from the command line.
    let arguments: [String]
    /// Variables that are added to the environment of the probe's process.
    let environment: [String: String]
    /// Does it and says what happened, in few words and the same words each time.
    ///
    /// Runs on the main thread of a process of its own, which it may crash or hang, in an empty
    /// folder of its own, which is its temporary folder too. A probe that can't return calls
    /// ``answer(_:)``; one that finds the machine unfit throws ``Untried``.
    let probe: @Sendable () throws -> String

    init(
        _ module: String,
        _ name: String,
        known: String,
        within limit: Duration = .seconds(10),
        arguments: [String] = [],
        environment: [String: String] = [:],
        probe: @escaping @Sendable () throws -> String
    ) {
        self.module = module
        self.name = name
        self.known = known
        self.limit = limit
        self.arguments = arguments
        self.environment = environment
        self.probe = probe
    }

    var identifier: String { "\(module)/\(name)" }

    static let all =
        collections + downloads + extendedAttributes + html + mapping + localization + observation
        + operations + proxies
        + toolchain
}

/// Why a fact could not be tried on this machine, which is not a change.
struct Untried: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
