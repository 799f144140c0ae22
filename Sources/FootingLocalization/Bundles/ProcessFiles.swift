import FootingBytes

/// Parses the files of Linux's `/proc/self`.
enum ProcessFiles {
    /// A path from `/proc`, without the suffix for deleted or replaced files.
    static func path(marked path: String) -> String {
        let mark = " (deleted)"
        guard path.hasSuffix(mark), PathStatus(path: path) == nil else { return path }
        return String(path.dropLast(mark.count))
    }

    /// Whether the entry `AT_SECURE` of an auxiliary vector, a list of pairs of words, is set: the
    /// process has more privileges than its parent.
    static func isSecure(auxiliaryVector bytes: [UInt8]) -> Bool {
        // The array's memory is aligned, and an incomplete word at its end is left out.
        let words = unsafe bytes.withUnsafeBytes {
            unsafe $0.withMemoryRebound(to: UInt.self) { unsafe Array($0) }
        }
        for index in stride(from: 0, to: words.count - 1, by: 2) where words[index] == 23 {
            return words[index + 1] != 0  // 23 is AT_SECURE.
        }
        return false
    }

    /// The file that is mapped at an address, according to the lines of `maps`.
    ///
    /// The end of an image's data is not mapped from the file, so the last file before the address
    /// is the image.
    static func image(at address: UInt, maps: [UInt8]) -> String? {
        var image: ArraySlice<UInt8> = []
        var rest = maps[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            // A line has the range, rights, offset, device and inode, and perhaps a path or a name
            // in brackets; the other fields contain neither `/` nor `[`.
            let name = line.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "[") }
            guard name.first == UInt8(ascii: "/"), let start = start(of: line), start <= address
            else { continue }
            image = name
        }
        return image.isEmpty ? nil : String(decoding: image, as: UTF8.self)
    }

    /// The hexadecimal number before the first `-` of a line.
    private static func start(of line: ArraySlice<UInt8>) -> UInt? {
        var start: UInt = 0
        for byte in line {
            guard let digit = hexadecimalValue(byte) else {
                return byte == UInt8(ascii: "-") ? start : nil
            }
            start = start << 4 | UInt(digit)
        }
        return nil
    }
}
