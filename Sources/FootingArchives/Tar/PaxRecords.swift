import FootingBytes

/// The records of an extension header of POSIX: lines of a length, a key, `=` and a value.
enum PaxRecords: Sendable {
    typealias Record = (key: String, value: ArraySlice<UInt8>)

    /// Reads the records, in order, of a header whose content begins at an offset.
    static func parse(_ bytes: [UInt8], at offset: Int) throws(ArchiveError) -> [Record] {
        var records: [Record] = []
        var start = 0
        while start < bytes.count {
            let digits = bytes[start...].prefix { isDigit($0) }
            guard let length = number(digits), digits.endIndex < bytes.count,
                bytes[digits.endIndex] == UInt8(ascii: " "), length > digits.count + 1,
                length <= bytes.count - start
            else { throw malformed(at: offset + start) }
            let end = start + Int(length)
            let line = bytes[digits.endIndex + 1..<end - 1]
            guard bytes[end - 1] == UInt8(ascii: "\n"),
                let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex
            else { throw malformed(at: offset + start) }
            let key = String(decoding: line[..<equals], as: UTF8.self)
            records.append((key, line[(equals + 1)...]))
            start = end
        }
        return records
    }

    private static func malformed(at offset: Int) -> ArchiveError {
        ArchiveError(.malformed, at: offset, "invalid record in an extension header")
    }

    /// Reads a number of decimal digits, or returns `nil`.
    static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        digits.allSatisfy { isDigit($0) } ? Int64(String(decoding: digits, as: UTF8.self)) : nil
    }

    /// Reads seconds since 1970 with a sign and a fraction, or returns `nil`.
    static func seconds(_ value: ArraySlice<UInt8>) -> Double? {
        let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
        guard isDigit(digits.first ?? 0),
            digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(String(decoding: value, as: UTF8.self))
    }

    /// Appends a record, whose length counts its own digits.
    static func append(_ key: String, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        let rest = key.utf8.count + value.count + 3
        var length = rest + 1
        while length != rest + String(length).utf8.count {
            length = rest + String(length).utf8.count
        }
        bytes += Array("\(length) \(key)=".utf8)
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }
}
