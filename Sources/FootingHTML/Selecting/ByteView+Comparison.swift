import FootingBytes

extension ByteView {
    /// Whether a word between white space equals `word`.
    func hasWord(_ word: ByteView, ignoringCase: Bool = false) -> Bool {
        var end = 0
        while true {
            let start = indexAfterSpace(from: end)
            guard has(start) else { return false }
            end = start
            while has(end), !isHTMLSpace(self[end]) { end &+= 1 }
            if slice(start..<end).equals(word, ignoringCase: ignoringCase) { return true }
        }
    }

    /// Whether `other`, which is not empty, is anywhere.
    ///
    /// This takes linear time, by the search of Knuth, Morris and Pratt.
    func contains(_ other: ByteView, ignoringCase: Bool) -> Bool {
        func same(_ first: UInt8, _ second: UInt8) -> Bool {
            first == second || ignoringCase && lowercase(first) == lowercase(second)
        }
        guard other.count <= count else { return false }
        // For each start of `other`, the length of its longest end that is a start, too. It is
        // computed as far as something matches.
        var borders: [Int] = []
        var length = 0
        for index in 0..<count {
            while length > 0, !same(self[index], other[length]) { length = borders[length &- 1] }
            guard same(self[index], other[length]) else { continue }
            if length == borders.count {
                var border = length == 0 ? 0 : borders[length &- 1]
                while border > 0, !same(other[border], other[length]) {
                    border = borders[border &- 1]
                }
                if length > 0, same(other[border], other[length]) { border &+= 1 }
                borders.append(border)
            }
            length &+= 1
            if length == other.count { return true }
        }
        return false
    }
}

extension AttributeTest {
    /// Whether an attribute's value passes.
    func accepts(_ attribute: ByteView, _ value: ByteView, ignoringCase: Bool) -> Bool {
        switch comparison {
        case .exists: true
        case .equals: attribute.equals(value, ignoringCase: ignoringCase)
        case .word: attribute.hasWord(value, ignoringCase: ignoringCase)
        case .dashPrefix:
            attribute.has(value, at: 0, ignoringCase: ignoringCase)
                && (attribute.count == value.count || attribute[value.count] == UInt8(ascii: "-"))
        // An empty value is nowhere.
        case .prefix: value.count > 0 && attribute.has(value, at: 0, ignoringCase: ignoringCase)
        case .suffix:
            value.count > 0 && value.count <= attribute.count
                && attribute.has(
                    value,
                    at: attribute.count - value.count,
                    ignoringCase: ignoringCase
                )
        case .substring:
            value.count > 0 && attribute.contains(value, ignoringCase: ignoringCase)
        }
    }
}
