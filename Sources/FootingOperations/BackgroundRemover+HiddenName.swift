/// The hidden name of an item that waits for its deletion, such as
/// `.footing-removed-4711-81230.1f0c9a3e-9c41d5a07be2f316`.
///
/// Process id, start of the process, and a random number.
struct HiddenName {
    let process: ProcessIdentity
    private let number: String

    private static let prefix = ".footing-removed-"

    /// Makes a name of this process that nothing else has.
    init() {
        process = .current
        number = String(UInt64.random(in: .min ... .max), radix: 16)
    }

    /// Reads a name; `nil` if it is not one of these.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix(Self.prefix)
        else { return nil }
        let parts = text.dropFirst(Self.prefix.count)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let id = Int32(parts[0]), id > 0, !parts[1].isEmpty,
            UInt64(parts[2], radix: 16) != nil
        else { return nil }
        process = ProcessIdentity(id: id, start: String(parts[1]))
        number = String(parts[2])
    }

    var text: String { "\(Self.prefix)\(process.id)-\(process.start)-\(number)" }
}
