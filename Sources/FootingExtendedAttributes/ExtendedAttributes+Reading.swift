public import Foundation

extension ExtendedAttributes {
    /// Returns the bytes stored under `name`, or `nil` if the file has no such attribute.
    ///
    /// The bytes are one complete value, even while other programs write (see `withBytes(of:_:)`).
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

    /// Returns the number of bytes stored under `name`, or `nil` if the file has no such attribute.
    ///
    /// ```swift
    /// let size = try attributes.size(of: "user.stage")
    /// ```
    ///
    /// The value is not read. Another program can change it at any time, and some network volumes
    /// return a wrong size: to read the value, call ``data(for:)``, which does not rely on the
    /// size.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached.
    public func size(of name: ExtendedAttributeName) throws(ExtendedAttributeError) -> Int? {
        try check(.read, name)
        // With an empty buffer, the call returns the size only.
        let result = unsafe syscalls.get(name, into: .init(start: nil, count: 0))
        if result == missingResult { return nil }
        guard result >= 0 else { throw error(result, .read, name) }
        return result
    }

    /// Calls `body` with the bytes stored under `name`, without copying them.
    ///
    /// ```swift
    /// let beginning = try attributes.withBytes(of: "user.stage") { (bytes: RawSpan) in
    ///     let text = bytes.withUnsafeBytes { String(decoding: $0.prefix(2), as: UTF8.self) }
    ///     return "\(bytes.byteCount) bytes, beginning with “\(text)”"
    /// }
    /// ```
    ///
    /// The bytes are one complete value, even while other programs replace it by longer or shorter
    /// ones. A value of up to 4 KiB takes one system call and no heap allocation.
    ///
    /// A `RawSpan` can't escape from `body`: copy the bytes that you need afterwards.
    ///
    /// - Parameters:
    ///   - name: The attribute.
    ///   - body: Receives the bytes, on this thread, before the call returns. It is not called if
    ///     the file has no such attribute.
    /// - Returns: The result of `body`, or `nil` if the file has no such attribute.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached, and the
    ///   error of `body`.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func withBytes<Value>(
        of name: ExtendedAttributeName,
        _ body: (RawSpan) throws(ExtendedAttributeError) -> Value
    ) throws(ExtendedAttributeError) -> Value? {
        var value: Value?
        try read(name) { bytes throws(ExtendedAttributeError) in value = try body(bytes) }
        return value
    }

    /// Calls `body`, which may throw an error of any type, with the bytes stored under `name`.
    ///
    /// ```swift
    /// let count = try attributes.withBytes(of: "user.count") { try number(in: $0) }
    /// ```
    ///
    /// Otherwise this is the same as the other `withBytes(of:_:)`.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached, and the
    ///   error of `body`, unchanged.
    /// - Complexity: O(*n*) in the size of the value.
    @inlinable
    public func withBytes<Value, Failure: Error>(
        of name: ExtendedAttributeName,
        _ body: (RawSpan) throws(Failure) -> Value
    ) throws -> Value? {
        var result: Result<Value, Failure>?
        try read(name) { bytes in
            do throws(Failure) {
                result = .success(try body(bytes))
            } catch {
                result = .failure(error)
            }
        }
        return try result?.get()
    }

    /// Returns the names of the file's attributes, ordered by their bytes.
    ///
    /// The system omits names that the process may not see, such as `trusted` names if the process
    /// is not privileged. An empty list does not mean that the volume supports attributes: see
    /// ``isSupportedByVolume``.
    ///
    /// The names share the memory of the list, up to 64 KiB, which is freed with the last name. To
    /// keep only some names, copy them: `ExtendedAttributeName(bytes: name.bytes)`.
    ///
    /// - Parameter namespace: The namespace of the names to return, or `nil` for all.
    /// - Returns: The names, without duplicates.
    /// - Throws: ``ExtendedAttributeError`` if the file or its attributes can't be reached.
    /// - Complexity: O(*n* log *n*) in the number of names.
    public func names(
        in namespace: ExtendedAttributeName.Namespace? = nil
    ) throws(ExtendedAttributeError) -> [ExtendedAttributeName] {
        try check(.list, nil)
        var names: [ExtendedAttributeName] = []
        let result = try unsafe readGrowing({ unsafe syscalls.list(into: $0) }) { list in
            names = unsafe list.withUnsafeBytes {
                unsafe [ExtendedAttributeName](list: $0, of: namespace)
            }
        }
        guard result >= 0 else { throw error(result, .list, nil) }
        return names
    }

    /// Whether the file's volume supports attributes in the namespace for all users.
    ///
    /// ```swift
    /// if try attributes.isSupportedByVolume { print("The stage can be stored.") }
    /// ```
    ///
    /// An empty list of names is not a reliable test: some volumes return an empty list and refuse
    /// every attribute. This property removes an attribute that no program stores,
    /// `user.footing.probe`, and so changes nothing.
    ///
    /// - Throws: ``ExtendedAttributeError`` if the file is missing, or if attributes can't be
    ///   stored for another reason: the file's permissions, a read-only volume, or, with the code
    ///   ``ExtendedAttributeError/Code/notPermitted``, a symbolic link, a pipe, a socket or a
    ///   device, on which Linux allows no such attributes. The error's operation is
    ///   ``ExtendedAttributeError/Operation/remove``, and its name `user.footing.probe`.
    public var isSupportedByVolume: Bool {
        get throws(ExtendedAttributeError) {
            do throws(ExtendedAttributeError) {
                try remove(Self.probe)
                return true
            } catch {
                guard error.code == .unsupported else { throw error }
                return false
            }
        }
    }

    /// The attribute that ``isSupportedByVolume`` removes.
    static let probe = ExtendedAttributeName.portable("footing.probe")

    /// Copies the bytes; the fastest way that was measured.
    static func data(_ bytes: UnsafeRawBufferPointer) -> Data {
        guard let start = bytes.baseAddress else { return Data() }
        return unsafe Data(bytes: start, count: bytes.count)
    }

    /// Calls `body` with the value, if there is one.
    ///
    /// Not generic, so that client modules don't compile a copy.
    @usableFromInline
    func read(
        _ name: ExtendedAttributeName,
        _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
    ) throws(ExtendedAttributeError) {
        try check(.read, name)
        let result = try unsafe readGrowing({ unsafe syscalls.get(name, into: $0) }, body)
        if result < 0, result != missingResult { throw error(result, .read, name) }
    }
}
