import FootingBytes

extension String {
    /// The string with its character references replaced, as in the text of a page.
    ///
    /// ```swift
    /// "Tom &amp; Jerry &eacute;&#x1F600;".htmlUnescaped  // "Tom & Jerry é😀"
    /// ```
    ///
    /// Tags are not read and not changed.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    public var htmlUnescaped: String {
        var string = self
        return string.withUTF8 { bytes in
            let bytes = unsafe ByteView(bytes)
            guard bytes.index(of: UInt8(ascii: "&"), from: 0) < bytes.count else { return self }
            return bytes.unescaped(isInAttribute: false)
        }
    }
}

extension ByteView {
    /// The text with its character references replaced; in an attribute, also with U+FFFD for NUL.
    func unescaped(isInAttribute: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var (index, copied) = (0, 0)
        while true {
            let other: UInt8 = isInAttribute ? 0 : UInt8(ascii: "&")
            index = self.index(of: UInt8(ascii: "&"), or: other, from: index)
            guard index < count else { break }
            let isNull = self[index] == 0
            let found =
                isNull
                ? Reference(text: .mark, length: 0)
                : Reference.read(in: self, at: index + 1, isInAttribute: isInAttribute)
            if let found {
                output.append(slice(from: copied, count: index - copied))
                found.text.append(to: &output)
                copied = index + 1 + found.length
            }
            index += 1 + (found?.length ?? 0)
        }
        guard copied > 0 else { return text }
        output.append(slice(from: copied, count: count - copied))
        return String(decoding: output, as: UTF8.self)
    }
}
