import CFooting

extension ExtendedAttributes {
    /// The choice of whether a write may create, replace, or both.
    ///
    /// The systems support only these three modes, so no release adds a case: a `switch` over them
    /// needs no `default`.
    public enum WriteMode: Hashable, Sendable {
        /// Creates the attribute or replaces its value.
        case createOrReplace
        /// Throws ``ExtendedAttributeError/Code/alreadyExists`` if there is a value, and leaves it
        /// unchanged.
        case createOnly
        /// Replaces the value, or throws ``ExtendedAttributeError/Code/notFound`` without a value.
        case replaceOnly
    }

    /// Stores `bytes` under `name`.
    ///
    /// Readers see the old value or the new one, never a part. If this throws, the old value is
    /// unchanged.
    ///
    /// - Parameters:
    ///   - bytes: The value, such as `Data`, an array of bytes or the `utf8` view of a string.
    ///     Linux allows up to 64 KiB, and many file systems less: ext4 about 4000 bytes for all
    ///     attributes of a file.
    ///   - name: The attribute.
    ///   - mode: Whether the write may create the attribute, replace its value, or both. If several
    ///     processes write with ``WriteMode/createOnly`` at the same time, exactly one succeeds.
    /// - Throws: ``ExtendedAttributeError`` if the value can't be stored.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func set(
        _ bytes: some Collection<UInt8>,
        for name: ExtendedAttributeName,
        mode: WriteMode = .createOrReplace
    ) throws(ExtendedAttributeError) {
        // Checked first, to avoid a useless copy.
        try check(.set, name)
        // The collection's method would erase the type of an error thrown by the closure.
        let result = bytes.withContiguousStorageIfAvailable {
            unsafe store(UnsafeRawBufferPointer($0), name, mode)
        }
        guard let result else { return try set(Array(bytes), for: name, mode: mode) }
        if result < 0 { throw error(result, .set, name, mode: mode) }
    }

    /// Unavailable, because a string has several encodings: pass the bytes of one, usually
    /// `text.utf8`.
    @available(*, unavailable, message: "store text.utf8")
    public func set(
        _ text: some StringProtocol,
        for name: ExtendedAttributeName,
        mode: WriteMode = .createOrReplace
    ) throws(ExtendedAttributeError) {}

    /// Removes the attribute `name`.
    ///
    /// - Returns: Whether the attribute existed.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be changed.
    @discardableResult
    public func remove(_ name: ExtendedAttributeName) throws(ExtendedAttributeError) -> Bool {
        try check(.remove, name)
        let result = syscalls.remove(name)
        if result == missingResult { return false }
        guard result >= 0 else { throw error(result, .remove, name) }
        return true
    }

    /// Writes the value under a checked name, and returns the result of the system call.
    ///
    /// Not generic, so that client modules don't compile a copy. Returns a number because passing
    /// an optional error around is slower.
    @usableFromInline
    func store(
        _ value: UnsafeRawBufferPointer,
        _ name: ExtendedAttributeName,
        _ mode: WriteMode
    ) -> Int {
        let flags =
            switch mode {
            case .createOrReplace: 0 as Int32
            case .createOnly: footing_xattr_create
            case .replaceOnly: footing_xattr_replace
            }
        return unsafe syscalls.set(name, to: value, flags: flags)
    }
}
