import FootingBytes

/// Decodes bytes into UTF-8 with line feeds only, and detects the encoding.
///
/// As long as nothing declares an encoding and all bytes are ASCII, the encoding is undecided. Then
/// ``decode(_:isLast:_:)`` stops before the first other byte, so that the caller can read the text
/// up to there, which may contain a declaration.
struct Decoder: Sendable {
    private(set) var encoding = HTMLEncoding.utf8
    private(set) var source = HTMLReport.EncodingSource.content
    /// Whether the decoder stopped to have the text so far read, and can go on without more bytes.
    private(set) var isPaused = false

    /// Whether declarations count.
    private var watchesDeclarations: Bool
    private let options: HTMLOptions
    private let maxBytes: Int
    /// Whether no later declaration counts.
    private var isCertain = false
    private var isSniffed = false
    /// Whether bytes outside ASCII have a meaning.
    private var isDecided = false
    /// Whether nothing more is decoded.
    private(set) var isStopped = false
    /// The number of bytes that were read.
    private var consumed = 0
    /// The characters of a single-byte encoding.
    private var table: [ShortText] = []
    private var japaneseMode = JapaneseMode.ascii
    private var isAfterEscape = false

    /// The decoded text from the offset `base` on.
    private(set) var text: [UInt8] = []
    private var base = 0
    /// The log of the caller, during a call.
    private var log: IssueLog
    /// Whether the byte before was a carriage return.
    private var isAfterReturn = false
    private var hasUndecodedRun = false

    /// Creates a decoder of bytes.
    init(_ options: HTMLOptions, contentType: String?, _ log: inout IssueLog) {
        self.init(options, isString: false)
        var declared: HTMLEncoding?
        if let contentType {
            let (label, isMissing) = Prescan.label(ofContentType: contentType)
            declared = label.flatMap { EncodingTables.encoding(label: $0) }
            if declared == nil, !isMissing { log.append(.unknownEncoding, at: 0) }
        }
        if let encoding = options.encoding {
            use(encoding, .option)
        } else if let declared {
            use(declared, .contentType)
        }
    }

    /// Creates a decoder of the UTF-8 of a string.
    init(string options: HTMLOptions) {
        self.init(options, isString: true)
        use(.utf8, .option)
    }

    private init(_ options: HTMLOptions, isString: Bool) {
        watchesDeclarations = !isString
        self.options = options
        maxBytes = options.limits.effectiveInputBytes
        log = IssueLog(options)
    }

    mutating func reserveCapacity(_ count: Int) { text.reserveCapacity(count) }

    /// Removes the beginning of the text.
    mutating func discard(_ count: Int) {
        text.removeFirst(count)
        base += count
    }

    /// The report of a log, whose issues are in the text or before it.
    func report(_ log: IssueLog) -> HTMLReport {
        text.withView { log.report(rest: $0, encoding, source) }
    }

    /// Decodes bytes and appends their text; returns the number of bytes that it consumed.
    ///
    /// The next call must begin with the other bytes. They are the beginning of a character, or too
    /// few to detect the encoding, unless the decoder ``isPaused``: then call again at once. After
    /// the last bytes, nothing remains.
    mutating func decode(
        _ bytes: ByteView,
        isLast: Bool,
        _ log: inout IssueLog
    ) -> Int {
        isPaused = isPaused && !isDecided
        guard !isStopped else { return bytes.count }
        swap(&log, &self.log)
        defer { swap(&log, &self.log) }
        let isCut = bytes.count > maxBytes - consumed
        let input = isCut ? bytes.slice(from: 0, count: maxBytes - consumed) : bytes
        let count = decodeAll(input, isLast: isLast || isCut)
        consumed += count
        if isCut, count == input.count { stop() }
        return isStopped ? bytes.count : count
    }

    private mutating func decodeAll(_ bytes: ByteView, isLast: Bool) -> Int {
        var index = 0
        if !isSniffed {
            guard isLast || bytes.count >= (isCertain ? 3 : Prescan.size) else { return 0 }
            isSniffed = true
            index = sniff(bytes)
        }
        while index < bytes.count, !isStopped {
            if !isDecided {
                let end = bytes.indexAfterASCII(from: index)
                append(bytes.slice(from: index, count: end - index))
                index = end
                guard end < bytes.count else { break }
                isPaused.toggle()
                guard !isPaused, decide(bytes, at: index, isLast: isLast) else { break }
            }
            // In slices, so that the limit is not exceeded by far.
            let end = min(bytes.count, index + 1 << 16)
            let slice = bytes.slice(from: 0, count: end)
            let next = decodeSlice(slice, from: index, isLast: isLast && end == bytes.count)
            if base + text.count > maxBytes { stop() }
            guard next > index else { break }
            index = next
        }
        return index
    }

    /// Ends decoding at the limit.
    private mutating func stop() {
        guard !isStopped else { return }
        isStopped = true
        let excess = base + text.count - maxBytes
        if excess > 0 {
            var end = text.count - excess
            while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
            text.removeLast(text.count - end)
        }
        log.add(.inputBytes, at: base + text.count)
    }

    // MARK: The choice of the encoding

    private mutating func use(
        _ encoding: HTMLEncoding,
        _ source: HTMLReport.EncodingSource,
        isCertain: Bool = true
    ) {
        (self.encoding, self.source, self.isCertain) = (encoding, source, isCertain)
        isDecided = true
        if encoding == .userDefined {
            table = (0..<256).map { ShortText($0 < 0x80 ? $0 : 0xF700 + $0) }
        } else if let characters = EncodingTables.characters(of: encoding) {
            let scalars = ByteView(characters).text.unicodeScalars.map(\.value)
            table = (Array(0..<UInt32(256 - scalars.count)) + scalars).map { ShortText($0) }
        }
    }

    /// Detects an encoding in the first bytes; returns the size of a byte order mark.
    private mutating func sniff(_ bytes: ByteView) -> Int {
        if bytes.hasMark {
            use(.utf8, .byteOrderMark)
            return 3
        }
        let first = bytes.count >= 2 ? (bytes[0], bytes[1]) : (0, 0)
        if first == (0xFE, 0xFF) || first == (0xFF, 0xFE) {
            use(first.0 == 0xFE ? .utf16BE : .utf16LE, .byteOrderMark)
            return 2
        }
        guard !isCertain else { return 0 }
        let prefix = bytes.slice(from: 0, count: min(bytes.count, Prescan.size))
        if let (found, source) = Prescan.encoding(in: prefix) {
            use(found, source)
        } else if let fallback = options.fallbackEncoding {
            use(fallback, .fallback, isCertain: false)
            // ASCII is the same in most encodings, so a later declaration may still be used.
            switch fallback {
            case .utf16BE, .utf16LE, .replacement, .iso2022JP: break
            default: isDecided = false
            }
        }
        return 0
    }

    /// Decides about the encoding by the bytes outside ASCII at an index; returns false if there
    /// are too few of them.
    private mutating func decide(_ bytes: ByteView, at index: Int, isLast: Bool) -> Bool {
        if options.fallbackEncoding == nil {
            let length = bytes.lengthOfScalar(at: index)
            guard length != 0 || isLast else { return false }
            use(length > 0 ? .utf8 : .windows1252, .content, isCertain: isCertain)
        }
        isDecided = true
        return true
    }

    /// Handles the label in a `meta` element that tree construction found.
    ///
    /// Returns a decoder if the whole input must be read again, with a new log. If it can't be, the
    /// encoding stays the same.
    mutating func declare(
        _ label: [UInt8],
        at offset: Int,
        canReadAgain: Bool,
        _ log: inout IssueLog
    ) -> Decoder? {
        guard watchesDeclarations else { return nil }
        guard let declared = EncodingTables.encoding(label: label).map(Prescan.used) else {
            log.append(.unknownEncoding, at: offset)
            return nil
        }
        watchesDeclarations = false
        // These do not read all bytes of ASCII as such, and some may be read already.
        let isDecided = self.isDecided || declared == .iso2022JP || declared == .replacement
        let isUTF16 = encoding == .utf16BE || encoding == .utf16LE
        if declared == encoding || isUTF16 {
            if !isCertain { use(encoding, isUTF16 ? source : .meta) }
        } else if isCertain || isDecided && !canReadAgain {
            isCertain = true
            if source != .option { log.append(.encodingConflict, at: offset) }
        } else if isDecided {
            var decoder = Decoder(options, isString: false)
            decoder.use(declared, .meta)
            return decoder
        } else {
            use(declared, .meta)
        }
        return nil
    }

    // MARK: The text

    /// Appends UTF-8, in which carriage returns become line feeds.
    private mutating func append(_ bytes: ByteView) {
        guard bytes.count > 0 else { return }
        var start = isAfterReturn && bytes[0] == 0x0A ? 1 : 0
        isAfterReturn = false
        while true {
            let end = bytes.index(of: 0x0D, from: start)
            text.append(bytes.slice(from: start, count: end - start))
            guard end < bytes.count else { return }
            text.append(0x0A)
            start = end + 1
            isAfterReturn = start == bytes.count
            guard !isAfterReturn else { return }
            if bytes[start] == 0x0A { start += 1 }
        }
    }

    private mutating func append(_ bytes: [UInt8]) {
        bytes.withView { append($0) }
    }

    private mutating func appendMark(_ code: HTMLIssue.Code? = .undecodable) {
        // Text beyond the limit is cut off.
        let offset = base + text.count
        if let code, offset < maxBytes { log.append(code, at: offset) }
        append([0xEF, 0xBF, 0xBD])
    }

    // MARK: Encodings

    private mutating func decodeSlice(_ bytes: ByteView, from start: Int, isLast: Bool) -> Int {
        switch encoding {
        case .utf8:
            return decodeUTF8(bytes, from: start, isLast: isLast)
        case .utf16BE, .utf16LE:
            return decodeUTF16(bytes, from: start, isLast: isLast)
        case .iso2022JP:
            return decodeJapanese(bytes, from: start, isLast: isLast)
        case .gbk, .gb18030, .big5, .eucJP, .shiftJIS, .eucKR:
            return decodeMultiByte(bytes, from: start, isLast: isLast)
        case .replacement:
            appendMark()
            isStopped = true
            return bytes.count
        default:
            return decodeSingleByte(bytes, from: start)
        }
    }

    private mutating func decodeUTF8(_ bytes: ByteView, from start: Int, isLast: Bool) -> Int {
        var (runStart, index) = (start, start)
        while true {
            index = bytes.indexAfterASCII(from: index)
            var length = 1
            while length > 0, bytes.has(index), bytes[index] >= 0x80 {
                length = bytes.lengthOfScalar(at: index)
                index &+= max(0, length)
            }
            if bytes.has(index), length > 0 { continue }
            append(bytes.slice(from: runStart, count: index - runStart))
            guard bytes.has(index), length < 0 || isLast else { return index }
            appendMark()
            index = length < 0 ? index - length : bytes.count
            runStart = index
        }
    }

    private mutating func decodeUTF16(_ bytes: ByteView, from start: Int, isLast: Bool) -> Int {
        let isBig = encoding == .utf16BE
        func unit(_ index: Int) -> UInt32? {
            guard index + 1 < bytes.count else { return nil }
            let unit = bytes.integer(at: index, as: UInt16.self)
            return UInt32(isBig ? unit.byteSwapped : unit)
        }
        var (index, run): (Int, [UInt8]) = (start, [])
        while index < bytes.count {
            let first = unit(index)
            if let first, first & 0xF800 != 0xD800 {
                ShortText(first).append(to: &run)
                index += 2
                continue
            }
            let second = unit(index + 2)
            if let first, let second, first < 0xDC00, second & 0xFC00 == 0xDC00 {
                ShortText(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF).append(to: &run)
                index += 4
                continue
            }
            let isTrail = first.map { $0 >= 0xDC00 } ?? false
            guard second != nil || isTrail || isLast else { break }
            append(run)
            run = []
            appendMark()
            index = second != nil || isTrail ? index + 2 : bytes.count
        }
        append(run)
        return index
    }

    private mutating func decodeSingleByte(_ bytes: ByteView, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let end = min(bytes.count, index + 1024)
            append(
                unsafe [UInt8](unsafeUninitializedCapacity: 3 * (end - index) + 8) { run, count in
                    // Safe: a character has at most 3 bytes, and 8 are left after all of them.
                    let run = UnsafeMutableRawBufferPointer(run)
                    while index < end {
                        let byte = bytes[index]
                        if byte < 0x80, index &+ 8 <= end {
                            let word = bytes.eightBytes(at: index)
                            unsafe run.storeBytes(
                                of: word.littleEndian,
                                toByteOffset: count,
                                as: UInt64.self
                            )
                            let length = (word & ByteWord.highBits).trailingZeroBitCount >> 3
                            (index, count) = (index &+ length, count &+ length)
                            continue
                        }
                        let character = table[Int(byte)]
                        guard character != .mark else { break }
                        unsafe run.storeBytes(
                            of: character.word.littleEndian,
                            toByteOffset: count,
                            as: UInt64.self
                        )
                        (index, count) = (index &+ 1, count &+ character.count)
                    }
                }
            )
            if index < end {
                appendMark()
                index += 1
            }
        }
        return index
    }

    private mutating func decodeMultiByte(_ bytes: ByteView, from start: Int, isLast: Bool) -> Int {
        var index = start
        while true {
            let end = bytes.indexAfterASCII(from: index)
            append(bytes.slice(from: index, count: end - index))
            index = end
            var (ends, length): ([Int], Int) = ([], 1)
            while length > 0, bytes.has(index), bytes[index] >= 0x80, ends.count < 4096 {
                length = bytes.lengthOfCharacter(at: index, in: encoding)
                index += max(0, length)
                if length > 0 { ends.append(index) }
            }
            convert(bytes, from: end, ends: ends)
            guard bytes.has(index), length != 0 || isLast else { return index }
            if length <= 0 {
                appendMark()
                index = length < 0 ? index - length : bytes.count
            }
        }
    }

    /// Appends the text of a run of characters, which end at the given indices.
    private mutating func convert(_ bytes: ByteView, from start: Int, ends: [Int]) {
        func string(_ start: Int, _ end: Int) -> String? {
            var run = (start..<end).map { bytes[$0] }
            // A run of ISO-2022-JP has its own escape sequences.
            if encoding == .iso2022JP { run = [0x1B, 0x24, 0x42] + run + [0x1B, 0x28, 0x42] }
            return options.decodeRun?(encoding, run)
        }
        guard let end = ends.last else { return }
        if let string = string(start, end) { return append(Array(string.utf8)) }
        // Converters refuse a whole run for one character without a meaning.
        var start = start
        for end in ends {
            if ends.count > 1, let string = string(start, end) {
                append(Array(string.utf8))
            } else {
                appendMark(hasUndecodedRun ? nil : .undecodedEncoding)
                hasUndecodedRun = true
            }
            start = end
        }
    }

    private mutating func decodeJapanese(_ bytes: ByteView, from start: Int, isLast: Bool) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B {
                guard index + 2 < bytes.count || isLast else { return index }
                let mode = JapaneseMode(bytes, at: index)
                // An escape sequence directly after another is an error.
                if isAfterEscape || mode == nil { appendMark() }
                isAfterEscape = mode != nil
                japaneseMode = mode ?? japaneseMode
                index += mode == nil ? 1 : 3
                continue
            }
            isAfterEscape = false
            var (ends, end): ([Int], Int) = ([], index)
            let isPair = { bytes.has(end + 1) && isKanji(bytes[end]) && isKanji(bytes[end + 1]) }
            while japaneseMode == .pairs, ends.count < 4096, isPair() {
                end += 2
                ends.append(end)
            }
            if !ends.isEmpty {
                convert(bytes, from: index, ends: ends)
                index = end
                continue
            }
            switch (japaneseMode, byte) {
            case (.pairs, 0x21...0x7E) where !bytes.has(index + 1) && !isLast:
                return index
            case (.pairs, 0x21...0x7E) where bytes.has(index + 1) && bytes[index + 1] != 0x1B:
                appendMark()
                index += 1
            case (.pairs, _), (_, 0x80...), (_, 0x0E...0x0F):
                appendMark()
            case (.katakana, _):
                var run: [UInt8] = []
                ShortText(UInt32(byte) + 0xFF61 - 0x21).append(to: &run)
                if 0x21...0x5F ~= byte { append(run) } else { appendMark() }
            case (.roman, 0x5C):
                append(Array("¥".utf8))
            case (.roman, 0x7E):
                append(Array("‾".utf8))
            default:
                append([byte])
            }
            index += 1
        }
        return index
    }
}

private func isKanji(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }

/// The meaning of bytes in ISO-2022-JP.
enum JapaneseMode {
    case ascii, roman, katakana, pairs

    /// Reads an escape sequence.
    init?(_ bytes: ByteView, at index: Int) {
        guard bytes.has(index + 2) else { return nil }
        switch (bytes[index + 1], bytes[index + 2]) {
        case (0x28, 0x42): self = .ascii
        case (0x28, 0x4A): self = .roman
        case (0x28, 0x49): self = .katakana
        case (0x24, 0x40), (0x24, 0x42): self = .pairs
        default: return nil
        }
    }
}

extension ByteView {
    /// The length of the character of a multi-byte encoding at an index; its byte is not ASCII.
    ///
    /// A negative length is that of invalid bytes, and zero means that more bytes are needed.
    fileprivate func lengthOfCharacter(at index: Int, in encoding: HTMLEncoding) -> Int {
        /// The length of characters with these bytes after the first.
        func length(_ trails: (UInt8) -> Bool...) -> Int {
            for (offset, isTrail) in trails.enumerated() {
                guard has(index + offset + 1) else { return 0 }
                let byte = self[index + offset + 1]
                // Invalid bytes are one error, but one of ASCII in them is read again.
                guard isTrail(byte) else { return byte < 0x80 ? -offset - 1 : -offset - 2 }
            }
            return trails.count + 1
        }
        let isHigh = { (byte: UInt8) in 0xA1...0xFE ~= byte }
        let lead = self[index]
        switch (encoding, lead) {
        case (.gbk, 0x80), (.gb18030, 0x80), (.shiftJIS, 0x80), (.shiftJIS, 0xA1...0xDF):
            return 1
        case (.gbk, 0x81...0xFE), (.gb18030, 0x81...0xFE):
            let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
            if has(index + 1), isDigit(self[index + 1]) {
                let length = length(isDigit, { 0x81...0xFE ~= $0 }, isDigit)
                // The digit after an invalid lead byte is text.
                return length < 0 ? -1 : length
            }
            return length { 0x40...0xFE ~= $0 && $0 != 0x7F }
        case (.big5, 0x81...0xFE):
            return length { 0x40...0x7E ~= $0 || isHigh($0) }
        case (.eucKR, 0x81...0xFE):
            return length { 0x41...0xFE ~= $0 }
        case (.shiftJIS, 0x81...0x9F), (.shiftJIS, 0xE0...0xFC):
            return length { 0x40...0xFC ~= $0 && $0 != 0x7F }
        case (.eucJP, 0x8E):
            return length { 0xA1...0xDF ~= $0 }
        case (.eucJP, 0x8F):
            return length(isHigh, isHigh)
        case (.eucJP, 0xA1...0xFE):
            return length(isHigh)
        default:
            return -1
        }
    }
}
