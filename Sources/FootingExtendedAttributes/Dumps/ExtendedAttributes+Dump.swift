import Foundation

extension ExtendedAttributes {
    /// Returns the selected attributes in the format of `getfattr`, for `setfattr --restore` and
    /// ``restore(_:from:)``.
    ///
    /// ```swift
    /// let text = try attributes.dump()
    /// ```
    ///
    /// A dump has a line with the file's path, one line for each attribute in the order of names,
    /// and a blank line. Text values are quoted; others are Base64. Without attributes the dump is
    /// empty. Concatenate the dumps of several files to make one dump.
    ///
    /// The path is the one with which this view was made; a relative path depends on the current
    /// folder. For an open file it is the file's current path. For an entry of a scan, the path
    /// begins with that of the scan: the dumps of a scan of a URL have absolute paths, and can't be
    /// restored after the folder has been moved; those of `scan(atPath: ".".utf8, for: key)` can.
    ///
    /// - Parameter selection: The attributes to write.
    /// - Returns: The dump. No path, name or value can break its lines.
    /// - Throws: ``ExtendedAttributeError`` if an attribute can't be read. An attribute that is
    ///   removed at the same time is omitted.
    /// - Complexity: O(*n*) in the size of the attributes.
    public func dump(
        _ selection: ExtendedAttributeSelection = .user
    ) throws(ExtendedAttributeError) -> String {
        var values: [(name: ExtendedAttributeName, value: Data)] = []
        for name in try names(selectedBy: selection) {
            if let value = try data(for: name) { values.append((name, value)) }
        }
        return dumpText(of: syscalls.path, values)
    }

    /// Stores the attributes of a dump of one file, and ignores the path in the dump.
    ///
    /// ```swift
    /// let report = copy.extendedAttributes.restore(from: text.utf8)
    /// ```
    ///
    /// A dump is the result of ``dump(_:)``, or the output of `getfattr -d` in any of its
    /// encodings. Everything that `setfattr --restore` reads is accepted: values without quotes,
    /// lines without “=”, carriage returns at the ends of lines, octal digits after a backslash,
    /// white space between digits. Lines that begin with “#” are comments. If two lines have the
    /// same name, the last is used.
    ///
    /// Attributes that are not in the dump are unchanged.
    ///
    /// - Parameters:
    ///   - selection: The attributes to store; others in the dump are ignored. Select attributes
    ///     outside `user` only if you trust the dump: it could make a privileged process grant
    ///     privileges.
    ///   - dump: The dump's bytes, such as `Data`, or the `utf8` view of a string. They need not be
    ///     UTF-8.
    /// - Returns: The attributes that were stored, and an issue with a line number for each
    ///   attribute that was not. A failure does not end the operation, but the path of a second
    ///   file does.
    /// - Complexity: O(*n*) in the size of the dump.
    public func restore(
        _ selection: ExtendedAttributeSelection = .user,
        from dump: some Collection<UInt8>
    ) -> ExtendedAttributeReport {
        let path = syscalls.path
        let reader = DumpReader(Array(dump), isOfOneFile: true)
        return Self.restore(selection, from: reader, below: path) { _ in (self, path) }
    }

    /// Stores the attributes in a dump.
    ///
    /// `open` returns the attributes of the file at a path in the dump, and its path for errors;
    /// errors about lines that belong to no file have the path `root`.
    static func restore(
        _ selection: ExtendedAttributeSelection,
        from dump: DumpReader,
        below root: [UInt8],
        _ open: ([UInt8]) throws(ExtendedAttributeError) -> (attributes: Self, path: [UInt8])
    ) -> ExtendedAttributeReport {
        var (reader, report) = (dump, ExtendedAttributeReport())
        // The file of the current lines, or `nil` if it was refused.
        var file: (attributes: Self, path: [UInt8])?
        while let item = reader.next() {
            do throws(ExtendedAttributeError) {
                switch item {
                case .file(let path):
                    file = nil
                    file = try open(path)
                case .attribute(let name, let value):
                    guard let file, selection.contains(name) else { continue }
                    try file.attributes.set(value, for: name)
                    report.stored.append(name)
                case .malformed(let name, let expected):
                    let path = name == nil ? root : file?.path ?? root
                    let code = ExtendedAttributeError.Code.malformedDump
                    throw .init(code, .restore, name: name, path: path, expected: expected)
                }
            } catch {
                var issue = error
                issue.line = reader.line
                // All issues about one file share the bytes of its path, since a dump can cause
                // many.
                if case .attribute = item, let file { issue.pathBytes = file.path }
                report.add(issue)
            }
        }
        return report
    }
}
