import CFooting

/// An open file or folder, which is closed with the lifetime of this value.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    init(number: Int32) {
        self.number = number
    }

    /// Takes over the descriptor that a C function returned, or throws its error.
    init(_ result: Int) throws(ErrorNumber) {
        number = Int32(truncatingIfNeeded: try check(result))
    }

    /// Opens the same file again; the current position is shared.
    package init(duplicating number: Int32) throws(ErrorNumber) {
        try self.init(footing_dup(number))
    }

    deinit { footing_close(number) }

    /// Closes the file, and throws an error of earlier writes.
    ///
    /// Some volumes report a lack of space only on closing.
    package consuming func close() throws(ErrorNumber) {
        let number = number
        discard self
        try check(footing_close(number))
    }

    /// Gives the descriptor away, without closing it.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// `pread`: reads from an offset on until the memory is full or the file ends.
    ///
    /// The current position stays, so several threads can read at once.
    ///
    /// - Returns: The number of bytes, or the error.
    package func read(
        into memory: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) -> Result<Int, ErrorNumber> {
        Result { () throws(ErrorNumber) in
            // The call knows the size of the memory, and uses it only until it returns.
            try check(
                unsafe footing_pread(number, memory.baseAddress, memory.count, Int64(offset))
            )
        }
    }

    /// `write`, repeated until all bytes are written at the current position.
    ///
    /// Returns the error, because closures of Foundation throw no typed ones.
    package func write(_ bytes: UnsafeRawBufferPointer) -> ErrorNumber? {
        let result = unsafe footing_write(number, bytes.baseAddress, bytes.count)
        return result < 0 ? ErrorNumber(Int32(truncatingIfNeeded: -result)) : nil
    }

    /// `pwrite`, repeated until all bytes are written at an offset; the current position stays.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> ErrorNumber? {
        let result = unsafe footing_pwrite(number, bytes.baseAddress, bytes.count, Int64(offset))
        return result < 0 ? ErrorNumber(Int32(truncatingIfNeeded: -result)) : nil
    }

    /// `lseek`: moves the current position forward, possibly beyond the end, and returns it.
    @discardableResult
    package func skip(_ count: Int) throws(ErrorNumber) -> Int {
        try check(footing_skip(number, Int64(count)))
    }

    /// `ftruncate`: changes the size.
    package func resize(to size: Int) throws(ErrorNumber) {
        try check(footing_ftruncate(number, Int64(size)))
    }

    /// `futimens`: sets the modification time: seconds since 1970, and the nanoseconds to add.
    package func setModified(_ time: (seconds: Int64, nanoseconds: Int64)) throws(ErrorNumber) {
        try check(footing_set_modified(number, nil, time.seconds, time.nanoseconds))
    }

    /// `futimens`: sets the access time to now, even where the volume does not note accesses.
    package func setAccessed() throws(ErrorNumber) {
        try check(footing_set_accessed(number))
    }

    /// `fchown`: changes the owner and the group, or only one of them.
    package func chown(owner: UInt32? = nil, group: UInt32? = nil) throws(ErrorNumber) {
        try check(footing_fchown(number, owner ?? .max, group ?? .max))
    }

    /// `fchmod`: changes the permissions.
    package func chmod(_ mode: FileMode) throws(ErrorNumber) {
        try check(footing_fchmod(number, mode.rawValue))
    }

    /// `fsync`: waits until the file is flushed to the storage device.
    package func sync() throws(ErrorNumber) {
        try check(footing_fsync(number))
    }

    /// `fsync` of a folder: waits until its names are flushed to the storage device, if the volume
    /// supports that.
    package func syncNames() throws(ErrorNumber) {
        do throws(ErrorNumber) {
            try sync()
        } catch {
            guard error == .invalid || error == .notSupported else { throw error }
        }
    }

    /// `fdatasync`: waits until the bytes of the file are flushed to the storage device.
    package func syncBytes() throws(ErrorNumber) {
        try check(footing_fdatasync(number))
    }

    /// `flock`: locks the file without waiting; `false` if it is open and locked elsewhere.
    ///
    /// The lock belongs to the open file, and ends at the latest when the file is closed.
    package func lock() throws(ErrorNumber) -> Bool {
        do throws(ErrorNumber) {
            try check(footing_flock(number, true))
            return true
        } catch {
            guard error == .wouldBlock else { throw error }
            return false
        }
    }

    /// `flock`: unlocks the file.
    package func unlock() {
        _ = footing_flock(number, false)
    }
}
