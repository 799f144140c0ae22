#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file of tables, read as a store reads it.
enum TableFile {
    /// The bytes of a file, or `nil` if it exceeds the limit of a store.
    static func contents(ofFileAt path: String) -> [UInt8]? {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size],
            // An `NSNumber` in Foundation, an integer in FoundationEssentials.
            let count = size as? Int ?? (size as? any BinaryInteger).map({ Int(clamping: $0) }),
            count <= maximumFileSize, let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return Array(data)
    }

    private static let maximumFileSize = 64 << 20
}
