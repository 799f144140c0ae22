extension ExtendedAttributes {
    /// Copies this file's attributes to another file.
    ///
    /// ```swift
    /// let report = try draft.extendedAttributes.copy(to: final.extendedAttributes)
    /// print("Copied:", report.stored)
    /// ```
    ///
    /// Outside the `user` namespace, the system often refuses attributes to this process, or the
    /// other volume does not support them. The copy continues after such a refusal, and the report
    /// has an issue (``ExtendedAttributeReport/issues``). A refusal in the `user` namespace is
    /// thrown, as is every other failure; the attributes that were already copied stay.
    ///
    /// The record of a download (``HTTPCacheRecord``) is copied only if it is selected by name: the
    /// other file has another size or time, and may have its own record.
    ///
    /// The attributes are copied in the order of their names. Each value is complete. An attribute
    /// that is removed before it is read is omitted. Copying to the same file changes nothing.
    ///
    /// - Parameters:
    ///   - selection: The attributes to copy.
    ///   - destination: The attributes of the other file.
    ///   - removingOthers: Whether to remove the destination's selected attributes that this file
    ///     does not have. Attributes that are not selected always stay.
    /// - Returns: The attributes that were copied, removed and refused.
    /// - Throws: ``ExtendedAttributeError`` if an attribute can't be copied. Its
    ///   ``ExtendedAttributeError/completedCount`` is the number of attributes that were already
    ///   changed.
    /// - Complexity: O(*n* log *n*) in the number of names, and two system calls for each.
    @discardableResult
    public func copy(
        _ selection: ExtendedAttributeSelection = .user,
        to destination: ExtendedAttributes,
        removingOthers: Bool = false
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let selection = selection.forAnotherContent
        var report = ExtendedAttributeReport()
        try countingChanges { progress throws(ExtendedAttributeError) in
            try check(.list, nil)
            try destination.check(.set, nil)
            let names = try names(selectedBy: selection)
            for name in names { try check(.read, name) }

            var missing: [ExtendedAttributeName] = []
            for name in names {
                try report.collect { report throws(ExtendedAttributeError) in
                    guard try copy(name, to: destination) else { return missing.append(name) }
                    report.stored.append(name)
                    progress += 1
                }
            }
            guard removingOthers else { return }
            let kept = Set(names).subtracting(missing)
            for name in try destination.names(selectedBy: selection) where !kept.contains(name) {
                try report.collect { report throws(ExtendedAttributeError) in
                    guard try destination.remove(name) else { return }
                    report.removed.append(name)
                    progress += 1
                }
            }
        }
        return report
    }

    /// Copies one attribute, without a copy in memory, and returns whether it existed.
    private func copy(
        _ name: ExtendedAttributeName,
        to destination: ExtendedAttributes
    ) throws(ExtendedAttributeError) -> Bool {
        var isThere = false
        try read(name) { bytes throws(ExtendedAttributeError) in
            isThere = true
            let result = unsafe bytes.withUnsafeBytes {
                unsafe destination.store($0, name, .createOrReplace)
            }
            if result < 0 { throw destination.error(result, .set, name) }
        }
        return isThere
    }
}

extension ExtendedAttributeReport {
    /// Calls `body` and adds its error as an issue, if the error is about one attribute only.
    fileprivate mutating func collect(
        _ body: (inout Self) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) {
        do throws(ExtendedAttributeError) {
            try body(&self)
        } catch {
            guard error.isRefusalOfItsName else { throw error }
            add(error)
        }
    }
}

extension ExtendedAttributeError {
    /// Whether the system refused the attribute because of its name rather than the file.
    fileprivate var isRefusalOfItsName: Bool {
        guard let name, name.namespace != .user else { return false }
        return switch code {
        case .unsupported, .notPermitted: true
        // SELinux refuses a label with this error.
        case .accessDenied: name.namespace == .security
        default: false
        }
    }
}
