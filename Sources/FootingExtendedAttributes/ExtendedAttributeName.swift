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
    /// more of them, so a `switch` over them needs `@unknown default`. As a text, a namespace is
    /// its name, such as `trusted`.
    @nonexhaustive public enum Namespace: Hashable, Sendable {
        /// Names for everyone's use, starting with `user.`, on regular files and directories.
        case user
        /// Names starting with `trusted.`, which only privileged processes see.
        case trusted
        /// Names starting with `security.`, which belong to security modules and capabilities.
        case security
        /// Names starting with `system.`, which belong to the kernel, such as access control lists.
        case system
        /// Any other name.
        ///
        /// A few file systems know some for themselves, such as those starting with `btrfs.`; all
        /// else is refused.
        case other
    }

    /// Why the system could not take a name.
    enum Problem {
        case empty, containsNUL, tooLong
    }

    private let storage: Storage
    /// The fault of the name, if any; found once, when the name is made.
    let problem: Problem?

    private enum Storage {
        /// UTF-8 in contiguous storage: a string hands out a C string for free.
        case text(String)
        /// A part of an array, with a NUL behind it. The names of one list share one array, so that
        /// a list costs two allocations, however many names it has.
        case part([UInt8], Range<Int>)
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

    private init(contiguous bytes: UnsafeRawBufferPointer) {
        problem = unsafe Self.problem(in: bytes)
        storage = unsafe .part(Array(endingWithNUL: bytes), 0..<bytes.count)
    }

    /// Creates a name from a part of `list` that is not empty, holds no NUL, and has one behind it.
    init(at place: Range<Int>, in list: [UInt8]) {
        problem = place.count > Platform.longestName ? .tooLong : nil
        storage = .part(list, place)
    }

    private static func problem(in bytes: UnsafeRawBufferPointer) -> Problem? {
        if unsafe bytes.isEmpty { return .empty }
        if unsafe bytes.has(0) { return .containsNUL }
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
    public var namespace: Namespace { unsafe withBytes { unsafe Namespace(of: $0) } }

    /// The name without its namespace, or `nil` if its bytes are not UTF-8.
    ///
    /// ```swift
    /// let stage = ExtendedAttributeName.user("stage").localName
    /// ```
    ///
    /// This is the argument of ``portable(_:)`` or ``user(_:)``: `stage` for `user.stage` on Linux. A
    /// name in no known namespace is unchanged.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var localName: String? {
        guard let string, Platform.hasNamespaces, namespace != .other else { return string }
        // By scalars: with an accent behind it, a dot is part of another character.
        return String(string.unicodeScalars.drop { $0 != "." }.dropFirst())
    }

    /// The name as text, or `nil` if its bytes are not UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var string: String? {
        switch storage {
        case .text(let text): text
        case .part: unsafe withBytes { unsafe String(exactly: $0) }
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
        case .part(let bytes, let place): unsafe bytes.withCString(from: place.lowerBound, body)
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
        case .part(let bytes, let place):
            unsafe bytes.withUnsafeBytes { unsafe body($0.part(place)) }
        }
    }
}

extension ExtendedAttributeName.Namespace {
    /// Finds the family of a name by its bytes.
    init(of name: UnsafeRawBufferPointer) {
        guard Platform.hasNamespaces else {
            self = .user
            return
        }
        self =
            if unsafe name.starts(with: "user.") {
                .user
            } else if unsafe name.starts(with: "trusted.") {
                .trusted
            } else if unsafe name.starts(with: "security.") {
                .security
            } else {
                unsafe name.starts(with: "system.") ? .system : .other
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
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.order(to: rhs) == 0 }

    /// Orders names by their bytes, whatever the language.
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
    /// The texts of two different names differ in their bytes. Each byte of a backslash, of a
    /// control or format character (such as one that turns the direction of writing), of a line or
    /// paragraph separator, and of what is no UTF-8, appears as a backslash and three octal digits,
    /// as `getfattr` writes them.
    public var description: String { escaped(bytes) }
}
