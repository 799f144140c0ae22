import Foundation

extension String {
    /// Makes text of bytes that are UTF-8, or returns `nil`.
    ///
    /// Decoding repairs what is no UTF-8, so then the bytes differ. This is faster than asking first
    /// whether they are.
    init?(exactly bytes: UnsafeRawBufferPointer) {
        var text = unsafe String(decoding: bytes, as: UTF8.self)
        let isExact = text.withUTF8 { copy in
            guard copy.count == bytes.count else { return false }
            // Both have as many bytes, which no one else can write meanwhile.
            guard let left = copy.baseAddress, let right = bytes.baseAddress else { return true }
            return unsafe memcmp(left, right, bytes.count) == 0
        }
        guard isExact else { return nil }
        self = text
    }
}
