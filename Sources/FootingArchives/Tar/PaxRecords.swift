/// The records of an extension header of POSIX: lines of a length, a key, `=` and a value.
enum PaxRecords: Sendable {
    /// The values by their keys; the last one of a key counts.
    typealias Values = [String: ArraySlice<UInt8>]

    /// Strings are compared in time that may grow with the square of their length.
    static let maximumKeyCount = 1_024

    /// Reads the records of a header whose content begins at an offset.
    ///
    /// The regions of a sparse file, each of two records, become a list as other programs write it.
    static func parse(_ bytes: [UInt8], at offset: Int) throws(ArchiveError) -> Values {
        var values: Values = [:]
        var regions: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let digits = bytes[start...].prefix { $0 != UInt8(ascii: " ") }
            guard let length = number(digits), length > digits.count + 1,
                length <= bytes.count - start,
                case let line = bytes[start..<start + Int(length)].dropFirst(digits.count + 1),
                line.last == UInt8(ascii: "\n"),
                let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex,
                equals - line.startIndex <= maximumKeyCount,
                case let key = String(decoding: line[..<equals], as: UTF8.self),
                key != "GNU.sparse.offset" || regions.count % 2 == 0,
                key != "GNU.sparse.numbytes" || regions.count % 2 == 1
            else {
                let reason = "invalid record in an extension header"
                throw ArchiveError(.malformed, at: offset + start, reason)
            }
            let value = line[(equals + 1)...].dropLast()
            switch key {
            case "GNU.sparse.offset", "GNU.sparse.numbytes": regions.append(value)
            default: values[key] = value
            }
            start = line.endIndex
        }
        if !regions.isEmpty {
            values["GNU.sparse.map"] = Array(regions.joined(separator: ",".utf8))[...]
        }
        return values
    }

    /// Reads a number of decimal digits, or returns `nil`.
    static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    /// Reads seconds since 1970 with a sign and a fraction, or returns `nil`.
    static func seconds(_ value: ArraySlice<UInt8>) -> Double? {
        let isDecimal = value.allSatisfy { 0x30...0x39 ~= $0 || 0x2D...0x2E ~= $0 }
        return isDecimal ? Double(String(decoding: value, as: UTF8.self)) : nil
    }

    /// Creates a record, whose length counts its own digits.
    static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = key.utf8.count + value.count + 3
        var length = rest + 1
        while length != rest + String(length).utf8.count {
            length = rest + String(length).utf8.count
        }
        return Array("\(length) \(key)=".utf8) + value + [UInt8(ascii: "\n")]
    }
}
