import FootingFiles
import Foundation

/// The name of an extended attribute.
///
/// A name is a sequence of bytes, as in the system: two names are equal only if their bytes are
/// equal. A word with a composed accent and the same word with a decomposed accent are two names,
/// and two attributes. Names that are not UTF-8 are kept exactly.
///
/// On Linux the prefix up to the first dot is the ``namespace``. Ordinary programs use `user.`:
///
/// ```swift
/// let stage: ExtendedAttributeName = "user.stage"
/// let same = ExtendedAttributeName.user("stage")
/// let everywhere = ExtendedAttributeName.portable("com.example.stage")
/// ```
///
/// A string literal is a name. At run time, use an initializer:
///
/// ```swift
/// let text = "user.round-2"
/// let fromText = ExtendedAttributeName(text)
/// let fromParts = ExtendedAttributeName.user("round-\(round)")
/// let fromBytes = ExtendedAttributeName(bytes: Array(text.utf8))
/// ```
///
/// Making a name never fails. An invalid name (empty, with a NUL inside, or too long) is refused by
/// the call that uses it, before any system call.
public struct ExtendedAttributeName: Sendable {
    /// The namespace of a name on Linux, which decides who may read and write the attribute.
    ///
    /// Darwin has no namespaces: there, every name is in ``user``. A minor release may add
    /// namespaces, so a `switch` over them needs `@unknown default`. The description of a namespace
    /// is its name, such as `trusted`.
    @nonexhaustive public enum Namespace: Hashable, Sendable {
        /// Names for all users, starting with `user.`, on regular files and folders.
        case user
        /// Names starting with `trusted.`, which are visible only to privileged processes.
        case trusted
        /// Names starting with `security.`, which belong to security modules and capabilities.
        case security
        /// Names starting with `system.`, which belong to the kernel, such as access control lists.
        case system
        /// Any other name.
        ///
        /// A few file systems support their own prefixes, such as `btrfs.`; all other names are
        /// refused.
        case other
    }

    private let storage: Storage
    /// The error code of an invalid name, or `nil`; determined once, by the initializer.
    let problem: ExtendedAttributeError.Code?

    private enum Storage {
        /// UTF-8 in contiguous storage, so that `withCString` does not copy.
        case text(String)
        /// A slice of an array, followed by a NUL. The names of one list share one array, so that a
        /// list takes two allocations, however many names it has.
        case slice([UInt8], Range<Int>)
    }

    /// Creates a name from the UTF-8 bytes of a string.
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

    private init(contiguous bytes: UnsafeRawBufferPointer) {
        problem = unsafe Self.problem(in: bytes)
        storage = unsafe .slice(Array(endingWithNUL: bytes), 0..<bytes.count)
    }

    /// Creates a name from a slice of `list` that is not empty, contains no NUL, and is followed by
    /// a NUL.
    init(at range: Range<Int>, in list: [UInt8]) {
        problem = range.count > Platform.longestName ? .nameTooLong : nil
        storage = .slice(list, range)
    }

    private static func problem(
        in bytes: UnsafeRawBufferPointer
    ) -> ExtendedAttributeError.Code? {
        if unsafe bytes.isEmpty || bytes.has(0) { return .invalidName }
        return bytes.count > Platform.longestName ? .nameTooLong : nil
    }

    /// Returns a name in the namespace for all users: `user.` followed by `text`.
    ///
    /// - Parameter text: The name without its namespace: `stage` for `user.stage`.
    /// - Returns: The name, with the prefix `user.`.
    public static func user(_ text: String) -> Self {
        Self("user." + text)
    }

    /// Returns a name that works on every platform, such as `.portable("com.example.stage")`.
    ///
    /// This is `user.` followed by `text` on Linux, and `text` on Darwin, which has no namespaces.
    /// `rsync` translates names between the two systems in the same way.
    ///
    /// - Parameter text: The name without its namespace.
    /// - Returns: The name on this platform.
    public static func portable(_ text: String) -> Self {
        Platform.hasNamespaces ? .user(text) : Self(text)
    }

    /// The namespace of the name.
    public var namespace: Namespace { unsafe withBytes { unsafe Namespace(of: $0) } }

    /// The name without its namespace, or `nil` if its bytes are not UTF-8.
    ///
    /// ```swift
    /// let stage = ExtendedAttributeName.user("stage").localName
    /// ```
    ///
    /// This is the argument of ``portable(_:)`` or ``user(_:)``: `stage` for `user.stage` on Linux.
    /// A name outside the known namespaces is unchanged.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var localName: String? {
        guard let string, Platform.hasNamespaces, namespace != .other else { return string }
        // By scalars: a dot followed by a combining accent is not the character `"."`.
        return String(string.unicodeScalars.drop { $0 != "." }.dropFirst())
    }

    /// The name as a string, or `nil` if its bytes are not UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var string: String? {
        switch storage {
        case .text(let text): text
        case .slice: unsafe withBytes { unsafe String(exactly: $0) }
        }
    }

    /// The name's bytes, without a trailing NUL.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var bytes: [UInt8] { unsafe withBytes { unsafe Array($0) } }

    /// Calls `body` with the name as a C string.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        switch storage {
        case .text(let text): unsafe text.withCString(body)
        case .slice(let bytes, let range): unsafe bytes.withCString(from: range.lowerBound, body)
        }
    }

    func starts(with prefix: StaticString) -> Bool {
        unsafe withBytes { unsafe $0.starts(with: prefix) }
    }

    /// Calls `body` with the name's bytes, without a NUL at their end.
    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch storage {
        case .text(var text):
            text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
        case .slice(let bytes, let range):
            unsafe bytes.withUnsafeBytes { unsafe body($0.slice(range)) }
        }
    }
}

extension ExtendedAttributeName.Namespace {
    private static let prefixes: [(StaticString, Self)] = [
        ("user.", .user), ("trusted.", .trusted), ("security.", .security), ("system.", .system),
    ]

    /// Finds the namespace of a name by its bytes.
    init(of name: UnsafeRawBufferPointer) {
        let known = Self.prefixes.first { unsafe name.starts(with: $0.0) }
        self = Platform.hasNamespaces ? known?.1 ?? .other : .user
    }
}

extension ExtendedAttributeName: ExpressibleByStringLiteral {
    /// Creates a name from a string literal, such as `"user.stage"`.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension ExtendedAttributeName: Hashable, Comparable {
    /// Returns whether two names have the same bytes.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.order(to: rhs) == 0 }

    /// Orders names by their bytes, independent of the locale.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.order(to: rhs) < 0 }

    private func order(to other: Self) -> Int {
        unsafe withBytes { bytes in
            unsafe other.withBytes { other in unsafe bytes.order(to: other) }
        }
    }

    /// Feeds the name's bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        unsafe withBytes { unsafe hasher.combine(bytes: $0) }
    }
}

extension ExtendedAttributeName: CustomStringConvertible {
    /// The name as one line of text.
    ///
    /// Different names have descriptions with different bytes. Each byte of a backslash, of a
    /// control or format character (such as a directional mark), of a line or paragraph separator,
    /// and of invalid UTF-8 appears as a backslash and three octal digits, as in `getfattr`.
    public var description: String { escaped(bytes) }
}
