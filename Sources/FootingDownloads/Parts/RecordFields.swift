import FootingBytes

/// A JSON object of strings and integers, the format of all records that are stored with a file.
struct RecordFields: Equatable {
    enum Value: Equatable {
        case string(String)
        case number(Int)
    }

    var values: [String: Value] = [:]

    init() {}

    /// Reads an object; members with other values, or with a number that does not fit, are skipped.
    init?(_ bytes: [UInt8]) {
        let values = unsafe bytes.withUnsafeBytes { buffer -> [String: Value]? in
            let view = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(view, maximumDepth: 8) else { return nil }
            return tape.withDocument(over: view, Self.values)
        }
        guard let values else { return nil }
        self.values = values
    }

    private static func values(of document: JSONDocument) -> [String: Value]? {
        guard document.count > 0, document[0].kind == .object else { return nil }
        var values: [String: Value] = [:]
        var index = 1
        while index < document.count {
            let value = document[index + 1]
            if let key = document.text(of: document[index]) {
                switch value.kind {
                case .string: values[key] = document.text(of: value).map(Value.string)
                case .number: values[key] = Int(document.content(of: value).text).map(Value.number)
                default: break
                }
            }
            index = document.index(after: index + 1)
        }
        return values
    }

    subscript(string name: String) -> String? {
        get { if case .string(let text) = values[name] { text } else { nil } }
        set { values[name] = newValue.map(Value.string) }
    }

    subscript(number name: String) -> Int? {
        get { if case .number(let number) = values[name] { number } else { nil } }
        set { values[name] = newValue.map(Value.number) }
    }

    /// The object with sorted keys.
    var json: [UInt8] {
        let members = values.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .string(let text): "\(Self.quoted(name)):\(Self.quoted(text))"
            case .number(let number): "\(Self.quoted(name)):\(number)"
            }
        }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
