/// A new file, open for writing, with an unpredictable name beside its final place.
///
/// Close it when it is complete, and give it its name with ``Folder/rename(_:to:in:replacing:)``:
/// other processes then see either no file or the complete one. The name begins with `.footing-`.
package struct TemporaryFile: ~Copyable {
    package let name: SystemPath
    package let file: Descriptor

    /// Creates an empty file in a folder.
    package init(in folder: Folder, mode: FileMode) throws(ErrorNumber) {
        for _ in 1...16 {
            let name = Self.randomName()
            do throws(ErrorNumber) {
                self = Self(name: name, file: try folder.create(name, mode: mode))
                return
            } catch {
                // A name is taken with a probability of 2^-64, or on a faulty volume.
                guard error == .exists else { throw error }
            }
        }
        throw ErrorNumber.exists
    }

    private init(name: SystemPath, file: consuming Descriptor) {
        self.name = name
        self.file = file
    }

    /// Closes the file, and throws an error of earlier writes.
    package consuming func close() throws(ErrorNumber) {
        try file.close()
    }

    /// Returns `.footing-` and 64 random bits, written with the letters from a to p.
    package static func randomName() -> SystemPath {
        var name = Array(".footing-".utf8)
        var bits = UInt64.random(in: 0...UInt64.max)
        for _ in 0..<16 {
            name.append(UInt8(ascii: "a") &+ UInt8(truncatingIfNeeded: bits & 15))
            bits >>= 4
        }
        return SystemPath(name)
    }
}
