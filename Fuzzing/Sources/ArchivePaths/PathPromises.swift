import FootingArchives

/// The promises of paths for any bytes.
///
/// Fuzzers and an ordinary test share this file; `expect` is theirs.
struct PathPromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        let path = ArchivePath(bytes: bytes)
        expect(ArchivePath(bytes: path.bytes) == path, "normalizing again changes the path")
        expect(path.bytes.count <= bytes.count, "the path became longer")
        expect(!path.description.unicodeScalars.contains { $0.value < 32 }, "a control character")
        if let string = path.string { expect(ArchivePath(string) == path, "another string") }
        if path.isSafe(within: .untrusted) {
            expect(path.isSafe(), "only the untrusted path is safe")
            checkSafety(of: path)
        }
        let components = path.components
        for count in 0...components.count {
            let rest = path.dropFirst(count)
            expect(rest?.components ?? [] == Array(components.dropFirst(count)), "other components")
            let isRelative = rest?.bytes.first != UInt8(ascii: "/")
            expect(
                rest == nil || isRelative == (path.bytes.first != UInt8(ascii: "/")),
                "an absolute path became relative"
            )
        }
    }

    /// Follows the components of a safe path from a folder, which they never leave.
    private func checkSafety(of path: ArchivePath) {
        expect(!path.isEmpty && path.bytes.first != UInt8(ascii: "/"), "the path is absolute")
        expect(!path.bytes.contains(0), "the path has a NUL")
        expect(path.components.count <= 64, "the path is deep")
        for component in path.components {
            expect(1...255 ~= component.bytes.count, "a component is too long")
            expect(component != ".." && component.bytes != [0x2E], "a component leads elsewhere")
        }
    }
}
