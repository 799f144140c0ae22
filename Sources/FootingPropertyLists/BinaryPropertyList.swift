import FootingBytes

/// Converts a binary property list to JSON, and checks it for faults that `PropertyListDecoder`
/// does not detect.
///
/// On Linux the decoder traps on lengths beyond the end, follows cycles until the stack overflows,
/// and copies shared objects without a limit. So the walk visits every reachable object. Each
/// object must be within the list and have a known format. The depth, the number of objects and the
/// size of their content (each counted once for each reference) have limits.
///
/// The list consists of `bplist00`, the objects, a table of their offsets, and a trailer of 32
/// bytes that describes the table. An object is a byte for its kind and, often, its length,
/// followed by its content; arrays and dictionaries contain the numbers of other objects.
struct BinaryPropertyList: ~Copyable {
    private let bytes: ByteView
    private let objectCount: Int
    private let tableStart: Int
    /// The number of bytes of an offset.
    private let offsetSize: Int
    /// The number of bytes of an object's number.
    private let referenceSize: Int
    // The depth, the number of objects and the bytes of content that are left.
    private var depth: Int
    private var objects: Int
    private var content: Int
    private var json: [UInt8]

    static func json(
        of bytes: ByteView,
        _ maximumDepth: Int,
        _ maximumContent: Int
    ) throws(JSONFault) -> [UInt8] {
        // The minimum: the magic, one object and its offset, and the trailer.
        guard bytes.count >= 8 + 2 + 32 else { throw fault(.value, 0) }
        let trailer = bytes.count &- 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer &+ 6]), Int(bytes[trailer &+ 7]))
        let objectCount = bytes.number(ofBytes: 8, at: trailer &+ 8)
        let root = bytes.number(ofBytes: 8, at: trailer &+ 16)
        let tableStart = bytes.number(ofBytes: 8, at: trailer &+ 24)
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, 1...bytes.count ~= objectCount,
            9..<trailer ~= tableStart,
            // At most `bytes.count` times 8, so this can't overflow.
            objectCount &* offsetSize <= trailer &- tableStart
        else { throw fault(.value, trailer) }
        var walk = BinaryPropertyList(
            bytes: bytes,
            objectCount: objectCount,
            tableStart: tableStart,
            offsetSize: offsetSize,
            referenceSize: referenceSize,
            depth: maximumDepth,
            // A list whose objects aren't shared has fewer objects than bytes.
            objects: 2 &* bytes.count,
            content: maximumContent,
            json: []
        )
        try walk.append(object: root)
        walk.json.removeLast()
        return walk.json
    }

    private static func fault(_ reason: JSONFault.Reason, _ offset: Int) -> JSONFault {
        JSONFault(reason: reason, offset: offset)
    }

    /// Appends an object and all objects in it; a key must be a string.
    private mutating func append(object: Int, isKey: Bool = false) throws(JSONFault) {
        let table = tableStart &+ object &* offsetSize
        guard 0..<objectCount ~= object else { throw Self.fault(.value, tableStart) }
        let start = bytes.number(ofBytes: offsetSize, at: table)
        guard 8..<tableStart ~= start else { throw Self.fault(.value, table) }
        let kind = bytes[start] >> 4
        let detail = Int(bytes[start] & 0xF)
        guard !isKey || kind == 5 || kind == 6 else { throw Self.fault(.value, start) }
        objects &-= 1
        var isSound = true
        switch kind {
        case 0:  // null, false, true
            isSound = detail == 0 || detail == 8 || detail == 9
        case 1, 2, 3:
            // An integer of 1, 2, 4, 8 or 16 bytes, a floating-point number of 4 or 8, a date of 8.
            let sizes = [0...4, 2...3, 3...3][Int(kind) - 1]
            isSound = sizes ~= detail && start &+ 1 &+ (1 << detail) <= tableStart
        case 4:  // data
            try spend(range(of: start, unit: 1).count)
        case 5, 6:
            return try append(stringAt: start, isASCII: kind == 5, isKey: isKey)
        case 0xA, 0xD:
            return try append(containerAt: start, isDictionary: kind == 0xD)
        default:
            isSound = false
        }
        guard isSound else { throw Self.fault(.value, start) }
        try spend(0)
        json.appendNull()
    }

    private mutating func spend(_ count: Int) throws(JSONFault) {
        content &-= count
        guard objects >= 0, content >= 0 else { throw Self.fault(.size, 0) }
    }

    private mutating func append(
        stringAt start: Int,
        isASCII: Bool,
        isKey: Bool
    ) throws(JSONFault) {
        let range = try range(of: start, unit: isASCII ? 1 : 2)
        try spend(range.count)
        json.append(UInt8(ascii: "\""))
        if isASCII {
            let text = bytes.slice(from: range.lowerBound, count: range.count)
            guard text.indexAfterASCII(from: 0) == text.count else {
                throw Self.fault(.value, start)
            }
            json.append(text: text)
        } else {
            var index = range.lowerBound
            while index < range.upperBound {
                var scalar = bytes.unit(at: index)
                index &+= 2
                if scalar & 0xFC00 == 0xD800, index < range.upperBound {
                    let low = bytes.unit(at: index)
                    index &+= 2
                    guard low & 0xFC00 == 0xDC00 else { throw Self.fault(.value, index) }
                    scalar = 0x10000 &+ (scalar & 0x3FF) << 10 &+ (low & 0x3FF)
                }
                guard json.append(scalar: scalar) else { throw Self.fault(.value, index) }
            }
        }
        json.append(UInt8(ascii: "\""))
        json.append(isKey ? UInt8(ascii: ":") : UInt8(ascii: ","))
    }

    private mutating func append(
        containerAt start: Int,
        isDictionary: Bool
    ) throws(JSONFault) {
        // A dictionary has first all keys, then all values.
        let range = try range(of: start, unit: isDictionary ? 2 &* referenceSize : referenceSize)
        try spend(0)
        guard depth > 0 else { throw Self.fault(.depth, start) }
        depth &-= 1
        json.append(isDictionary ? UInt8(ascii: "{") : UInt8(ascii: "["))
        let keysCount = isDictionary ? range.count / 2 : 0
        var position = range.lowerBound &+ keysCount
        while position < range.upperBound {
            if isDictionary {
                let key = bytes.number(ofBytes: referenceSize, at: position &- keysCount)
                try append(object: key, isKey: true)
            }
            try append(object: bytes.number(ofBytes: referenceSize, at: position))
            position &+= referenceSize
        }
        json.close(isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        depth &+= 1
    }

    /// Returns the range of the content of an object with a length.
    private func range(of start: Int, unit: Int) throws(JSONFault) -> Range<Int> {
        var count = Int(bytes[start] & 0xF)
        var content = start &+ 1
        if count == 0xF {
            // A length that does not fit in four bits follows as an integer.
            guard content < tableStart, bytes[content] >> 4 == 1 else {
                throw Self.fault(.value, start)
            }
            let size = 1 << Int(bytes[content] & 0xF)
            guard size <= 8, content &+ 1 &+ size <= tableStart else {
                throw Self.fault(.value, start)
            }
            count = bytes.number(ofBytes: size, at: content &+ 1)
            content &+= 1 &+ size
        }
        guard 0...bytes.count ~= count, count &* unit <= tableStart &- content else {
            throw Self.fault(.value, start)
        }
        return content..<(content &+ count &* unit)
    }
}

extension ByteView {
    /// Reads a big-endian number; one that does not fit is -1.
    @inline(never)
    fileprivate func number(ofBytes size: Int, at start: Int) -> Int {
        var number: UInt64 = 0
        for offset in 0..<size { number = number << 8 | UInt64(self[start &+ offset]) }
        return Int(exactly: number) ?? -1
    }

    fileprivate func unit(at index: Int) -> UInt32 {
        UInt32(self[index]) << 8 | UInt32(self[index &+ 1])
    }
}
