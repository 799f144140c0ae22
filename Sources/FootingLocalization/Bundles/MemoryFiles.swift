final class MemoryFiles: Sendable {
    let namesByFolder: [String: [String]]
    let files: [String: [UInt8]]

    init(_ namesByFolder: [String: [String]], _ files: [String: [UInt8]]) {
        self.namesByFolder = namesByFolder
        self.files = files
    }
}
