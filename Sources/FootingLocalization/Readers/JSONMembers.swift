import FootingBytes

/// The members of an object: each key with the index of its value.
struct JSONMembers: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    /// Iterates over an object, given by the index of its token; other values have no members.
    @inline(__always)
    init(of index: Int, in document: JSONDocument) {
        self.document = document
        self.index = index &+ 1
        let token = document[index]
        end = token.kind == .object ? token.extent : 0
    }

    @inline(__always)
    mutating func next() -> (key: JSONToken, value: Int)? {
        guard index < end else { return nil }
        let key = document[index]
        let value = index &+ 1
        index = document.index(after: value)
        return (key, value)
    }
}
