/// The value of a `Content-Range` field: `bytes 0-99/200`, or `bytes 0-99/*`.
struct ContentRange: Equatable {
    let start: Int
    /// The offset after the last byte.
    let end: Int
    /// The number of bytes of the whole content, if the field has it.
    let total: Int?

    init?(_ text: String) {
        let unit = text.utf8.prefix(6)
        guard String(Substring(unit)).lowercased() == "bytes " else { return nil }
        let halves = text.utf8.dropFirst(6)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let bounds = halves[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard bounds.count == 2, let start = Int(digits: bounds[0]),
            let last = Int(digits: bounds[1]), start <= last, last < .max
        else { return nil }
        self.start = start
        end = last + 1
        if halves[1].elementsEqual("*".utf8) {
            total = nil
        } else {
            guard let total = Int(digits: halves[1]), total >= end else { return nil }
            self.total = total
        }
    }
}
