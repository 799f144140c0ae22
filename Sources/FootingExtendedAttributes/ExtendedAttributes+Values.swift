extension ExtendedAttributes {
    /// Returns the value stored under `key`, or `nil` if the file has no such attribute.
    ///
    /// - Throws: ``ExtendedAttributeError``, with the code
    ///   ``ExtendedAttributeError/Code/undecodableValue`` if the bytes are none of the key's coding.
    ///   They are still there.
    /// - Complexity: O(*n*) in the size of the value.
    public func value<Value>(
        for key: ExtendedAttributeKey<Value>
    ) throws(ExtendedAttributeError) -> Value? {
        var value: Value?
        try read(key.name) { bytes throws(ExtendedAttributeError) in
            value = key.coding.decode(bytes)
            guard value != nil else {
                throw error(.undecodableValue, .read, key.name, expected: key.coding.expected)
            }
        }
        return value
    }

    /// Stores `value` under `key`.
    ///
    /// See ``set(_:for:ifExists:)-(Collection<UInt8>,_,_)``; the value is written as the key's coding
    /// says.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the value can't be written or stored.
    /// - Complexity: O(*n*) in the size of the value.
    public func set<Value>(
        _ value: Value,
        for key: ExtendedAttributeKey<Value>,
        ifExists existing: ExistingValue = .replace
    ) throws(ExtendedAttributeError) {
        try check(.set, key.name)
        var failure: ExtendedAttributeError?
        let isEncoded = key.coding.encode(value) { bytes in
            failure = unsafe bytes.withUnsafeBytes { unsafe write($0, key.name, existing) }
        }
        guard isEncoded else {
            throw error(.unencodableValue, .set, key.name, expected: key.coding.expected)
        }
        if let failure { throw failure }
    }
}
