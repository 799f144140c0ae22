import FootingBytes

/// A key that is compared by its bytes, as in look-ups: a composed and a decomposed é differ.
package struct KeyBytes: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (first: KeyBytes, second: KeyBytes) -> Bool {
        first.text.isSame(as: second.text)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text.keyHash)
    }
}

extension String {
    /// The hash by which names and keys are compared; equal hashes of two are improbable.
    package var keyHash: UInt64 {
        var text = self
        return text.withUTF8 { unsafe KeyHash.current($0) }
    }

    /// Whether the bytes of the strings are the same.
    package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
