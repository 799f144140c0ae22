import Foundation

extension ExtendedAttributes {
    /// Returns the selected attributes as text that `setfattr --restore` and
    /// ``restore(_:from:)`` read, in the format of `getfattr`.
    ///
    /// ```swift
    /// let text = try attributes.dump()
    /// ```
    ///
    /// A line with the file's path comes first, then one line for each attribute, ordered by their
    /// names, and a blank line. Text is quoted, and other values are Base64. There is no text at all
    /// if there are no attributes. The texts of several files in a row are one dump.
    ///
    /// The path is the one that this view was made with: it can be restored elsewhere if it is
    /// relative, or by another view, and an open file is called what the system calls it.
    ///
    /// - Parameter selection: The attributes to write.
    /// - Returns: The text, of which every line is whole whatever the path, names and values hold.
    /// - Throws: ``ExtendedAttributeError`` if an attribute can't be read. One that goes away
    ///   meanwhile is left out.
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

    /// Stores the attributes that a dump of one file holds, whatever the path in it.
    ///
    /// ```swift
    /// let report = copy.extendedAttributes.restore(from: text.utf8)
    /// ```
    ///
    /// A dump is what ``dump(_:)`` returns, or `getfattr -d` prints in any of its encodings. What
    /// `setfattr --restore` reads is read here too: values without quotes or without an “=”, returns
    /// at the ends of lines, octal digits behind a backslash, white space between digits. Lines that
    /// start with “#” are comments. Of two lines with one name, the last counts.
    ///
    /// Attributes that the dump does not name stay.
    ///
    /// - Parameters:
    ///   - selection: The attributes to store; the dump's others are passed over. Before you give
    ///     more than the ordinary ones, know where the dump comes from: a privileged process could
    ///     be made to hand out privileges.
    ///   - dump: The dump's bytes, such as `Data`, or the `utf8` view of a string. They need not be
    ///     UTF-8.
    /// - Returns: Which attributes were stored and, with its line, why each other was not: after one
    ///   that fails, the next ones are stored. At the path of a second file it ends.
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
                let error = error(.malformedDump, .restore, nil, expected: one)
                report.add(error, path, line: reader.line)
                break
            }
            restore(item, selection, path, line: reader.line, &report)
        }
        return report
    }

    /// Stores what one line of a dump says.
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
            let error = error(.malformedDump, .restore, name, expected: expected)
            report.add(error, path, line: line)
        case .attribute, .file:
            break
        }
    }
}

extension ExtendedAttributeReport {
    /// Adds what went wrong in a line of a dump.
    ///
    /// All issues about one file share the bytes of its path, of which a dump could ask for many.
    mutating func add(_ error: ExtendedAttributeError, _ path: [UInt8], line: Int) {
        var issue = ExtendedAttributeError(
            error.code,
            error.operation,
            name: error.name,
            path: path,
            errno: error.errno,
            expected: error.expected
        )
        issue.line = line
        issues.append(issue)
    }
}
