import CExtendedAttributes

extension ExtendedAttributes {
    /// How setting treats a value that exists already.
    ///
    /// The systems know these three ways and no other, so no release adds one: a `switch` over them
    /// needs no `default`.
    public enum ExistingValue: Hashable, Sendable {
        /// Replaces it.
        case replace
        /// Throws ``ExtendedAttributeError/Code/alreadyExists`` and leaves it alone.
        case fail
        /// Replaces it, and throws ``ExtendedAttributeError/Code/notFound`` if there is none.
        case require
    }

    /// Stores `bytes` under `name`.
    ///
    /// Readers see the old value or the new one, never a part. If this throws, the old value is
    /// still there.
    ///
    /// - Parameters:
    ///   - bytes: The value, such as `Data`, an array of bytes or the `utf8` view of a string. Linux
    ///     takes up to 64 KiB, and many file systems less: ext4 about 4000 bytes for all attributes
    ///     of a file.
    ///   - name: The attribute.
    ///   - existing: How to treat a value that exists already. Of several processes that write
    ///     with ``ExistingValue/fail`` at once, exactly one succeeds.
    /// - Throws: ``ExtendedAttributeError`` if the value can't be stored.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func set(
        _ bytes: some Collection<UInt8>,
        for name: ExtendedAttributeName,
        ifExists existing: ExistingValue = .replace
    ) throws(ExtendedAttributeError) {
        // First, so that nothing is copied in vain.
        try check(.set, name)
        // The closures' error would lose its type on the way through the collection.
        let result = bytes.withContiguousStorageIfAvailable {
            unsafe store(UnsafeRawBufferPointer($0), name, existing)
        }
        guard let result else { return try set(Array(bytes), for: name, ifExists: existing) }
        if result < 0 { throw refusal(result, name, existing) }
    }

    /// Text has several forms as bytes, so say which: mostly, `text.utf8`.
    @available(*, unavailable, message: "store text.utf8")
    public func set(
        _ text: some StringProtocol,
        for name: ExtendedAttributeName,
        ifExists existing: ExistingValue = .replace
    ) throws(ExtendedAttributeError) {}

    /// Removes the attribute `name`.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be changed.
    @discardableResult
    public func remove(_ name: ExtendedAttributeName) throws(ExtendedAttributeError) -> Bool {
        try check(.remove, name)
        let result = calls.remove(name)
        if result >= 0 { return true }
        let number = Int32(truncatingIfNeeded: -result)
        if number == footing_xattr_missing { return false }
        throw error(number, .remove, name)
    }

    /// Writes the value under a name that has passed its check, and returns what went wrong.
    func write(
        _ value: UnsafeRawBufferPointer,
        _ name: ExtendedAttributeName,
        _ existing: ExistingValue
    ) -> ExtendedAttributeError? {
        let result = unsafe store(value, name, existing)
        return result < 0 ? refusal(result, name, existing) : nil
    }

    /// Writes the value under a name that has passed its check, and returns what the system said.
    ///
    /// Not generic, so that the generic calls cost a client in another module nothing. A number,
    /// since moving an error about that is hardly ever there takes longer.
    @usableFromInline
    func store(
        _ value: UnsafeRawBufferPointer,
        _ name: ExtendedAttributeName,
        _ existing: ExistingValue
    ) -> Int {
        let rule =
            switch existing {
            case .replace: footing_xattr_replace
            case .fail: footing_xattr_create
            case .require: footing_xattr_require
            }
        return unsafe calls.set(name, to: value, rule: rule)
    }

    /// Makes the error for what ``store(_:_:_:)`` returned.
    @usableFromInline
    func refusal(
        _ result: Int,
        _ name: ExtendedAttributeName,
        _ existing: ExistingValue
    ) -> ExtendedAttributeError {
        error(Int32(truncatingIfNeeded: -result), .set, name, ifExists: existing)
    }
}
