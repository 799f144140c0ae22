import FootingBytes

/// The status and the fields of a response, read line by line.
///
/// Informational responses (1xx) before it are skipped, and so are fields after the body.
struct ResponseHead {
    private(set) var status = 0
    /// Whether the empty line at the end was read.
    private(set) var isComplete = false
    /// The time of the latest empty line.
    var endTime = ContinuousClock.now
    private var fields: [String: [String]] = [:]
    private var byteCount = 0
    private var fieldCount = 0
    private var name: String?

    /// Reads a line with its end.
    mutating func append(
        _ line: ByteView,
        limits: DownloadOptions.Limits
    ) throws(DownloadError) {
        byteCount += line.count
        guard byteCount <= limits.headerBytes else {
            throw DownloadError(exceeding: .headerBytes, of: limits.headerBytes)
        }
        guard !isComplete else { return }
        var text = line.text[...]
        while text.utf8.last == 0x0A || text.utf8.last == 0x0D { text.unicodeScalars.removeLast() }
        if status == 0 {
            let words = text.split(separator: " ", maxSplits: 2)
            guard text.utf8.starts(with: "HTTP/".utf8), words.count > 1,
                let status = Int(digits: words[1].utf8), 100...999 ~= status
            else { throw .malformed }
            self.status = status
        } else if text.isEmpty {
            (isComplete, endTime) = (status >= 200, .now)
            if !isComplete { (status, fields, name) = (0, [:], nil) }
        } else {
            try appendField(text, limit: limits.headerFields)
        }
    }

    private mutating func appendField(_ text: Substring, limit: Int) throws(DownloadError) {
        guard !text.utf8.contains(0) else { throw .malformed }
        fieldCount += 1
        guard fieldCount <= limit else {
            throw DownloadError(exceeding: .headerFields, of: limit)
        }
        if let first = text.utf8.first, first == 0x20 || first == 0x09 {
            // A continuation of the field before.
            if let name, var value = fields[name]?.popLast() {
                value += " \(text.trimmed)"
                fields[name]?.append(value)
            }
            return
        }
        name = nil
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let lower = text[..<colon].lowercased()
        name = lower
        fields[lower, default: []].append(String(text[text.utf8.index(after: colon)...].trimmed))
    }
}

extension ResponseHead {
    /// The value of a field that occurs once, or each time with the same value.
    subscript(name: String) -> String? {
        guard let values = fields[name], let first = values.first,
            values.allSatisfy({ $0 == first })
        else { return nil }
        return first
    }

    /// All values of a field, separated by commas.
    func list(_ name: String) -> String { fields[name]?.joined(separator: ",") ?? "" }

    /// The elements of a field's values, which are separated by commas, in lower case.
    func elements(_ name: String) -> [String] {
        list(name).lowercased().split(separator: ",").map { String($0.trimmed) }
    }

    func has(_ name: String) -> Bool { fields[name] != nil }

    /// Whether the body has a length of its own.
    var hasLength: Bool { has("content-length") && !has("transfer-encoding") }

    /// The number of bytes of the body; `nil` if it has no length, or an invalid one.
    var contentLength: Int? {
        hasLength ? self["content-length"].flatMap { Int(digits: $0.utf8) } : nil
    }

    /// Whether the response says where its body ends.
    var isDelimited: Bool {
        hasLength || elements("transfer-encoding").last == "chunked"
    }

    /// Whether libcurl decodes the transfer without a change of the content; it would also decode
    /// codings that were not requested.
    var hasKnownTransferCodings: Bool {
        elements("transfer-encoding").allSatisfy { ["", "chunked", "identity"].contains($0) }
    }

    /// `nil` without an encoding.
    var contentEncoding: String? {
        let value = list("content-encoding")
        return value.isEmpty || value.lowercased() == "identity" ? nil : value
    }

    /// The `ETag` if it is well-formed and not weak.
    var strongETag: String? {
        guard let etag = printable("etag"), etag.isEntityTag, etag.hasPrefix("\"") else {
            return nil
        }
        return etag
    }

    /// The `Last-Modified` if the content can't have changed twice in that second.
    var strongDate: String? {
        guard let text = printable("last-modified"), let modified = HTTPDate.seconds(text),
            let date = time("date"), date - modified >= 60
        else { return nil }
        return text
    }

    /// The seconds since 1970 of a field with a date.
    func time(_ name: String) -> Int? { self[name].flatMap { HTTPDate.seconds($0) } }

    /// The value of a field of at most 512 printable ASCII characters, as can be sent back.
    func printable(_ name: String) -> String? {
        guard let value = self[name], 1...512 ~= value.utf8.count, value.isPrintable else {
            return nil
        }
        return value
    }

    /// The seconds since 1970 of `Retry-After`.
    func retryTime(now: Double) -> Double? {
        guard let value = self["retry-after"] else { return nil }
        if let seconds = Int(digits: value.utf8) { return now + Double(seconds) }
        return HTTPDate.seconds(value).map(Double.init)
    }
}

extension DownloadError {
    static let malformed = Self(.unexpectedResponse, "the response is not HTTP; check the URL")
}

extension String {
    var isPrintable: Bool { utf8.allSatisfy { 0x20...0x7E ~= $0 } }

    /// Whether this is a well-formed `ETag`, possibly weak; `*` would match any content.
    var isEntityTag: Bool {
        let tag = utf8.dropFirst(hasPrefix("W/") ? 2 : 0)
        return tag.count > 1 && tag.first == 0x22 && tag.last == 0x22
            && tag.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
    }
}

extension Substring {
    /// Without spaces and tabs at both ends.
    var trimmed: Substring {
        var text = unicodeScalars[...]
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return Substring(text)
    }
}
