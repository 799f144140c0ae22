/// Returns `bytes` as one line of text that represents them without ambiguity.
///
/// Each byte of a backslash, of a control or format character, of a line or paragraph separator,
/// and of invalid UTF-8 becomes a backslash and three octal digits, as in `getfattr`. So does each
/// byte of `other`, if given. All other characters are unchanged.
package func escaped(_ bytes: some Sequence<UInt8>, and other: Unicode.Scalar? = nil) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    let bytes = Array(bytes)
    var source = bytes.makeIterator()
    var position = 0
    while true {
        switch parser.parseScalar(from: &source) {
        case .emptyInput:
            return text
        case .valid(let encoded):
            let scalar = Unicode.UTF8.decode(encoded)
            if scalar.isPlain, scalar != "\\", scalar != other {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in encoded { text += octal(byte) }
            }
            position += encoded.count
        case .error(let length):
            for byte in bytes[position..<position + length] { text += octal(byte) }
            position += length
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal or a log shows this character unchanged, on the same line and in order.
    package var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

private func octal(_ byte: UInt8) -> String {
    "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
}
