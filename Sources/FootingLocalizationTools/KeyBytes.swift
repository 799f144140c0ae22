/// A key that is compared by its bytes, as in look-ups: a composed and a decomposed é differ.
struct KeyBytes: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (first: KeyBytes, second: KeyBytes) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
