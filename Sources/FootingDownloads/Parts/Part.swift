import Dispatch
import FootingFiles
import FootingLocks

/// The file that a download writes, locked against other downloads, with its record.
final class Part: Sendable {
    /// The number of bytes after which written bytes are flushed.
    private static let flushInterval = 64 << 20

    private let destination: Destination
    private let file: Descriptor
    private let state: Lock<State>
    private let flushQueue = DispatchQueue(label: "footing.download.flush")

    private struct State {
        var record: PartRecord?
        var isClosed = false
        var isRecordBeside = false
        /// Whether a stored record may vouch for bytes that are on the storage device.
        var mayVouch = false
        /// Changes with the content.
        var generation = 0
        /// The end of the bytes that are flushed, or will be by a call in progress.
        var flushedEnd = 0
    }

    /// Opens the part, or creates it, and locks it.
    ///
    /// - Returns: `nil` if another download has locked it.
    static func open(for destination: Destination) throws(DownloadError) -> Part? {
        while true {
            let file = try openFile(for: destination)
            let status = try check(FileStatus(ofDescriptor: file.number))
            guard status.kind == .file, status.linkCount < 2, status.owner == currentUser,
                status.mode.rawValue & 0o022 == 0
            else { throw unusable }
            // A volume without locks has no other downloads to be locked against.
            if (try? file.lock()) == false { return nil }
            // Another download may have finished and renamed the part before it was locked.
            let identity = try? destination.folder.identity(of: destination.partName)
            if identity == status.identity { return Part(file, for: destination) }
        }
    }

    private static func openFile(for destination: Destination) throws(DownloadError) -> Descriptor {
        let (folder, name) = (destination.folder, destination.partName)
        do throws(ErrorNumber) {
            return try folder.openForUpdating(name, mode: FileMode(rawValue: 0o644))
        } catch {
            let exists = (try? folder.identity(of: name)) != nil
            throw exists && error.isOfUnusablePart ? unusable : DownloadError(error)
        }
    }

    private static var unusable: DownloadError {
        DownloadError(
            .unusablePart,
            "the file of its part is a link, no regular file, or writable by others; remove it"
        )
    }

    private init(_ file: consuming Descriptor, for destination: Destination) {
        self.file = file
        self.destination = destination
        state = Lock(State())
    }

    /// Reads the record, and truncates the part to the bytes that can be continued.
    ///
    /// - Returns: The record and the length, or `nil` if there is nothing to continue.
    func continuation(of identity: String) throws(DownloadError) -> (PartRecord, Int)? {
        let status = try check(FileStatus(ofDescriptor: file.number))
        var bytes = file.attribute(PartRecord.attributeName, maximumSize: PartRecord.maximumSize)
        let isRecordBeside = bytes == nil
        if isRecordBeside { bytes = readRecordBeside() }
        let isStored = bytes != nil
        state.withLock { $0.mayVouch = isStored }
        guard var record = bytes.flatMap({ PartRecord($0, identity: identity) }) else { return nil }
        let length = record.trustedLength(of: Int(status.size))
        guard length > 0 else { return nil }
        if length < Int(status.size) { try check(file.resize(to: length)) }
        // The trusted bytes may be those of an earlier boot.
        record.flushed = min(record.flushed, length)
        record.boot = bootIdentifier
        let stored = record
        state.withLock { state in
            state.record = stored
            state.isRecordBeside = isRecordBeside
            state.mayVouch = stored.flushed > 0
            state.flushedEnd = stored.flushed
        }
        try store()
        return (stored, length)
    }

    /// Empties the part for new content, and stores its record.
    ///
    /// Whenever the process or the machine stops in between, no record vouches for bytes of another
    /// content.
    func begin(_ record: PartRecord) throws(DownloadError) {
        if state.withLock(\.mayVouch) {
            var unsafeRecord = record
            unsafeRecord.boot = nil
            try store(unsafeRecord)
            try check(file.sync())
        }
        try check(file.resize(to: 0))
        try store(record)
    }

    /// Stores the number of bytes of the whole content.
    func setTotal(_ total: Int) throws(DownloadError) {
        state.withLock { $0.record?.total = total }
        try store()
    }

    /// Writes bytes of the content, and flushes them at times on another thread.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> ErrorNumber? {
        if let error = unsafe file.write(bytes, at: offset) { return error }
        let end = offset + bytes.count
        let isDue = state.withLock { state in
            guard end - state.flushedEnd >= Self.flushInterval else { return false }
            state.flushedEnd = end
            return true
        }
        if isDue { flushQueue.async { self.flush(upTo: end) } }
        return nil
    }

    private func flush(upTo end: Int) {
        let generation = state.withLock(\.generation)
        guard (try? file.syncBytes()) != nil else { return }
        state.withLock { state in
            // Meanwhile new content may have begun, or another download.
            guard !state.isClosed, state.generation == generation else { return }
            state.record?.flushed = end
            state.mayVouch = true
            try? storeRecord(&state)
        }
    }

    /// Reads up to `count` bytes at an offset, fewer at the end.
    func read(_ count: Int, at offset: Int) throws(DownloadError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBytes { unsafe file.read(into: $0, at: offset) }
        bytes.removeLast(count - (try check(result.get())))
        return bytes
    }

    func sync() throws(DownloadError) {
        try check(file.sync())
    }

    /// Makes the part the complete file, without its name: stores the record of its origin, if the
    /// volume can, and sets the permissions of the file that it replaces.
    func complete(_ record: CacheRecord, replacing old: FileStatus?) throws(DownloadError) {
        let status = try check(FileStatus(ofDescriptor: file.number))
        try? file.setAttribute(CacheRecord.attributeName, to: record.json(of: status))
        guard let old else { return }
        let mode = old.mode.restricted(
            hasOwner: old.owner == status.owner,
            hasGroup: old.group == status.group
        )
        try check(file.chmod(mode))
    }

    /// Gives the complete file its name.
    func rename(replacing: Bool) throws(ErrorNumber) {
        let (folder, name) = (destination.folder, destination.partName)
        try folder.rename(name, to: destination.name, replacing: replacing)
    }

    func removeRecord() {
        file.removeAttribute(PartRecord.attributeName)
        if state.withLock(\.isRecordBeside) {
            try? destination.folder.remove(destination.recordName)
        }
    }

    /// Removes the part and its record.
    func remove() {
        try? destination.folder.remove(destination.partName)
        try? destination.folder.remove(destination.recordName)
    }

    /// Unlocks the part; a flush in progress stores nothing any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            file.unlock()
        }
    }
}

// The record of the part.
extension Part {
    private func store(_ record: PartRecord) throws(DownloadError) {
        state.withLock { state in
            state.record = record
            state.mayVouch = false
            state.generation += 1
            state.flushedEnd = record.flushed
        }
        try store()
    }

    private func store() throws(DownloadError) {
        try check(state.withLock { state throws(ErrorNumber) in try storeRecord(&state) })
    }

    /// Stores the record as an attribute, or in a file beside the part if the volume refuses it.
    private func storeRecord(_ state: inout State) throws(ErrorNumber) {
        guard let json = state.record?.json else { return }
        do throws(ErrorNumber) {
            try file.setAttribute(PartRecord.attributeName, to: json)
        } catch {
            guard error.isOfRefusedAttribute else { throw error }
            state.isRecordBeside = true
            try writeRecordBeside(json)
        }
    }

    private func writeRecordBeside(_ json: [UInt8]) throws(ErrorNumber) {
        let folder = destination.folder
        let name = SystemPath.temporaryName()
        do throws(ErrorNumber) {
            let file = try folder.create(name, mode: .private)
            if let error = unsafe json.withUnsafeBytes({ unsafe file.write($0) }) { throw error }
            try file.close()
            try folder.rename(name, to: destination.recordName)
        } catch {
            try? folder.remove(name)
            throw error
        }
    }

    private func readRecordBeside() -> [UInt8]? {
        guard let file = try? destination.folder.openForAttributes(destination.recordName),
            let status = try? FileStatus(ofDescriptor: file.number), status.kind == .file,
            status.owner == currentUser, status.size <= PartRecord.maximumSize
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.size))
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe file.read(into: $0, at: 0) }
        return (try? count.get()) == bytes.count ? bytes : nil
    }
}
