/// Checks a binary property list for faults that `PropertyListDecoder` does not detect.
///
/// On Linux the decoder traps on lengths beyond the end, follows cycles until the stack overflows,
/// and copies shared parts without a limit. So this check first visits every reachable part. Each
/// part must be within the list and have a known format. The depth, the total size of all parts
/// (each counted once for each reference) and the combining marks of strings have limits.
///
/// The list consists of `bplist00`, the parts, a table of the parts' offsets, and 32 bytes that
/// describe the table. A part is a byte for its kind and, often, its length, followed by its
/// content; arrays and dictionaries contain the numbers of other parts.
struct PropertyListShape {
    private let partCount: Int
    private let tableStart: Int
    /// The number of bytes of an offset.
    private let offsetSize: Int
    /// The number of bytes of a part's number.
    private let referenceSize: Int
    private let firstPart: Int
    /// The number of bytes that may still be copied.
    private var budget: Int

    static func isSound(_ bytes: Span<UInt8>) -> Bool {
        guard var shape = Self(bytes) else { return false }
        return shape.isSound(shape.firstPart, depth: 0, isKey: false, in: bytes)
    }

    private init?(_ bytes: Span<UInt8>) {
        let magic: StaticString = "bplist00"
        // The minimum: the magic, one part and its offset, and the trailer.
        guard bytes.count >= magic.utf8CodeUnitCount + 2 + 32, bytes.starts(with: magic) else {
            return nil
        }
        let trailer = bytes.count &- 32
        offsetSize = Int(bytes[trailer &+ 6])
        referenceSize = Int(bytes[trailer &+ 7])
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize,
            let partCount = bytes.number(ofBytes: 8, at: trailer &+ 8),
            let firstPart = bytes.number(ofBytes: 8, at: trailer &+ 16),
            let tableStart = bytes.number(ofBytes: 8, at: trailer &+ 24),
            1...bytes.count ~= partCount, firstPart < partCount, 9..<trailer ~= tableStart,
            // At most `bytes.count` times 8, so this can't overflow.
            partCount &* offsetSize <= trailer &- tableStart
        else { return nil }
        self.partCount = partCount
        self.firstPart = firstPart
        self.tableStart = tableStart
        budget = bytes.count.multipliedReportingOverflow(by: 64).partialValue
    }

    private mutating func isSound(
        _ part: Int,
        depth: Int,
        isKey: Bool,
        in bytes: Span<UInt8>
    ) -> Bool {
        guard depth <= mostLevels, part < partCount,
            let start = bytes.number(ofBytes: offsetSize, at: tableStart &+ part &* offsetSize),
            8..<tableStart ~= start
        else { return false }
        let kind = bytes[start] >> 4
        let detail = Int(bytes[start] & 0xF)
        // The decoder allocates an object for each part, so even the smallest part counts.
        budget &-= 32
        if isKey, kind != 5, kind != 6 { return false }
        switch kind {
        case 0:  // null, false, true
            return detail == 0 || detail == 8 || detail == 9
        case 1:  // an integer of 1, 2, 4, 8 or 16 bytes
            return detail <= 4 && start &+ 1 &+ (1 << detail) <= tableStart && budget >= 0
        case 2:  // a floating-point number of 4 or 8 bytes
            return (detail == 2 || detail == 3) && start &+ 1 &+ (1 << detail) <= tableStart
                && budget >= 0
        case 3:  // a date
            return detail == 3 && start &+ 9 <= tableStart && budget >= 0
        case 4, 5:  // data, ASCII text
            guard let content = content(of: start, unit: 1, in: bytes) else { return false }
            budget &-= content.count
            return budget >= 0
        case 6:  // UTF-16 text
            guard let content = content(of: start, unit: 2, in: bytes) else { return false }
            budget &-= content.count
            guard budget >= 0 else { return false }
            var marks = CombiningMarks()
            for position in stride(from: content.lowerBound, to: content.upperBound, by: 2) {
                let unit = UInt16(bytes[position]) << 8 | UInt16(bytes[position &+ 1])
                guard marks.accept(unit) else { return false }
            }
            return true
        case 0xA:  // an array
            guard let content = content(of: start, unit: referenceSize, in: bytes) else {
                return false
            }
            for position in stride(
                from: content.lowerBound,
                to: content.upperBound,
                by: referenceSize
            ) {
                guard budget >= 0,
                    let element = bytes.number(ofBytes: referenceSize, at: position),
                    isSound(element, depth: depth &+ 1, isKey: false, in: bytes)
                else { return false }
            }
            return true
        case 0xD:  // a dictionary: first all keys, then all values
            guard let content = content(of: start, unit: 2 &* referenceSize, in: bytes) else {
                return false
            }
            let firstValue = content.lowerBound &+ content.count / 2
            for position in stride(
                from: content.lowerBound,
                to: content.upperBound,
                by: referenceSize
            ) {
                guard budget >= 0,
                    let element = bytes.number(ofBytes: referenceSize, at: position),
                    isSound(element, depth: depth &+ 1, isKey: position < firstValue, in: bytes)
                else { return false }
            }
            return true
        default:
            return false
        }
    }

    /// Returns the range of the content of a part with a length, or `nil` if it exceeds the list.
    private func content(of start: Int, unit: Int, in bytes: Span<UInt8>) -> Range<Int>? {
        var count = Int(bytes[start] & 0xF)
        var content = start &+ 1
        if count == 0xF {
            // A length that does not fit in four bits follows as an integer.
            guard content < tableStart, bytes[content] >> 4 == 1 else { return nil }
            let size = 1 << Int(bytes[content] & 0xF)
            guard size <= 8, content &+ 1 &+ size <= tableStart,
                let length = bytes.number(ofBytes: size, at: content &+ 1)
            else { return nil }
            count = length
            content &+= 1 &+ size
        }
        let (byteCount, overflows) = count.multipliedReportingOverflow(by: unit)
        guard !overflows, byteCount <= tableStart &- content else { return nil }
        return content..<(content &+ byteCount)
    }
}

extension Span<UInt8> {
    /// Reads a big-endian number, or returns `nil` if it does not fit.
    ///
    /// The bytes must be within the span.
    fileprivate func number(ofBytes size: Int, at start: Int) -> Int? {
        var number: UInt64 = 0
        for index in start..<start &+ size { number = number << 8 | UInt64(self[index]) }
        return Int(exactly: number)
    }

    fileprivate func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            for index in text.indices where unsafe self[index] != text[index] { return false }
            return true
        }
    }
}
