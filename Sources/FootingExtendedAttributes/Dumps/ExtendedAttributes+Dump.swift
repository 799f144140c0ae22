import Foundation

extension ExtendedAttributes {
    /// Returns the selected attributes as text that `setfattr --restore` and
    /// ``restore(_:from:)`` read, in the format of `getfattr`.
    ///
    /// ```swift
    /// let text = try attributes.dump()
    /// ```
    ///
    /// The text begins with a line with the file's path. One line for each attribute follows, in the
    /// order of their names, and a blank line. Text values are quoted, and others are Base64. Without
    /// attributes the text is empty. The texts of several files in a row are one dump.
    ///
    /// The path is the one that this view was made with, so a relative path or another view restores
    /// the attributes elsewhere. For an open file it is the system's path.
    ///
    /// - Parameter selection: The attributes to write.
    /// - Returns: The text. No path, name or value can break a line of it.
    /// - Throws: ``ExtendedAttributeError`` if an attribute can't be read. An attribute that is removed
    ///   at the same time is left out.
    /// - Complexity: O(*n*) in the size of the attributes.
    public func dump(
        _ selection: ExtendedAttributeSelection = .user
    ) throws(ExtendedAttributeError) -> String {
        var values: [(name: ExtendedAttributeName, value: Data)] = []
        for name in try names(selectedBy: selection) {
            if let value = try data(for: name) { values.append((name, value)) }
        }
        return dumpText(of: calls.path, values)
    }

    /// Stores the attributes of a dump of one file, whatever path the dump has.
    ///
    /// ```swift
    /// let report = copy.extendedAttributes.restore(from: text.utf8)
    /// ```
    ///
    /// A dump is the text of ``dump(_:)``, or of `getfattr -d` in any of its encodings. Every text that
    /// `setfattr --restore` reads is accepted: values without quotes or without an “=”, carriage
    /// returns at the ends of lines, octal digits behind a backslash, white space between digits. Lines
    /// that start with “#” are comments. Of two lines with one name, the last counts.
    ///
    /// Attributes that the dump does not name stay.
    ///
    /// - Parameters:
    ///   - selection: The attributes to store; the dump's others are ignored. Select more than `user`
    ///     attributes only if you trust the dump: a privileged process could be made to grant
    ///     privileges.
    ///   - dump: The dump's bytes, such as `Data`, or the `utf8` view of a string. They need not be
    ///     UTF-8.
    /// - Returns: The attributes that were stored, and an issue, with its line, for each other. A
    ///   failure does not end the operation; the path of a second file does.
    /// - Complexity: O(*n*) in the size of the dump.
    public func restore(
        _ selection: ExtendedAttributeSelection = .user,
        from dump: some Collection<UInt8>
    ) -> ExtendedAttributeReport {
        var reader = DumpReader(Array(dump))
        var report = ExtendedAttributeReport()
        let path = calls.path
        var isNamed = false
        while let item = reader.next() {
            if case .file = item {
                guard isNamed else {
                    isNamed = true
                    continue
                }
                let one = "the dump of one file, but of several"
                report.add(.malformedDump(nil, expected: one), path, line: reader.line)
                break
            }
            restore(item, selection, path, line: reader.line, &report)
        }
        return report
    }

    /// Carries out one line of a dump.
    func restore(
        _ item: DumpReader.Item,
        _ selection: ExtendedAttributeSelection,
        _ path: [UInt8],
        line: Int,
        _ report: inout ExtendedAttributeReport
    ) {
        switch item {
        case .attribute(let name, let value) where selection.contains(name):
            do {
                try set(value, for: name)
                report.stored.append(name)
            } catch {
                report.add(error, path, line: line)
            }
        case .malformed(let name, let expected):
            report.add(.malformedDump(name, expected: expected), path, line: line)
        case .attribute, .file:
            break
        }
    }
}

extension ExtendedAttributeError {
    /// The error about a line of a dump, without its path.
    fileprivate static func malformedDump(
        _ name: ExtendedAttributeName?,
        expected: String
    ) -> Self {
        Self(.malformedDump, .restore, name: name, path: [], expected: expected)
    }
}

extension ExtendedAttributeReport {
    /// Adds the error about a line of a dump.
    ///
    /// All issues about one file share the bytes of its path, of which a dump could ask for many.
    mutating func add(
        _ error: @autoclosure () -> ExtendedAttributeError,
        _ path: [UInt8],
        line: Int
    ) {
        func issue() -> ExtendedAttributeError {
            var issue = error()
            issue.pathBytes = path
            issue.line = line
            return issue
        }
        add(issue())
    }
}
