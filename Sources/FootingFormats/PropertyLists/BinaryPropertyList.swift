/// Reads a binary property list, or checks one for faults that `PropertyListDecoder` does not
/// detect.
///
/// On Linux the decoder traps on lengths beyond the end, follows cycles until the stack overflows,
/// and copies shared parts without a limit. So the walk visits every reachable part. Each part must
/// be within the list and have a known format. The depth, the number of parts and the size of their
/// content (each counted once for each reference) and the combining marks of strings have limits.
///
/// The list consists of `bplist00`, the parts, a table of the parts' offsets, and 32 bytes that
/// describe the table. A part is a byte for its kind and, often, its length, followed by its
/// content; arrays and dictionaries contain the numbers of other parts.
package struct BinaryPropertyList {
    /// Limits of a list, which a few bytes can exceed because arrays and dictionaries share parts.
    package struct Limits {
        var depth: Int
        var parts: Int
        var contentBytes: Int
        /// Whether strings may have more combining marks in a row than
        /// ``CombiningMarks/limit``.
        var allowsCombiningMarks: Bool

        package init(depth: Int, parts: Int, contentBytes: Int, allowsCombiningMarks: Bool) {
            self.depth = depth
            self.parts = parts
            self.contentBytes = contentBytes
            self.allowsCombiningMarks = allowsCombiningMarks
        }
    }

    private let bytes: ByteView
    private let partCount: Int
    private let tableStart: Int
    /// The number of bytes of an offset.
    private let offsetSize: Int
    /// The number of bytes of a part's number.
    private let referenceSize: Int
    private let firstPart: Int
    private let maximumDepth: Int
    /// The rest of the limits.
    private var rest: Limits
    /// Whether to create the values, or only to check them.
    private let isReading: Bool
    private var list = PropertyList()

    /// Whether the list is within the limits and can be passed to the decoder.
    ///
    /// A list in which a key occurs twice is refused, because the decoder would use one of the
    /// values at random.
    package static func isSound(_ bytes: ByteView, within limits: Limits) -> Bool {
        guard var walk = Self(bytes, within: limits, isReading: false) else { return false }
        return (try? walk.content(of: walk.firstPart, owner: nil)) != nil
    }

    package static func read(
        _ bytes: ByteView,
        within limits: Limits
    ) throws(PropertyListFault) -> PropertyList {
        guard var walk = Self(bytes, within: limits, isReading: true) else { throw .malformed }
        let content = try walk.content(of: walk.firstPart, owner: nil)
        walk.list.root = PropertyListNode(element: content)
        return walk.list
    }

    private init?(_ bytes: ByteView, within limits: Limits, isReading: Bool) {
        // The minimum: the magic, one part and its offset, and the trailer.
        guard bytes.count >= 8 + 2 + 32, PropertyList.isBinary(bytes) else { return nil }
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
        self.bytes = bytes
        self.partCount = partCount
        self.firstPart = firstPart
        self.tableStart = tableStart
        self.isReading = isReading
        maximumDepth = limits.depth
        rest = limits
    }

    /// Returns the start of a part.
    private func start(of part: Int) throws(PropertyListFault) -> Int {
        guard part < partCount,
            let start = bytes.number(ofBytes: offsetSize, at: tableStart &+ part &* offsetSize),
            8..<tableStart ~= start
        else { throw .malformed }
        return start
    }

    private mutating func spend(content count: Int = 0) throws(PropertyListFault) {
        rest.parts &-= 1
        rest.contentBytes &-= count
        guard rest.parts >= 0, rest.contentBytes >= 0 else { throw .limitExceeded }
    }

    /// Visits a part and all parts in it; `owner` is the member of the outermost dictionary.
    private mutating func content(
        of part: Int,
        owner: String?
    ) throws(PropertyListFault) -> PropertyListNode.Content {
        let start = try start(of: part)
        let detail = Int(bytes[start] & 0xF)
        switch bytes[start] >> 4 {
        case 0:  // null, false, true
            guard detail == 0 || detail == 8 || detail == 9 else { throw .malformed }
            try spend()
        case 1:  // an integer of 1, 2, 4, 8 or 16 bytes
            guard detail <= 4, start &+ 1 &+ (1 << detail) <= tableStart else { throw .malformed }
            try spend()
        case 2:  // a floating-point number of 4 or 8 bytes
            guard detail == 2 || detail == 3, start &+ 1 &+ (1 << detail) <= tableStart else {
                throw .malformed
            }
            try spend()
        case 3:  // a date
            guard detail == 3, start &+ 9 <= tableStart else { throw .malformed }
            try spend()
        case 4:  // data
            try spend(content: range(of: start, unit: 1).count)
        case 5, 6:
            let text = try text(at: start)
            if let text { return .string(text) }
        case 0xA:
            return try array(at: start, owner: owner)
        case 0xD:
            return try dictionary(at: start, owner: owner)
        default:
            throw .malformed
        }
        return .other
    }

    /// Reads or checks a string of ASCII or UTF-16; returns `nil` if it is only checked.
    private mutating func text(at start: Int) throws(PropertyListFault) -> String? {
        let isASCII = bytes[start] >> 4 == 5
        let range = try range(of: start, unit: isASCII ? 1 : 2)
        try spend(content: range.count)
        if !isASCII, !rest.allowsCombiningMarks {
            var marks = CombiningMarks()
            for position in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
                guard marks.accept(bytes.unit(at: position)) else { throw .limitExceeded }
            }
        }
        return isReading ? try string(in: range, isASCII: isASCII) : nil
    }

    private func string(in range: Range<Int>, isASCII: Bool) throws(PropertyListFault) -> String {
        let text: String?
        if isASCII {
            let slice = bytes.slice(from: range.lowerBound, count: range.count)
            text = unsafe slice.withBytes { bytes in
                guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
                return unsafe String(decoding: bytes, as: UTF8.self)
            }
        } else {
            let positions = stride(from: range.lowerBound, to: range.upperBound, by: 2)
            let units = positions.map { bytes.unit(at: $0) }
            text = String(validating: units, as: UTF16.self)
        }
        guard let text else { throw .malformed }
        return text
    }

    private mutating func array(
        at start: Int,
        owner: String?
    ) throws(PropertyListFault) -> PropertyListNode.Content {
        let range = try range(of: start, unit: referenceSize)
        try spend()
        try enter()
        var elements: [PropertyListNode] = []
        for position in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
            let content = try content(of: reference(at: position), owner: owner)
            guard isReading else { continue }
            elements.append(PropertyListNode(element: content))
        }
        rest.depth &+= 1
        return .array(elements)
    }

    /// Visits a dictionary: first all keys, then all values.
    private mutating func dictionary(
        at start: Int,
        owner: String?
    ) throws(PropertyListFault) -> PropertyListNode.Content {
        let range = try range(of: start, unit: 2 &* referenceSize)
        try spend()
        let isOutermost = rest.depth == maximumDepth
        try enter()
        let firstValue = range.lowerBound &+ range.count / 2
        if !isReading { try checkKeys(in: range.lowerBound..<firstValue) }
        var members: [PropertyListNode] = []
        for position in stride(from: firstValue, to: range.upperBound, by: referenceSize) {
            var key = ""
            if isReading {
                let keyPosition = range.lowerBound &+ (position &- firstValue)
                key = try text(at: keyStart(at: keyPosition)) ?? ""
            }
            let owner = owner ?? (isOutermost ? key : nil)
            let content = try content(of: reference(at: position), owner: owner)
            guard isReading else { continue }
            members.append(PropertyListNode(key: key, content))
        }
        if isReading { list.removeDuplicates(from: &members, of: owner) }
        rest.depth &+= 1
        return .dictionary(members)
    }

    /// Checks the keys of a dictionary, of which no two may be equal for the decoder.
    private mutating func checkKeys(in range: Range<Int>) throws(PropertyListFault) {
        var keys: [Range<Int>] = []
        var isASCII = true
        for position in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
            let start = try keyStart(at: position)
            _ = try text(at: start)
            let unit = bytes[start] >> 4 == 5 ? 1 : 2
            isASCII = isASCII && unit == 1
            keys.append(try self.range(of: start, unit: unit))
        }
        guard keys.count > 1 else { return }
        if isASCII, keys.count <= 8 {
            for (index, key) in keys.enumerated() {
                guard !keys[..<index].contains(where: { bytes.isSame($0, key) }) else {
                    throw .malformed
                }
            }
            return
        }
        // Strings that are canonically equivalent are one key for the decoder.
        var known: Set<String> = []
        var position = range.lowerBound
        for key in keys {
            let isASCII = try bytes[keyStart(at: position)] >> 4 == 5
            guard known.insert(try string(in: key, isASCII: isASCII)).inserted else {
                throw .malformed
            }
            position &+= referenceSize
        }
    }

    private mutating func enter() throws(PropertyListFault) {
        guard rest.depth > 0 else { throw .limitExceeded }
        rest.depth &-= 1
    }

    private func reference(at position: Int) throws(PropertyListFault) -> Int {
        guard let part = bytes.number(ofBytes: referenceSize, at: position) else {
            throw .malformed
        }
        return part
    }

    private func keyStart(at position: Int) throws(PropertyListFault) -> Int {
        let start = try start(of: reference(at: position))
        guard 5...6 ~= bytes[start] >> 4 else { throw .malformed }
        return start
    }

    /// Returns the range of the content of a part with a length.
    private func range(of start: Int, unit: Int) throws(PropertyListFault) -> Range<Int> {
        var count = Int(bytes[start] & 0xF)
        var content = start &+ 1
        if count == 0xF {
            // A length that does not fit in four bits follows as an integer.
            guard content < tableStart, bytes[content] >> 4 == 1 else { throw .malformed }
            let size = 1 << Int(bytes[content] & 0xF)
            guard size <= 8, content &+ 1 &+ size <= tableStart,
                let length = bytes.number(ofBytes: size, at: content &+ 1)
            else { throw .malformed }
            count = length
            content &+= 1 &+ size
        }
        let (byteCount, overflows) = count.multipliedReportingOverflow(by: unit)
        guard !overflows, byteCount <= tableStart &- content else { throw .malformed }
        return content..<(content &+ byteCount)
    }
}

extension ByteView {
    /// Reads a big-endian number, or returns `nil` if it does not fit.
    fileprivate func number(ofBytes size: Int, at start: Int) -> Int? {
        var number: UInt64 = 0
        for index in start..<start &+ size { number = number << 8 | UInt64(self[index]) }
        return Int(exactly: number)
    }

    fileprivate func unit(at index: Int) -> UInt16 {
        UInt16(self[index]) << 8 | UInt16(self[index &+ 1])
    }

    fileprivate func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        guard first.count == second.count else { return false }
        return zip(first, second).allSatisfy { self[$0] == self[$1] }
    }
}
