/// The file, the line and the table of a finding.
struct FindingLocation {
    var file: String?
    var line: Int?
    var table: String?
}
