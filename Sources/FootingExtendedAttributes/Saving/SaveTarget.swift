import FootingFiles

/// The folder and the name of a new file, and the old file of that name.
struct SaveTarget {
    let folder: Folder
    let name: SystemPath
    /// `nil` if the name is free.
    let old: ReplacedFile?
}

/// A file that will be replaced, open to read its attributes.
final class ReplacedFile {
    let file: Descriptor
    let status: FileStatus

    init(_ file: consuming Descriptor) throws(ErrorNumber) {
        status = try FileStatus(ofDescriptor: file.number)
        self.file = file
    }
}
