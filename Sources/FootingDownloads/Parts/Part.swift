import Dispatch
import FootingFiles
import FootingLocks

/// The file that a download writes, locked against other downloads, with its record.
final class Part: Sendable {
    let destination: Destination
    let file: Descriptor
    private let records: RecordStore
    private let state = Lock(State())
    private let flushQueue = DispatchQueue(label: "footing.download.flush")

    private struct State {
        var record: PartRecord?
        /// Whether the part is another download's, or a complete file: no record may be stored.
        var isClosed = false
        /// The end of the bytes that are flushed, or will be by a call in progress.
        var flushedEnd = 0
        /// The error of a flush, which the system reports once: some bytes may be lost.
        var flushError: ErrorNumber?
    }

    /// Opens the part, or creates it with the permissions of `mode`, and locks it.
    ///
    /// - Returns: `nil` if another download has locked it, or has just completed it.
    static func open(
        for destination: Destination,
        mode: FileMode = .private
    ) throws(DownloadError) -> Part? {
        var isNew = true
        let file = try openFile(for: destination, mode, &isNew)
        let status = try check(FileStatus(ofDescriptor: file.number))
        // A volume without permissions shows any owner and any mode of a file.
        let isOwn = status.owner == currentUser && status.mode.rawValue & 0o022 == 0
        guard status.kind == .file, status.linkCount < 2, isNew || isOwn else {
            throw unusable(destination)
        }
        // A volume without locks has no other downloads to be locked against.
        if (try? file.lock()) == false { return nil }
        let part = Part(file, for: destination)
        return part.hasName ? part : nil
    }

    /// Opens the part; while another download has locked it, calls `pause` with the number of the
    /// attempt.
    ///
    /// A cancelled download may need a moment to close its part.
    static func open(
        for destination: Destination,
        mode: FileMode = .private,
        attempts: Int = 25,
        pause: (Int) throws(DownloadError) -> Void
    ) throws(DownloadError) -> Part {
        var attempt = 0
        while true {
            if let part = try open(for: destination, mode: mode) { return part }
            attempt += 1
            guard attempt <= attempts else { throw .inUse }
            try pause(attempt)
        }
    }

    private static func openFile(
        for destination: Destination,
        _ mode: FileMode,
        _ isNew: inout Bool
    ) throws(DownloadError) -> Descriptor {
        let (folder, name) = (destination.folder, destination.partName)
        do throws(ErrorNumber) {
            return try folder.openForUpdating(name, mode: mode, isNew: true)
        } catch {
            guard error == .exists else { throw DownloadError(error) }
        }
        isNew = false
        do throws(ErrorNumber) {
            return try folder.openForUpdating(name, mode: mode, isNew: false)
        } catch {
            let exists = (try? folder.identity(of: name)) != nil
            throw exists && error.isOfUnusablePart ? unusable(destination) : DownloadError(error)
        }
    }

    private static func unusable(_ destination: Destination) -> DownloadError {
        let name = escaped(destination.partName.bytes)
        return DownloadError(
            .unusablePart,
            "its part “\(name)” is a link, no regular file, or writable by others; remove it"
        )
    }

    private init(_ file: consuming Descriptor, for destination: Destination) {
        self.file = file
        self.destination = destination
        records = RecordStore(
            attribute: portableName("footing.download"),
            maximumSize: 2_048,
            beside: (destination.folder, destination.recordName)
        )
    }

    func status() throws(DownloadError) -> FileStatus {
        try check(FileStatus(ofDescriptor: file.number))
    }

    /// Whether the part was neither removed, possibly by hand, nor made the complete file.
    var hasName: Bool {
        (try? status().identity) == (try? destination.folder.identity(of: destination.partName))
    }

    /// The record of the bytes in the part, or `nil` if there are none that can be continued.
    var record: PartRecord? { state.withLock(\.record) }

    /// Reads the record, truncates the part to the bytes that can be continued, and returns their
    /// number.
    func continuation(of identity: String) throws(DownloadError) -> Int {
        guard var record = records.read(PartRecord.self, of: file) else { return 0 }
        let size = Int(try status().size)
        let length = record.trustedLength(of: size, for: identity)
        guard length > 0 else { return 0 }
        if length < size { try check(file.resize(to: length)) }
        // The trusted bytes may be those of an earlier boot.
        record.flushed = min(record.flushed, length)
        record.boot = bootIdentifier
        try store(record)
        return length
    }

    /// Empties the part for new content, and stores its record.
    ///
    /// Whenever the process or the machine stops in between, no record vouches for bytes of another
    /// content.
    func begin(
        _ record: PartRecord,
        _ didWithdrawTrust: () -> Void
    ) throws(DownloadError) {
        flushQueue.sync {}
        let stored = self.record
        if try stored == nil ? status().size > 0 : stored?.flushed != 0 {
            var untrusted = record
            untrusted.boot = nil
            try store(untrusted, syncing: true)
            try check(file.sync())
            didWithdrawTrust()
        }
        try check(file.resize(to: 0))
        try store(record)
    }

    private func store(_ record: PartRecord, syncing: Bool = false) throws(DownloadError) {
        try change(syncing: syncing) { state in
            (state.record, state.flushedEnd) = (record, record.flushed)
        }
    }

    /// Stores the number of bytes of the whole content.
    func setTotal(_ total: Int) throws(DownloadError) {
        try change { $0.record?.total = total }
    }

    /// Changes the record, and stores it.
    private func change(
        syncing: Bool = false,
        _ body: (inout State) -> Void
    ) throws(DownloadError) {
        try check(
            state.withLock { state throws(ErrorNumber) in
                body(&state)
                if state.isClosed { return }
                try records.write(state.record, to: file, syncing: syncing)
            }
        )
    }

    /// Writes bytes of the content, and flushes them on another thread, as often as there are
    /// `interval` more.
    func write(
        _ bytes: UnsafeRawBufferPointer,
        at offset: Int,
        flushingEvery interval: Int
    ) -> ErrorNumber? {
        if let error = unsafe file.write(bytes, at: offset) { return error }
        let end = offset + bytes.count
        let isDue = state.withLock { state in
            guard end - state.flushedEnd >= interval else { return false }
            state.flushedEnd = end
            return true
        }
        if isDue { flushQueue.async { self.flush(upTo: end) } }
        return nil
    }

    private func flush(upTo end: Int) {
        var failure: ErrorNumber?
        do throws(ErrorNumber) { try file.syncBytes() } catch { failure = error }
        try? change { state in
            state.flushError = state.flushError ?? failure
            if state.flushError == nil {
                state.record?.flushed = end
            } else {
                state.record?.boot = nil
            }
        }
    }

    /// Waits until the part is flushed to the storage device.
    func sync() throws(DownloadError) {
        flushQueue.sync {}
        if let error = state.withLock(\.flushError) { throw DownloadError(error) }
        try check(file.sync())
    }

    /// Sets the permissions of the file that is replaced.
    ///
    /// A part without that file's name keeps its own rights to write, so that it can be continued.
    func setMode(of old: FileStatus?, isNamed: Bool) throws(DownloadError) {
        guard let old else { return }
        let status = try status()
        let mode = old.mode.restricted(
            hasOwner: old.owner == status.owner,
            hasGroup: old.group == status.group
        ).rawValue
        // Received content must not run with the rights of its owner or group.
        let bits = isNamed ? mode & 0o1777 : mode & 0o1155 | status.mode.rawValue & 0o622
        try check(file.chmod(FileMode(rawValue: bits)))
    }

    /// Removes the record; a flush in progress stores none any more.
    func removeRecord() {
        state.withLock { state in
            state.isClosed = true
            records.remove(from: file)
        }
    }

    func remove() {
        if hasName { try? destination.folder.remove(destination.partName) }
        removeRecord()
    }

    /// Unlocks the part; a flush in progress stores no record any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            file.unlock()
        }
    }
}
