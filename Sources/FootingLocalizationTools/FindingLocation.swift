/// The file, the line, the table and the key of a finding.
struct FindingLocation {
    var file: String?
    var line: Int?
    var table: String?
    var key: String?
}
