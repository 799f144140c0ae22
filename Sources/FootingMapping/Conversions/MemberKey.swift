/// A member's key as a coding key, from which `CodingKeyRepresentable` types are created.
@usableFromInline
struct MemberKey: CodingKey {
    @usableFromInline
    let stringValue: String
    @usableFromInline
    var intValue: Int? { Int(stringValue).flatMap { "\($0)" == stringValue ? $0 : nil } }

    @usableFromInline
    init(stringValue: String) {
        self.stringValue = stringValue
    }

    @usableFromInline
    init?(intValue: Int) {
        return nil
    }
}
