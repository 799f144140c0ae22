import FootingBytes
import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of an archive that is written: pieces, or a file that appears when it is complete.
final class ArchiveOutput {
    private let url: URL?
    private let mode: ArchiveOptions.WriteMode
    let file: NewFile?
    /// The file that is replaced, whose permissions the new one gets.
    private let old: FileStatus?
    private let compressor: Compressor?
    /// Without a compressor, the bytes that are neither taken out nor in the file.
    private var buffer = OutputBuffer()
    /// The error after which the archive can't be completed.
    private(set) var error: ArchiveError?
    private(set) var isFinished = false
    /// The number of bytes so far, before compression.
    private(set) var count = 0
    /// Whether the output is a file whose bytes can be patched.
    var isPatchable: Bool { file != nil && compressor == nil }

    /// Creates the output of a stream, compressed or not.
    init(_ compressor: Compressor?) {
        (url, file, old, mode) = (nil, nil, nil, .createOnly)
        self.compressor = compressor
    }

    /// Creates the output of a file, compressed or not.
    init(
        to url: URL,
        _ mode: ArchiveOptions.WriteMode,
        _ compressor: Compressor?
    ) throws(ArchiveError) {
        self.url = url
        self.mode = mode
        self.compressor = compressor
        let (folder, name) = try SystemPath(ofFileAt: url).folderAndName
        (file, old) = try ArchiveError.checkCreating(url) {
            let folder = try Folder(folder, followingSymlinks: true)
            let old = try? FileStatus(of: name, in: folder, followingSymlinks: false)
            let replaced = mode != .createOnly && old?.kind == .file ? old : nil
            let newMode = replaced == nil ? FileMode.standard : .private
            return (try NewFile(name, in: folder, mode: newMode), replaced)
        }
    }

    func append(_ bytes: [UInt8]) throws(ArchiveError) { try append(Data(bytes)) }

    func append(_ bytes: Data) throws(ArchiveError) {
        precondition(!isFinished, "nothing can be written after finish()")
        if let error { throw error }
        count += bytes.count
        if let compressor {
            compressor.append(bytes)
        } else if let file, bytes.count >= StreamDecoder.pieceSize {
            try writeBuffer(ofAtLeast: 1)
            try failing { try file.write(bytes) }
        } else {
            buffer.makeRoom(for: bytes.count)
            bytes.withView { buffer.append($0) }
        }
        try writeBuffer(ofAtLeast: StreamDecoder.pieceSize)
    }

    /// Replaces bytes of a patchable file.
    func patch(_ bytes: Data, at offset: Int) throws(ArchiveError) {
        let start = count - buffer.count
        guard offset < start else {
            return bytes.withView { buffer.replace(at: offset - start, with: $0) }
        }
        try writeBuffer(ofAtLeast: 1)
        try failing { try file?.write(bytes, at: offset) }
    }

    /// Calls `body`, after whose error the archive can't be completed.
    @inline(never)
    func failing(_ body: () throws -> Void) throws(ArchiveError) {
        do {
            try body()
        } catch {
            let located = (error as? ArchiveError) ?? ArchiveError(error).located(in: url)
            self.error = located
            throw located
        }
    }

    /// Completes the output; a file gets its name.
    func finish() throws(ArchiveError) {
        if let error { throw error }
        guard !isFinished else { return }
        isFinished = true
        compressor?.finish()
        try writeBuffer(ofAtLeast: 1)
        try failing {
            try file?.close(keepingPermissionsOf: old)
            let refusal = mode == .createOnly ? ArchiveError.Code.alreadyExists : nil
            guard let code = try file?.place(mode, { _ in refusal }) else { return }
            let isMissing = code == .notFound
            let reason = isMissing ? "there is nothing to be replaced" : "the name already exists"
            throw ArchiveError(code, reason).located(in: url)
        }
    }

    /// Takes out 1 to 65,536 bytes of a stream, or returns `nil`.
    func next() -> Data? {
        if let compressor { return file == nil ? compressor.next() : nil }
        return file == nil ? buffer.takePiece() : nil
    }

    /// Takes out all bytes that are ready of a stream.
    func drain() -> Data {
        guard file == nil else { return Data() }
        return compressor?.drain() ?? buffer.takeAll(keeping: 0)
    }

    /// Writes bytes that are ready to the file, uncompressed ones if they are enough.
    @inline(never)
    private func writeBuffer(ofAtLeast count: Int) throws(ArchiveError) {
        guard let file else { return }
        while let piece = compressor?.next() {
            try failing { try file.write(piece) }
        }
        guard buffer.count >= count else { return }
        let bytes = buffer.takeAll(keeping: 0)
        try failing { try file.write(bytes) }
    }
}

extension NewFile {
    func write(_ data: Data, at offset: Int? = nil) throws(ErrorNumber) {
        let error = unsafe data.bytes.withUnsafeBytes { unsafe write($0, at: offset) }
        if let error { throw error }
    }
}
