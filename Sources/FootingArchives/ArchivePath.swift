import FootingFiles

/// The path of an entry in an archive: bytes, which need not be UTF-8.
///
/// A path is normalized: components that are empty or `.` and a slash at the end are dropped. Two
/// paths are equal if their bytes are equal, so a composed accent differs from a decomposed one. A
/// string literal is a path; `ArchivePath(name)` makes one of a variable.
///
/// A path may lead anywhere, as `../../etc` does, until ``isSafe(within:)`` says otherwise. Reading
/// an archive needs no safe paths; unpacking leaves out what is not safe.
public struct ArchivePath: Hashable, Sendable {
    /// The normalized bytes.
    public let bytes: [UInt8]

    /// Creates a path from bytes.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(bytes: some Collection<UInt8>) {
        self.bytes = Self.normalized(Array(bytes))
    }

    /// Creates a path from the UTF-8 bytes of a string.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(_ string: some StringProtocol) {
        self.init(bytes: string.utf8)
    }

    /// Keeps the target of a symbolic link as it is.
    init(verbatim bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Hashes all bytes at once, in a fraction of the time of one after the other.
    public func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var normalized: [UInt8] = []
        normalized.reserveCapacity(bytes.count)
        func dropDot() {
            guard normalized.last == dot else { return }
            let isComponent = normalized.count == 1 || normalized[normalized.count - 2] == slash
            if isComponent { normalized.removeLast() }
        }
        if bytes.first == slash { normalized.append(slash) }
        for byte in bytes {
            if byte == slash {
                dropDot()
                guard let last = normalized.last, last != slash else { continue }
            }
            normalized.append(byte)
        }
        dropDot()
        if normalized.count > 1, normalized.last == slash { normalized.removeLast() }
        return normalized
    }

    /// The bytes before the last slash, and after it.
    var folderAndName: (folder: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return ([], bytes[...]) }
        return (bytes[..<slash], bytes[(slash + 1)...])
    }

    /// The path as a string; `nil` if the bytes are not UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var string: String? { String(validating: bytes, as: UTF8.self) }

    /// The names between the slashes, each as a path.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var components: [ArchivePath] { names.map { ArchivePath(verbatim: Array($0)) } }

    private var names: [ArraySlice<UInt8>] { bytes[...].split(separator: Self.slash) }

    /// Whether the path has no bytes: it means the folder into which an archive is unpacked.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether the path, below any folder, names a file or folder that is inside that folder.
    ///
    /// Such a path is not empty and not absolute, has no component `..`, no NUL, no drive letter at
    /// the beginning, no component of more than 255 bytes, and is within the limits.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public func isSafe(within limits: ArchiveOptions.Limits = .standard) -> Bool {
        guard let first = bytes.first, first != Self.slash, bytes.count <= limits.pathBytes,
            !bytes.contains(0)
        else { return false }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        if isLetter, bytes.count > 1, bytes[1] == UInt8(ascii: ":") { return false }
        let names = names
        return names.count <= limits.depth
            && names.allSatisfy { $0.count <= 255 && !$0.elementsEqual([Self.dot, Self.dot]) }
    }

    /// Returns the path without its first components, or `nil` if no component is left.
    ///
    /// Archives of releases often have a single folder at the top: this removes its name from the
    /// paths of the entries, and leaves out the folder itself. An absolute path stays absolute.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public func dropFirst(_ count: Int = 1) -> ArchivePath? {
        let rest = names.dropFirst(max(0, count))
        guard !rest.isEmpty else { return nil }
        let joined = Array(rest.joined(separator: [Self.slash]))
        return ArchivePath(verbatim: bytes.first == Self.slash ? [Self.slash] + joined : joined)
    }
}

extension ArchivePath: ExpressibleByStringLiteral {
    /// Creates a path from the UTF-8 bytes of a string.
    public init(stringLiteral string: String) {
        self.init(string)
    }
}

extension ArchivePath: CustomStringConvertible {
    /// The path as one line: backslashes, control characters and bytes that are not UTF-8 become a
    /// backslash and three octal digits.
    public var description: String { escaped(bytes) }
}

/// Sorts paths or names by their bytes: the same order on every machine.
// Sorting is much code, which is there once.
@inline(never)
func sortedBytewise(_ names: [[UInt8]]) -> [[UInt8]] {
    names.sorted { $0.lexicographicallyPrecedes($1) }
}
