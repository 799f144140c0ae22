import CExtendedAttributes
public import Foundation

extension ExtendedAttributes {
    /// Returns the bytes stored under `name`, or `nil` if the file has no such attribute.
    ///
    /// See ``withBytes(of:_:)`` for what happens when other programs write at the same time.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached.
    /// - Complexity: O(*n*) in the size of the value.
    public func data(for name: ExtendedAttributeName) throws(ExtendedAttributeError) -> Data? {
        var data: Data?
        try read(name) { bytes in
            data = unsafe bytes.withUnsafeBytes { unsafe Self.data($0) }
        }
        return data
    }

    /// Calls `body` with the bytes stored under `name`, without copying them.
    ///
    /// ```swift
    /// let size = try attributes.withBytes(of: "user.stage") { $0.byteCount }
    /// ```
    ///
    /// The bytes are one whole value, even while other programs replace it by longer or shorter
    /// ones. A value of up to 4 KiB costs one system call and no memory of the heap.
    ///
    /// A `RawSpan` can't leave `body`, so copy what has to last. A body that fails in a way of its own
    /// returns a `Result`:
    ///
    /// ```swift
    /// let count = try attributes.withBytes(of: "user.count") { bytes in
    ///     Result { try number(in: bytes) }
    /// }
    /// print("Count:", try count?.get() ?? 0)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The attribute.
    ///   - body: Takes the bytes, on this thread, before the call returns. It is not called if the
    ///     file has no such attribute.
    /// - Returns: What `body` returned, or `nil` if the file has no such attribute.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached, and what
    ///   `body` throws.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func withBytes<Result>(
        of name: ExtendedAttributeName,
        _ body: (RawSpan) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result? {
        var result: Result?
        try read(name) { bytes throws(ExtendedAttributeError) in result = try body(bytes) }
        return result
    }

    /// Returns the names of the file's attributes, ordered by their bytes.
    ///
    /// The system leaves out names that the process may not see, such as `trusted` names if it is not
    /// privileged. An empty list does not mean that the volume takes attributes: see
    /// the guide.
    ///
    /// The names share the memory of the list, up to 64 KiB, which is freed with the last of them. To
    /// keep one of many, copy it: `ExtendedAttributeName(bytes: name.bytes)`.
    ///
    /// - Parameter namespace: The family of names to return, or `nil` for all.
    /// - Returns: The names, none twice.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached.
    /// - Complexity: O(*n* log *n*) in the number of names.
    public func names(
        in namespace: ExtendedAttributeName.Namespace? = nil
    ) throws(ExtendedAttributeError) -> [ExtendedAttributeName] {
        try check(.list, nil)
        var names: [ExtendedAttributeName] = []
        let end = try unsafe readGrowing({ unsafe calls.list(into: $0) }) { list in
            names = unsafe list.withUnsafeBytes {
                unsafe [ExtendedAttributeName](list: $0, of: namespace)
            }
        }
        if end != .complete { try finish(end, .list, nil) }
        return names
    }

    /// Copies the bytes by the way that costs least.
    static func data(_ bytes: UnsafeRawBufferPointer) -> Data {
        guard let start = bytes.baseAddress else { return Data() }
        return unsafe Data(bytes: start, count: bytes.count)
    }

    /// Hands the value to `body`, which is not called if there is none.
    ///
    /// Not generic, so that the generic call above costs a client in another module nothing.
    @usableFromInline
    func read(
        _ name: ExtendedAttributeName,
        _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) {
        try check(.read, name)
        let end = try unsafe readGrowing({ unsafe calls.get(name, into: $0) }, body)
        if end != .complete, end != .failed(footing_xattr_missing) {
            try finish(end, .read, name)
        }
    }

    private func finish(
        _ end: ReadEnd,
        _ operation: ExtendedAttributeError.Operation,
        _ name: ExtendedAttributeName?
    ) throws(ExtendedAttributeError) {
        switch end {
        case .complete:
            return
        case .failed(let number):
            throw error(number, operation, name)
        case .unstable:
            throw error(.unstable, operation, name)
        }
    }
}
