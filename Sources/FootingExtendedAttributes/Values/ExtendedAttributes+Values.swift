extension ExtendedAttributes {
    /// Returns the value stored under `key`, or `nil` if the file has no such attribute.
    ///
    /// ```swift
    /// let tag = try attributes.value(for: .etag)
    /// ```
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached, with
    ///   the code ``ExtendedAttributeError/Code/undecodableValue`` if the key's coding can't read
    ///   the bytes. The bytes are unchanged, and ``data(for:)`` returns them.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func value<Value>(
        for key: ExtendedAttributeKey<Value>
    ) throws(ExtendedAttributeError) -> Value? {
        var value: Value?
        var isUndecodable = false
        try read(key.name) { bytes in
            value = key.coding.decode(bytes)
            isUndecodable = value == nil
        }
        if isUndecodable {
            throw error(.undecodableValue, .read, key.name, expected: key.coding.expected())
        }
        return value
    }

    /// Stores `value` under `key`.
    ///
    /// ```swift
    /// try attributes.set("\"33a64df5\"", for: .etag)
    /// try attributes.set(42, for: ExtendedAttributeKey("user.example.count"), mode: .createOnly)
    /// ```
    ///
    /// Readers see the old value or the new one, never a part. If this throws, the old value is
    /// unchanged.
    ///
    /// - Parameters:
    ///   - value: The value, which the key's coding writes.
    ///   - key: The attribute.
    ///   - mode: Whether the write may create the attribute, replace its value, or both. If several
    ///     processes write with ``WriteMode/createOnly`` at the same time, exactly one succeeds.
    /// - Throws: ``ExtendedAttributeError`` if the value can't be stored, with the code
    ///   ``ExtendedAttributeError/Code/unencodableValue`` if the key's coding can't write it.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func set<Value>(
        _ value: Value,
        for key: ExtendedAttributeKey<Value>,
        mode: WriteMode = .createOrReplace
    ) throws(ExtendedAttributeError) {
        try check(.set, key.name)
        var result = 0
        let isEncoded = key.coding.encode(value) { bytes in
            result = unsafe bytes.withUnsafeBytes { unsafe store($0, key.name, mode) }
        }
        guard isEncoded else {
            let expected = key.coding.refusal(value) ?? key.coding.expected()
            throw error(.unencodableValue, .set, key.name, expected: expected)
        }
        if result < 0 { throw error(result, .set, key.name, mode: mode) }
    }

    /// Stores `value` under `key`, or removes the attribute if `value` is `nil`.
    ///
    /// ```swift
    /// try attributes.set(nil, for: .etag)
    /// ```
    ///
    /// See ``set(_:for:mode:)-(Value,_,_)``. Removing a missing attribute is not an error.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the value can't be stored or removed.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func set<Value>(
        _ value: Value?,
        for key: ExtendedAttributeKey<Value>
    ) throws(ExtendedAttributeError) {
        if let value {
            try set(value, for: key, mode: .createOrReplace)
        } else {
            try remove(key.name)
        }
    }
}
