import FootingBytes

/// Descriptions of a value for reports.
extension MappingSource {
    /// Creates the issue for a value that can't be used, at `path` relative to the root of the
    /// report.
    ///
    /// Callers pass `false` for `showsValue` where an object is expected: another kind of value may
    /// contain what the object's sensitive fields would contain.
    @inline(never)
    func issue(
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        wanted target: String,
        _ resolution: MappingIssue.Resolution,
        showsValue: Bool = true
    ) -> MappingIssue {
        MappingIssue(
            path: MappingPath(components: path),
            code: refusal.code,
            sourceKind: kind,
            target: target,
            resolution: resolution,
            explanation: refusal.explanation,
            value: showsValue ? shownValue : nil,
            offset: byteOffset
        )
    }

    /// The string, number or Boolean, truncated; `nil` for any other value, or if the report must
    /// not show it.
    var shownValue: String? {
        guard options.includesValues, !isSensitive else { return nil }
        return text(limit: 64)
    }
}

extension MappingIssue {
    /// Creates the issue for a missing or written value at `path`.
    init(
        _ refusal: MappingRefusal,
        absentAt path: [MappingPath.Component],
        wanted target: String,
        _ resolution: Resolution
    ) {
        self.init(
            path: MappingPath(components: path),
            code: refusal.code,
            sourceKind: .absent,
            target: target,
            resolution: resolution,
            explanation: refusal.explanation,
            value: nil,
            offset: nil
        )
    }
}

extension JSONDocument {
    /// The beginning of a string, or `nil` if the string isn't valid Unicode.
    func text(of token: JSONToken, limit: Int) -> String? {
        guard token.isEscaped else { return content(of: token).prefix(limit) }
        return text(of: token)?.prefix(ofBytes: limit)
    }
}

extension ByteView {
    /// As many whole scalars from the beginning as have no more than `limit` bytes.
    func prefix(_ limit: Int) -> String {
        guard count > limit else { return text }
        var end = max(0, limit)
        while end > 0, self[end] & 0xC0 == 0x80 { end &-= 1 }
        return slice(from: 0, count: end).text
    }
}

extension String {
    /// As many whole scalars from the beginning as have no more than `limit` bytes.
    func prefix(ofBytes limit: Int) -> String {
        utf8.count > limit ? withBytes { $0.prefix(limit) } : self
    }
}
