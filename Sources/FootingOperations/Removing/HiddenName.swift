import FootingFiles
import Foundation

/// The name of an item that waits for deletion.
///
/// For example, `.footing-removed-4711-9c41d5a07be2f316-3f` has the ID and a random number of the
/// process that created it, and a random number of the item.
enum HiddenName {
    private static let processNumber = randomNumber()

    /// Returns a new name for this process.
    static func make() -> SystemPath {
        SystemPath(".footing-removed-\(getpid())-\(processNumber)-\(randomNumber())".utf8)
    }

    /// Returns whether a name is a hidden name that an ended process created.
    ///
    /// If another process has taken over the ID, this returns `false` until that process has ended.
    /// A name with the ID of this process but another random number was created by an earlier
    /// process: in a container, a server may get the same ID at each start.
    static func isLeftover(_ name: SystemPath) -> Bool {
        let parts = String(decoding: name.bytes, as: UTF8.self)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == ".footing", parts[1] == "removed",
            let id = Int32(parts[2]), id > 0, parts[3...].allSatisfy({ Int($0, radix: 16) != nil })
        else { return false }
        return id == getpid() ? parts[3] != processNumber : kill(id, 0) != 0 && errno == ESRCH
    }

    private static func randomNumber() -> String {
        String(Int.random(in: 0 ... .max), radix: 16)
    }
}
