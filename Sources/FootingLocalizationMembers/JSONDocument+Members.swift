package import FootingBytes
import FootingLocalization

extension JSONDocument {
    /// The members of an object whose names can be decoded; other values have none.
    package func members(of index: Int) -> [(name: String, value: Int)] {
        var members: [(name: String, value: Int)] = []
        forEachMember(of: index, hasLines: false) { name, value, _ in
            members.append((name, value))
        }
        return members
    }
}
