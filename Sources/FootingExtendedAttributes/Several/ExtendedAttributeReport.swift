/// What an operation on several attributes did, and what it left undone.
///
/// What stops the whole operation is thrown instead.
public struct ExtendedAttributeReport: Hashable, Sendable {
    /// The attributes that were stored, in the order in which that happened.
    public internal(set) var stored: [ExtendedAttributeName] = []
    /// The attributes that were removed, in the order in which that happened.
    public internal(set) var removed: [ExtendedAttributeName] = []
    /// Why each attribute that was left undone could not be read, stored or removed.
    public internal(set) var issues: [ExtendedAttributeError] = []
}

extension ExtendedAttributeReport: CustomStringConvertible {
    /// One line that counts, and one sentence for each issue, on a line of its own.
    ///
    /// - Complexity: O(*n*) in the number of issues.
    public var description: String {
        var counts = "\(stored.count) stored"
        if !removed.isEmpty { counts += ", \(removed.count) removed" }
        if !issues.isEmpty { counts += ", \(issues.count) left undone" }
        return ([counts] + issues.map(\.description)).joined(separator: "\n")
    }
}
