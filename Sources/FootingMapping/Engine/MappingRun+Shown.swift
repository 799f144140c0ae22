import FootingFormats

/// What a report shows of the input, if it is asked to.
extension MappingRun {
    /// The text, number or Boolean at `position`, cut, if the report shows values here.
    mutating func shownValue(at position: Int?) -> String? {
        guard options.includesValues, !isSensitive, !hidesNextValue, let position else {
            return nil
        }
        let limit = 64
        guard let document else { return values[position].text?.prefix(ofBytes: limit) }
        let token = document[position]
        return switch token.kind {
        case .string: document.text(of: token, limit: limit)
        case .number: document.content(of: token).prefix(limit)
        case .true: "true"
        case .false: "false"
        case .null, .array, .object: nil
        }
    }

    /// Lists a key that no field has read, if the report has room for it.
    mutating func noteUnusedKey(
        _ key: @autoclosure () -> String?,
        _ kind: @autoclosure () -> MappingSourceKind,
        in path: [MappingPath.Component],
        isSensitive: Bool
    ) {
        guard report.notes.count < options.limits.issues else { return }
        let key = isSensitive || self.isSensitive ? nil : key()
        let step = key.map {
            MappingPath.Component.key($0.prefix(ofBytes: options.limits.keyBytes))
        }
        report.add(
            MappingNote(
                path: MappingPath(components: self.path + path + [step ?? .undeclaredKey]),
                kind: .unusedKey,
                sourceKind: kind(),
                target: ""
            )
        )
    }
}

extension NativeValue {
    fileprivate var text: String? {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let magnitude, let isNegative): isNegative ? "-\(magnitude)" : "\(magnitude)"
        case .double(let value): "\(value)"
        case .float(let value): "\(value)"
        case .decimal(let text), .string(let text): text
        case .null, .array, .object, .date, .data, .url, .uuid, .other: nil
        }
    }
}

extension JSONDocument {
    /// The beginning of a string, or `nil` if it has no text.
    func text(of token: JSONToken, limit: Int) -> String? {
        guard token.isEscaped else { return content(of: token).prefix(limit) }
        return text(of: token)?.prefix(ofBytes: limit)
    }
}

extension ByteView {
    /// As many whole scalars from the beginning as have no more than `limit` bytes.
    fileprivate func prefix(_ limit: Int) -> String {
        guard count > limit else { return text }
        var end = max(0, limit)
        while end > 0, self[end] & 0xC0 == 0x80 { end &-= 1 }
        return slice(from: 0, count: end).text
    }
}

extension String {
    /// As many whole scalars from the beginning as have no more than `limit` bytes.
    func prefix(ofBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, limit))
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }
}
