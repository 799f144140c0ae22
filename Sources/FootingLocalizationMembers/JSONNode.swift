package import FootingBytes

/// A value of a JSON document: one with the bytes that were read, or a list of values.
///
/// Strings and numbers, unknown members, duplicate members and the order of members survive edits.
package enum JSONNode: Sendable {
    /// A string with its quotation marks, a number, `true`, `false` or `null`.
    case scalar(ArraySlice<UInt8>)
    case array([JSONNode])
    case object([Member])

    package struct Member: Sendable {
        /// The name as in the document, without its quotation marks.
        package let rawName: ArraySlice<UInt8>
        package var value: JSONNode

        package var name: String? { JSONNode.text(rawName) }

        package func isNamed(_ name: String) -> Bool {
            if rawName.elementsEqual(name.utf8) { return true }
            guard rawName.contains(UInt8(ascii: "\\")) else { return false }
            return self.name?.utf8.elementsEqual(name.utf8) == true
        }
    }

    package static let empty = JSONNode.object([])

    package init(_ string: String) { self = .scalar(Self.quoted(string)[...]) }

    /// Reads a document.
    package static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONNode {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(JSONFault) -> JSONNode in
                try JSONTape.scan(view).withDocument(over: view) { document in
                    Result { () throws(JSONFault) -> JSONNode in
                        guard document.count <= maximumValues else {
                            throw JSONFault(reason: .size, offset: 0)
                        }
                        return JSONNode(0, of: document, bytes)
                    }
                }.get()
            }
        }
        return try result.get()
    }

    /// A value needs up to 64 bytes of memory.
    private static let maximumValues = 16_000_000

    // The scanner limits the depth.
    private init(_ index: Int, of document: JSONDocument, _ bytes: [UInt8]) {
        let token = document[index]
        let start = Int(token.start)
        var next = index + 1
        switch token.kind {
        case .object:
            var members: [Member] = []
            while next < token.extent {
                let name = Int(document[next].start)
                let rawName = bytes[name..<(name + document[next].extent)]
                let value = JSONNode(next + 1, of: document, bytes)
                members.append(Member(rawName: rawName, value: value))
                next = document.index(after: next + 1)
            }
            self = .object(members)
        case .array:
            var values: [JSONNode] = []
            while next < token.extent {
                values.append(JSONNode(next, of: document, bytes))
                next = document.index(after: next)
            }
            self = .array(values)
        default:
            // A string begins after its quotation mark.
            let mark = token.kind == .string ? 1 : 0
            self = .scalar(bytes[(start - mark)..<(start + token.extent + mark)])
        }
    }

    /// The value as a string; `nil` for other values, and for half of a surrogate pair.
    package var string: String? {
        guard case .scalar(let bytes) = self, bytes.first == 0x22 else { return nil }
        return Self.text(bytes.dropFirst().dropLast())
    }

    /// The text of a string without its quotation marks.
    private static func text(_ content: ArraySlice<UInt8>) -> String? {
        guard content.contains(UInt8(ascii: "\\")) else {
            return String(decoding: content, as: UTF8.self)
        }
        let quoted: [UInt8] = [0x22] + content + [0x22]
        return unsafe quoted.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(view) else { return nil }
            return tape.withDocument(over: view) { $0.text(of: $0[0]) }
        }
    }

    package var integer: Int? {
        guard case .scalar(let bytes) = self else { return nil }
        return Int(String(decoding: bytes, as: UTF8.self))
    }

    /// Whether this is a value with the given bytes, such as `true`.
    package func isLiteral(_ literal: String) -> Bool {
        guard case .scalar(let bytes) = self else { return false }
        return bytes.elementsEqual(literal.utf8)
    }

    /// The members of an object in its order; other values have none.
    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The members whose names are valid Unicode.
    package var namedMembers: [(name: String, value: JSONNode)] {
        members.compactMap { member in member.name.map { ($0, member.value) } }
    }

    /// The member with a name; of several, the last.
    ///
    /// A new member is inserted in the order of bytes; `nil` removes all with the name.
    package subscript(name: String) -> JSONNode? {
        get { members.last { $0.isNamed(name) }?.value }
        set {
            var members = members
            let index = members.lastIndex { $0.isNamed(name) }
            if let newValue, let index {
                members[index].value = newValue
            } else if let newValue {
                let member = Member(name: name, value: newValue)
                let end = members.firstIndex {
                    member.rawName.lexicographicallyPrecedes($0.rawName)
                }
                members.insert(member, at: end ?? members.endIndex)
            } else if index != nil {
                members.removeAll { $0.isNamed(name) }
            } else {
                return
            }
            self = .object(members)
        }
    }

    package subscript(object name: String) -> JSONNode {
        get { self[name] ?? .empty }
        set { self[name] = newValue }
    }

    /// A string with quotation marks, escaped as Xcode does it.
    package static func quoted(_ string: String) -> [UInt8] {
        var quoted: [UInt8] = [0x22]
        for byte in string.utf8 {
            switch byte {
            case 0x08: quoted += "\\b".utf8
            case 0x09: quoted += "\\t".utf8
            case 0x0A: quoted += "\\n".utf8
            case 0x0C: quoted += "\\f".utf8
            case 0x0D: quoted += "\\r".utf8
            case 0x22, 0x5C: quoted += [0x5C, byte]
            case 0..<0x20:
                quoted += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: quoted.append(byte)
            }
        }
        return quoted + [0x22]
    }
}

extension JSONNode.Member {
    package init(name: String, value: JSONNode) {
        self.init(rawName: JSONNode.quoted(name).dropFirst().dropLast(), value: value)
    }
}

extension LineCounter {
    /// The line, counted from 1, of an offset that is not before the previous one.
    package mutating func line(at offset: Int, in bytes: [UInt8]) -> Int {
        unsafe bytes.withUnsafeBufferPointer { line(at: offset, in: unsafe ByteView($0)) }
    }
}
