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
        utf8.withView { bytes in
            var output: [UInt8] = []
            var (index, copied) = (0, 0)
            while true {
                index = bytes.index(of: UInt8(ascii: "&"), from: index)
                guard index < bytes.count else { break }
                let found = Reference.read(in: bytes, at: index + 1, isInAttribute: false)
                if let found {
                    output.append(bytes.slice(from: copied, count: index - copied))
                    found.text.append(to: &output)
                    copied = index + 1 + found.length
                }
                index += 1 + (found?.length ?? 0)
            }
            guard copied > 0 else { return self }
            output.append(bytes.slice(from: copied, count: bytes.count - copied))
            return String(decoding: output, as: UTF8.self)
        }
    }
}
