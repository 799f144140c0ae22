import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

/// An empty file of its own with the attributes that a row needs, which goes away with this value.
final class AttributeFile {
    /// Where files are made.
    enum Volume: String {
        /// In memory, where calls take least and what is put around them shows most.
        case memory
        /// Wherever temporary files are.
        case disk

        var folder: URL {
            switch self {
            case .memory: URL(filePath: "/dev/shm", directoryHint: .isDirectory)
            case .disk: FileManager.default.temporaryDirectory
            }
        }
    }

    static let name = "user.footing.benchmark"

    let url: URL
    let path: String
    let attributes: ExtendedAttributes
    /// The name of the attribute that most rows read.
    let name = ExtendedAttributeName(AttributeFile.name)

    /// Makes the file, with `bytes` stored under ``name``, or throws why that can't be done here.
    init(on volume: Volume, _ bytes: [UInt8]? = nil) throws {
        let folder = volume.folder
        url = folder.appending(path: "footing-\(UUID().uuidString)")
        path = url.path
        attributes = ExtendedAttributes(at: url)
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw Comparison.Unavailable("no file can be made in \(folder.path)")
        }
        try set(bytes ?? [0])
        if bytes == nil { raw_removexattr(path, Self.name) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Stores an attribute.
    func set(_ bytes: [UInt8], for name: String = AttributeFile.name) throws {
        guard raw_setxattr(path, name, bytes, bytes.count) == 0 else {
            throw Comparison.Unavailable(
                "\(url.deletingLastPathComponent().path) keeps no \(bytes.count) bytes: \(errno)"
            )
        }
    }

    /// Stores `count` attributes of one byte, such as `user.footing.name-3`.
    func setNames(_ count: Int) throws {
        for number in 0..<count { try set([1], for: "user.footing.name-\(number)") }
    }

    /// Reads as often as told into the page that a careful C program would read into.
    func rawRead(_ name: String = AttributeFile.name) -> (Int) throws -> Void {
        { [path] count in
            Self.withPage { page in
                path.withCString { path in
                    name.withCString { name in
                        for _ in 0..<count {
                            blackHole(raw_getxattr(path, name, page.baseAddress, page.count))
                        }
                    }
                }
            }
        }
    }

    static func withPage(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16, body)
    }

    /// Bytes of a text, of any length.
    static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(ascii: "a") &+ UInt8(truncatingIfNeeded: $0 % 26) }
    }
}

extension Comparison.Sides {
    /// Creates two sides that work on a file, which is kept until they are done.
    init(
        on file: AttributeFile,
        ours: @escaping (_ count: Int) throws -> Void,
        peer: @escaping (_ count: Int) throws -> Void
    ) {
        self.init(ours: ours, peer: peer) { withExtendedLifetime(file) {} }
    }
}
