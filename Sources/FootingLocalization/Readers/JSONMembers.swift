import FootingFormats

/// The members of an object: each key with the index of its value.
struct JSONMembers: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    /// Goes through the object whose token has an index; anything else has no members.
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

extension JSONDocument {
    /// Whether a string is spelled like a word of 1 to 16 bytes.
    ///
    /// The word is a literal, of which the compiler makes the numbers that are compared here.
    @inline(__always)
    func isWord(_ word: StaticString, _ token: JSONToken) -> Bool {
        let count = word.utf8CodeUnitCount
        guard token.extent == count, token.kind == .string else { return false }
        let content = content(of: token)
        let wanted = unsafe ByteView(
            UnsafeBufferPointer(start: word.utf8Start, count: count)
        )
        if count >= 8 {
            return content.eightBytes(at: 0) == wanted.eightBytes(at: 0)
                && content.eightBytes(at: count &- 8) == wanted.eightBytes(at: count &- 8)
        }
        for index in 0..<count where content[index] != wanted[index] { return false }
        return true
    }
}
