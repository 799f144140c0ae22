/// A key that is compared by its bytes, as in look-ups: a composed and a decomposed é differ.
package struct KeyBytes: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (first: KeyBytes, second: KeyBytes) -> Bool {
        first.text.isSame(as: second.text)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether the bytes of the strings are the same.
    package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
