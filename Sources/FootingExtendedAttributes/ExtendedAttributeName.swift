import Foundation

/// The name of an extended attribute.
///
/// A name is bytes, as it is to the system: two names are equal only when their bytes are, so one
/// word with its accent composed and decomposed gives two names, as it gives two attributes. Names
/// that are no UTF-8 are kept exactly.
///
/// On Linux the part before the first dot is the ``namespace``, and ordinary programs use `user.`:
///
/// ```swift
/// let stage: ExtendedAttributeName = "user.stage"
/// let same = ExtendedAttributeName.user("stage")
/// let everywhere = ExtendedAttributeName.portable("com.example.stage")
/// ```
///
/// A literal makes a name, and at run time these do:
///
/// ```swift
/// let text = "user.round-2"
/// let fromText = ExtendedAttributeName(text)
/// let fromParts = ExtendedAttributeName.user("round-\(round)")
/// let fromBytes = ExtendedAttributeName(bytes: Array(text.utf8))
/// ```
///
/// Making a name never fails. One that the system could not take (empty, with a NUL inside, or too
/// long) is refused by the call that is given it, before any system call.
public struct ExtendedAttributeName: Sendable {
    /// The family of names on Linux, which decides who may read and write an attribute.
    ///
    /// Darwin has no such families: every name there counts as ``user``. A minor release may name
    /// more of them, so a `switch` over them has a `default`.
    public struct Namespace: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case user, trusted, security, system, other }

        private let kind: Kind

        /// Names for everyone's use, starting with `user.`, on regular files and directories.
        public static let user = Self(kind: .user)
        /// Names starting with `trusted.`, which only privileged processes see.
        public static let trusted = Self(kind: .trusted)
        /// Names starting with `security.`, which belong to security modules and capabilities.
        public static let security = Self(kind: .security)
        /// Names starting with `system.`, which belong to the kernel, such as access control lists.
        public static let system = Self(kind: .system)
        /// Any other name.
        ///
        /// A few file systems know some for themselves, such as those starting with `btrfs.`; all
        /// else is refused.
        public static let other = Self(kind: .other)

        /// The namespace's name, such as `trusted`.
        public var description: String { kind.rawValue }
    }

    /// Why the system could not take a name.
    enum Problem {
        case empty, containsNUL, tooLong
    }

    /// What is wrong with the name, found once, when it is made.
    let problem: Problem?
    private let storage: Storage

    private enum Storage {
        /// Bytes that are UTF-8, in contiguous storage: a string hands out a C string for free.
        case text(String)
        /// Bytes that are not, ended by a NUL.
        case characters([CChar])
    }

    /// Creates a name from text, of which the UTF-8 bytes count.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public init(_ text: String) {
        var text = text
        problem = text.withUTF8 { unsafe Self.problem(in: UnsafeRawBufferPointer($0)) }
        storage = .text(text)
    }

    /// Creates a name from bytes, which need not be UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public init(bytes: some Collection<UInt8>) {
        let name = bytes.withContiguousStorageIfAvailable {
            unsafe Self(contiguous: UnsafeRawBufferPointer($0))
        }
        self = unsafe name ?? Array(bytes).withUnsafeBytes { unsafe Self(contiguous: $0) }
    }

    /// Not generic, because a list may hold thousands of names.
    init(contiguous bytes: UnsafeRawBufferPointer) {
        problem = unsafe Self.problem(in: bytes)
        if let text = unsafe String(exactly: bytes) {
            storage = .text(text)
        } else {
            storage = unsafe .characters(bytes.map { CChar(truncatingIfNeeded: $0) } + [0])
        }
    }

    private static func problem(in bytes: UnsafeRawBufferPointer) -> Problem? {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return .empty }
        if unsafe memchr(start, 0, bytes.count) != nil { return .containsNUL }
        return bytes.count > Platform.longestName ? .tooLong : nil
    }

    /// Returns a name in the namespace for everyone's use: `user.` followed by `text`.
    ///
    /// - Parameter text: The name without its namespace: `stage` for `user.stage`.
    /// - Returns: The name, with `user.` in front.
    public static func user(_ text: String) -> Self {
        Self("user." + text)
    }

    /// Returns a name that works on every platform, such as `.portable("com.example.stage")`.
    ///
    /// This is `user.` followed by `text` where the system has namespaces (Linux), and `text` alone
    /// where it has none (Darwin), which is also how `rsync` translates names between the two.
    ///
    /// - Parameter text: The name without its namespace.
    /// - Returns: The name, as this platform spells it.
    public static func portable(_ text: String) -> Self {
        Platform.hasNamespaces ? .user(text) : Self(text)
    }

    /// The family that the name belongs to.
    public var namespace: Namespace {
        guard Platform.hasNamespaces else { return .user }
        if starts(with: "user.") { return .user }
        if starts(with: "trusted.") { return .trusted }
        if starts(with: "security.") { return .security }
        return starts(with: "system.") ? .system : .other
    }

    /// The name as text, or `nil` if its bytes are no UTF-8.
    public var string: String? {
        switch storage {
        case .text(let text): text
        case .characters: nil
        }
    }

    /// The name's bytes, without a NUL at their end.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var bytes: [UInt8] { unsafe withBytes { unsafe Array($0) } }

    /// Calls `body` with the name as the system calls want it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        switch storage {
        case .text(let text): unsafe text.withCString(body)
        case .characters(let characters): unsafe body(characters)
        }
    }

    func starts(with prefix: StaticString) -> Bool {
        unsafe withBytes { bytes in
            let count = prefix.utf8CodeUnitCount
            guard let start = bytes.baseAddress, bytes.count >= count else { return false }
            return unsafe memcmp(start, prefix.utf8Start, count) == 0
        }
    }

    /// Calls `body` with the name's bytes, without a NUL at their end.
    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch storage {
        case .text(var text):
            text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
        case .characters(let characters):
            unsafe characters.withUnsafeBytes {
                unsafe body(UnsafeRawBufferPointer(rebasing: $0.dropLast()))
            }
        }
    }
}

extension ExtendedAttributeName: ExpressibleByStringLiteral {
    /// Creates a name from a literal, so that a call can say `"user.stage"`.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension ExtendedAttributeName: Hashable, Comparable {
    /// Returns whether two names have the same bytes.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        unsafe lhs.withBytes { lhs in unsafe rhs.withBytes { rhs in unsafe compare(lhs, rhs) == 0 }
        }
    }

    /// Orders names by their bytes, whatever the language.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        unsafe lhs.withBytes { lhs in unsafe rhs.withBytes { rhs in unsafe compare(lhs, rhs) < 0 } }
    }

    /// Feeds the name's bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        unsafe withBytes { unsafe hasher.combine(bytes: $0) }
    }
}

/// Compares byte by byte, and a beginning as less than the whole.
private func compare(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Int {
    guard let left = lhs.baseAddress, let right = rhs.baseAddress else {
        return lhs.count - rhs.count
    }
    let order = unsafe memcmp(left, right, min(lhs.count, rhs.count))
    return order == 0 ? lhs.count - rhs.count : Int(order)
}

extension ExtendedAttributeName: CustomStringConvertible {
    /// The name as one line of text.
    ///
    /// The texts of two different names differ in their bytes. Each byte of a backslash, of a
    /// control or format character (such as one that turns the direction of writing), of a line or
    /// paragraph separator, and of what is no UTF-8, appears as a backslash and three octal digits,
    /// as `getfattr` writes them.
    public var description: String { escaped(bytes) }
}
