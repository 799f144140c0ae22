import FootingBytes

/// The records of an extension header of POSIX: lines of a length, a key, `=` and a value.
enum PaxRecords: Sendable {
    typealias Record = (key: String, value: ArraySlice<UInt8>)

    /// Reads the records, in order; `nil` in place of the first one that is not valid, with its
    /// position.
    static func parse(_ bytes: [UInt8]) -> (records: [Record], fault: Int?) {
        var records: [Record] = []
        var start = 0
        while start < bytes.count {
            var position = start
            let length = digits(in: bytes, at: &position)
            guard let length, position < bytes.count, bytes[position] == 0x20,
                length > position &+ 1 &- start, length <= bytes.count &- start
            else { return (records, start) }
            let end = start &+ length &- 1
            let line = bytes[position + 1..<end]
            guard bytes[end] == 0x0A, let equals = line.firstIndex(of: UInt8(ascii: "=")),
                equals > line.startIndex
            else { return (records, start) }
            let key = String(decoding: line[..<equals], as: UTF8.self)
            records.append((key, line[(equals + 1)...]))
            start = end &+ 1
        }
        return (records, nil)
    }

    /// Reads a number without a sign, or returns `nil`.
    static func number(_ value: ArraySlice<UInt8>) -> Int64? {
        var position = value.startIndex
        let number = digits(in: value, at: &position)
        return position == value.endIndex ? number.map { Int64($0) } : nil
    }

    /// Reads the digits of a decimal number; `nil` if there is none, or it is too large.
    static func digits<Bytes: Collection<UInt8>>(
        in bytes: Bytes,
        at position: inout Bytes.Index
    ) -> Int? {
        var value: Int?
        while position < bytes.endIndex, isDigit(bytes[position]) {
            let (tens, isTooLarge) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, isOverflow) = tens.addingReportingOverflow(Int(bytes[position] & 15))
            guard !isTooLarge, !isOverflow else { return nil }
            value = sum
            bytes.formIndex(after: &position)
        }
        return value
    }

    /// Reads seconds since 1970 with a sign and a fraction, or returns `nil`.
    static func seconds(_ value: ArraySlice<UInt8>) -> Double? {
        let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
        let isNumber =
            digits.first.map(isDigit) ?? false
            && digits.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
        return isNumber ? Double(String(decoding: value, as: UTF8.self)) : nil
    }

    /// Appends a record, whose length counts its own digits.
    static func append(_ key: String, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        let rest = key.utf8.count + value.count + 3
        var length = rest
        while length != rest + String(length).utf8.count {
            length = rest + String(length).utf8.count
        }
        bytes += Array("\(length) \(key)=".utf8)
        bytes += value
        bytes.append(0x0A)
    }
}
