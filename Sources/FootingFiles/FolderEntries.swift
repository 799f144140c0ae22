import CFooting

/// The entries of an open folder, one after the other, without `.` and `..`.
///
/// Safe to use: the stream is private and valid as long as this value, and the entry is cleared
/// before its name becomes invalid. Only `latest` returns a pointer.
@safe package struct FolderEntries: ~Copyable {
    /// The C library's stream of the folder, owned by this value and closed by `deinit`.
    private let stream: UnsafeMutableRawPointer
    private let folder: Int32
    /// The latest entry; its name belongs to the stream, and is valid until the next read.
    private var found = unsafe footing_folder_entry()

    /// Takes over a folder that is open for reading.
    package init(of folder: consuming Descriptor) throws(ErrorNumber) {
        self.folder = folder.number
        var stream: UnsafeMutableRawPointer?
        // The pointer is used only during the call.
        try check(unsafe footing_fdopendir(folder.release(), &stream))
        // Without an error, there is a stream.
        guard let stream = unsafe stream else { throw ErrorNumber.invalid }
        unsafe self.stream = stream
    }

    deinit { unsafe footing_closedir(stream) }

    /// Finds the next entry; `false` at the end.
    package mutating func next() throws(ErrorNumber) -> Bool {
        let result = unsafe footing_readdir(stream, &found)
        if result <= 0 { unsafe found = unsafe footing_folder_entry() }
        return try check(result) > 0
    }

    /// The folder's descriptor, and the latest entry's name; valid until the next read.
    package var latest: (folder: Int32, name: UnsafePointer<CChar>?) {
        unsafe (folder, found.name)
    }

    /// The name of the latest entry.
    package var name: SystemPath { unsafe SystemPath(bytes) }

    /// The path of the latest entry, if the folder is at `path`.
    package func path(in path: SystemPath) -> SystemPath { unsafe SystemPath(of: bytes, in: path) }

    /// The kind of the latest entry.
    package var kind: FileKind { FileKind(ofMode: unsafe found.mode) }

    /// The name has that length, and is valid because the next entry has not been read.
    private var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: found.name, count: found.length)
    }
}
