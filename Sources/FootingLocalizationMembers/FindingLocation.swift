/// The file, the line, the table and the key of a finding.
package struct FindingLocation: Sendable {
    package var file: String?
    package var line: Int?
    package var table: String?
    package var key: String?

    package init(
        file: String? = nil,
        line: Int? = nil,
        table: String? = nil,
        key: String? = nil
    ) {
        (self.file, self.line, self.table, self.key) = (file, line, table, key)
    }
}
