/// A scanned document: its bytes and its tokens, both borrowed.
// Safe, because every index is checked here, and `JSONTape.withDocument` keeps the tokens alive.
@safe
@usableFromInline
package struct JSONDocument {
    @usableFromInline
    package let bytes: ByteView
    @usableFromInline
    let tokens: UnsafeBufferPointer<JSONToken>

    package static var empty: JSONDocument {
        unsafe JSONDocument(bytes: .empty, tokens: UnsafeBufferPointer(start: nil, count: 0))
    }

    package var count: Int { unsafe tokens.count }

    @inlinable
    @inline(__always)
    package subscript(index: Int) -> JSONToken {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: unsafe tokens.count))
        return unsafe tokens[index]
    }

    /// The bytes of a scalar as the document encodes them; the token must not be a container.
    @inlinable
    @inline(__always)
    package func content(of token: JSONToken) -> ByteView {
        bytes.slice(from: Int(token.start), count: token.extent)
    }

    /// The number of elements of an array, or of keys and values of an object; `Int.max` if the
    /// container is overfull.
    ///
    /// - Complexity: O(*n*) in that number.
    package func elementCount(of index: Int) -> Int {
        if self[index].isOverfull { return .max }
        let end = self[index].extent
        var count = 0
        var element = index &+ 1
        while element < end {
            count &+= 1
            element = self.index(after: element)
        }
        return count
    }

    /// The index of the first token after a value and its contents.
    @inlinable
    @inline(__always)
    package func index(after index: Int) -> Int {
        let token = self[index]
        return token.isContainer ? token.extent : index &+ 1
    }
}

@available(*, unavailable, message: "A document is lent to one call on one thread.")
extension JSONDocument: @unchecked Sendable {}
