/// A value of a property list, reduced to what tables and tags need: strings in dictionaries and
/// arrays.
package struct PropertyListNode {
    package enum Content {
        case string(String)
        case array([PropertyListNode])
        /// The members in the order of the file; if a key occurs twice, only its last member.
        case dictionary([PropertyListNode])
        /// A number, a truth value, a date, data or null.
        case other
    }

    /// The key in the dictionary; empty for values that aren't members of one.
    package let key: String
    /// The offset of the key's element in an XML list; -1 for other values.
    package let offset: Int32
    package let content: Content

    init(key: String, offset: Int32 = -1, _ content: Content) {
        self.key = key
        self.offset = offset
        self.content = content
    }

    /// Creates a value that is not a member of a dictionary.
    init(element content: Content) { self.init(key: "", content) }

    package var text: String? {
        if case .string(let text) = content { text } else { nil }
    }

    package var members: [PropertyListNode]? {
        if case .dictionary(let members) = content { members } else { nil }
    }

    package var elements: [PropertyListNode]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    package subscript(key: String) -> PropertyListNode? { members?.first { $0.hasKey(key) } }

    /// Whether the key has the same bytes; a comparison of strings would normalize them.
    package func hasKey(_ other: String) -> Bool {
        key.utf8.count == other.utf8.count && key.utf8.elementsEqual(other.utf8)
    }

    fileprivate func hasSameContent(as other: Self) -> Bool {
        switch (content, other.content) {
        case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
        case (.array(let first), .array(let second)):
            first.elementsEqual(second) { $0.hasSameContent(as: $1) }
        case (.dictionary(let first), .dictionary(let second)):
            first.elementsEqual(second) { $0.hasKey($1.key) && $0.hasSameContent(as: $1) }
        // The values of others are unknown, so they count as different.
        default: false
        }
    }
}

/// A property list in binary or XML format.
package struct PropertyList {
    /// A key that occurs again in its dictionary, with another value.
    package struct Duplicate {
        package let key: String
        /// The member of the outermost dictionary that contains the dictionary, or `nil` if that is
        /// the outermost one.
        package let owner: String?
        /// The offset of the last occurrence in an XML list; -1 in a binary one.
        package let offset: Int32
    }

    package internal(set) var root = PropertyListNode(element: .other)
    package internal(set) var duplicates: [Duplicate] = []

    package static func isBinary(_ bytes: ByteView) -> Bool { bytes.has("bplist00", at: 0) }

    package static func isXML(_ bytes: ByteView) -> Bool {
        let start = bytes.indexAfterBlanks(from: bytes.hasMark ? 3 : 0)
        return bytes.has("<?xml", at: start) || bytes.has("<!DOCTYPE", at: start)
            || bytes.has("<plist", at: start) || bytes.has("<!--", at: start)
    }

    /// Removes the members of a dictionary whose keys occur again, and records those whose values
    /// differ.
    mutating func removeDuplicates(from members: inout [PropertyListNode], of owner: String?) {
        guard
            let isLast = Self.lastOccurrences(
                in: members,
                { earlier, later in
                    guard !members[earlier].hasSameContent(as: members[later]) else { return }
                    let (key, offset) = (members[later].key, members[later].offset)
                    duplicates.append(Duplicate(key: key, owner: owner, offset: offset))
                }
            )
        else { return }
        members = zip(members, isLast).filter(\.1).map(\.0)
    }

    /// Returns which members are the last ones of their keys, or `nil` if all are.
    ///
    /// - Complexity: O(*n*) in the size of the keys.
    private static func lastOccurrences(
        in members: [PropertyListNode],
        _ note: (_ earlier: Int, _ later: Int) -> Void
    ) -> [Bool]? {
        var isLast: [Bool]?
        func repeated(_ earlier: Int, _ later: Int) {
            note(earlier, later)
            isLast = isLast ?? Array(repeating: true, count: members.count)
            isLast?[earlier] = false
        }
        guard members.count > 8 else {
            for later in members.indices {
                let earlier = members[..<later].lastIndex { $0.hasKey(members[later].key) }
                if let earlier { repeated(earlier, later) }
            }
            return isLast
        }
        var places: [KeyBytes: Int] = [:]
        places.reserveCapacity(members.count)
        for later in members.indices {
            let key = KeyBytes(text: members[later].key)
            if let earlier = places.updateValue(later, forKey: key) { repeated(earlier, later) }
        }
        return isLast
    }

    /// A key that is hashed and compared by its bytes.
    private struct KeyBytes: Hashable {
        let text: String

        static func == (first: Self, second: Self) -> Bool {
            first.text.utf8.elementsEqual(second.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}

/// The reason why a property list can't be read.
package enum PropertyListFault: Error {
    case malformed
    case limitExceeded
    /// An XML list is not in UTF-8, or declares another encoding.
    case unsupportedEncoding
}
