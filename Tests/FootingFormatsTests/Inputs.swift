import FootingBytes
import Foundation
import TestSupport

/// Calls `body` with the bytes of a string.
func withBytes<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
    var text = text
    return text.withUTF8 { unsafe body(ByteView($0)) }
}

func withBytes<Result>(_ bytes: some Collection<UInt8>, _ body: (ByteView) -> Result) -> Result {
    unsafe Array(bytes).withUnsafeBytes { unsafe body(ByteView($0)) }
}

extension Array<UInt8> {
    /// Copies of this with each of a few random changes, drawn mostly from `alphabet`.
    func mutated(
        from alphabet: [UInt8],
        using generator: inout SeededRandom
    ) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            let byte = alphabet.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[index] = byte
            case 1: bytes.insert(byte, at: index)
            default: bytes.remove(at: index)
            }
        }
        return bytes
    }
}
