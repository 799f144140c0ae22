import FootingBytes

/// A value of a JSON document: its bytes as they were read or, where it was edited, its members.
///
/// Strings and numbers, unknown members, duplicate members and the order of members survive edits.
enum JSONNode: Sendable {
    case bytes(ArraySlice<UInt8>)
    case object([Member])

    struct Member: Sendable {
        /// The name as in the document, without its quotation marks.
        let rawName: ArraySlice<UInt8>
        var value: JSONNode

        var name: String? {
            guard rawName.contains(UInt8(ascii: "\\")) else {
                return String(decoding: rawName, as: UTF8.self)
            }
            return JSONNode.bytes([0x22] + rawName + [0x22]).string
        }

        func isNamed(_ name: String) -> Bool {
            if rawName.elementsEqual(name.utf8) { return true }
            guard rawName.contains(UInt8(ascii: "\\")) else { return false }
            return self.name?.utf8.elementsEqual(name.utf8) == true
        }
    }

    static let empty = JSONNode.object([])

    init(_ string: String) { self = .bytes(Self.quoted(string)[...]) }

    /// Calls `body` with the document of a value that hasn't been edited, and with its bytes.
    private func read<Result>(
        _ body: (_ document: JSONDocument, _ bytes: ArraySlice<UInt8>) -> Result?
    ) -> Result? {
        guard case .bytes(let bytes) = self else { return nil }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(view) else { return nil }
            return tape.withDocument(over: view) { body($0, bytes) }
        }
    }

    /// The value as a string; `nil` for other values, and for half of a surrogate pair.
    var string: String? {
        read { document, _ in
            document[0].kind == .string ? document.text(of: document[0]) : nil
        }
    }

    var integer: Int? {
        guard case .bytes(let bytes) = self else { return nil }
        return Int(String(decoding: bytes, as: UTF8.self))
    }

    var isTrue: Bool { isLiteral("true") }
    var isFalse: Bool { isLiteral("false") }

    private func isLiteral(_ literal: String) -> Bool {
        guard case .bytes(let bytes) = self else { return false }
        return bytes.elementsEqual(literal.utf8)
    }

    /// The members of an object in its order; other values have none.
    var members: [Member] {
        if case .object(let members) = self { return members }
        return read { Self.members(of: 0, in: $0, $1) } ?? []
    }

    /// The members of an object in a document with its bytes.
    static func members(
        of object: Int,
        in document: JSONDocument,
        _ bytes: ArraySlice<UInt8>
    ) -> [Member] {
        guard document[object].kind == .object else { return [] }
        var members: [Member] = []
        var index = object + 1
        while index < document[object].extent {
            let name = bytes.startIndex + Int(document[index].start)
            let nameEnd = name + document[index].extent
            let range = Self.range(of: index + 1, in: document, bytes)
            members.append(Member(rawName: bytes[name..<nameEnd], value: .bytes(bytes[range])))
            index = document.index(after: index + 1)
        }
        return members
    }

    /// The indices of a value's bytes.
    private static func range(
        of index: Int,
        in document: JSONDocument,
        _ bytes: ArraySlice<UInt8>
    ) -> Range<Int> {
        let token = document[index]
        let start = bytes.startIndex + Int(token.start)
        guard token.isContainer else {
            // A string begins after its quotation mark.
            let mark = token.kind == .string ? 1 : 0
            return (start - mark)..<(start + token.extent + mark)
        }
        let last = token.extent - 1
        var end = last == index ? start + 1 : range(of: last, in: document, bytes).upperBound
        // The brackets of all that ends with the value.
        var count = (index..<last).count { document[$0].isContainer && document[$0].extent > last }
        if last == index { count = 1 }
        while count > 0 {
            if bytes[end] == UInt8(ascii: "}") || bytes[end] == UInt8(ascii: "]") { count -= 1 }
            end += 1
        }
        return start..<end
    }

    /// The member with a name; of several, the last.
    ///
    /// A new member is inserted in the order of bytes; `nil` removes all with the name.
    subscript(name: String) -> JSONNode? {
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

    subscript(object name: String) -> JSONNode {
        get { self[name] ?? .empty }
        set { self[name] = newValue }
    }

    /// Appends the value; edited objects have no blanks.
    func append(to output: inout [UInt8]) {
        switch self {
        case .bytes(let bytes): output += bytes
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                output.append(0x22)
                output += member.rawName
                output += "\":".utf8
                member.value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// A string with quotation marks, escaped as Xcode does it.
    static func quoted(_ string: String) -> [UInt8] {
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
    init(name: String, value: JSONNode) {
        self.init(rawName: JSONNode.quoted(name).dropFirst().dropLast(), value: value)
    }
}
