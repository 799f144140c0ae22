import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the lines of entries in property lists, whose parser doesn't record lines.
final class FileLines {
    private var files: [String: PropertyListLines] = [:]

    func line(of key: String, inFileAt path: String) -> Int? {
        if let known = files[path] { return known[key] }
        let lines = PropertyListLines(Self.contents(ofFileAt: path) ?? [])
        files[path] = lines
        return lines[key]
    }

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
