public import Foundation

extension ExtendedAttributes {
    /// Returns the names and values of the file's attributes.
    ///
    /// ```swift
    /// let contents = try draft.extendedAttributes.contents(in: .user)
    /// for (name, value) in contents.sorted(by: { $0.key < $1.key }) {
    ///     print(name, "has", value.count, "bytes")
    /// }
    /// ```
    ///
    /// Each value is complete, but the values are read one by one: another program can change a
    /// value between two reads. An attribute that is removed in the meantime is omitted.
    ///
    /// - Parameter namespace: The namespace of the names to return, or `nil` for all that the
    ///   process may see.
    /// - Returns: The values by their names.
    /// - Throws: ``ExtendedAttributeError`` if the file or one of these attributes can't be read.
    /// - Complexity: O(*n* log *n*) in the number of names, and one or more system calls for each.
    public func contents(
        in namespace: ExtendedAttributeName.Namespace? = nil
    ) throws(ExtendedAttributeError) -> [ExtendedAttributeName: Data] {
        let names = try names(in: namespace)
        var contents: [ExtendedAttributeName: Data] = [:]
        contents.reserveCapacity(names.count)
        for name in names { contents[name] = try data(for: name) }
        return contents
    }

    /// Stores each value under its name, and leaves the file's other attributes unchanged.
    ///
    /// ```swift
    /// try draft.extendedAttributes.setContents([
    ///     "user.stage": "in review".utf8, "user.reviewer": "Ada".utf8,
    /// ])
    /// ```
    ///
    /// The changes are not atomic: each value is stored as by
    /// ``set(_:for:mode:)-(Collection<UInt8>,_,_)``, in the order of the names' bytes, up to
    /// the first failure. The error's ``ExtendedAttributeError/completedCount`` is the number of
    /// values that were already stored. An invalid name fails before anything is stored.
    ///
    /// - Throws: ``ExtendedAttributeError`` if a value can't be stored.
    /// - Complexity: O(*n* log *n*) in the number of names, and one system call for each.
    public func setContents(
        _ contents: [ExtendedAttributeName: some Collection<UInt8>]
    ) throws(ExtendedAttributeError) {
        try countingChanges { progress throws(ExtendedAttributeError) in
            try set(contents, progress: &progress)
        }
    }

    /// Stores each value under its name, and removes the namespace's other attributes.
    ///
    /// All values are stored first, as by ``setContents(_:)``, and the other attributes are removed
    /// afterwards, so no failure loses an attribute of `contents`. Other namespaces are never
    /// changed.
    ///
    /// - Parameters:
    ///   - namespace: The namespace of all the names.
    ///   - contents: The complete new content of the namespace.
    /// - Throws: ``ExtendedAttributeError`` if a value can't be stored or an attribute can't be
    ///   removed, with the number of changes so far in ``ExtendedAttributeError/completedCount``;
    ///   and, before anything is changed, ``ExtendedAttributeError/Code/invalidName`` for a name in
    ///   another namespace.
    /// - Complexity: O(*n* log *n*) in the number of names, and one system call for each.
    public func replaceContents(
        in namespace: ExtendedAttributeName.Namespace,
        with contents: [ExtendedAttributeName: some Collection<UInt8>]
    ) throws(ExtendedAttributeError) {
        try countingChanges { progress throws(ExtendedAttributeError) in
            for name in contents.keys.sorted() where name.namespace != namespace {
                // An invalid name throws a more specific error.
                try check(.set, name)
                let expected = "a name in the namespace “\(namespace)”"
                throw error(.invalidName, .set, name, expected: expected)
            }
            try set(contents, progress: &progress)
            for name in try names(in: namespace) where contents[name] == nil {
                if try remove(name) { progress += 1 }
            }
        }
    }

    private func set(
        _ contents: [ExtendedAttributeName: some Collection<UInt8>],
        progress: inout Int
    ) throws(ExtendedAttributeError) {
        // Checks the path even if `contents` is empty.
        try check(.set, nil)
        let ordered = contents.sorted { $0.key < $1.key }
        for (name, _) in ordered { try check(.set, name) }
        for (name, value) in ordered {
            try set(value, for: name)
            progress += 1
        }
    }
}
