/// Returns `bytes` as one line of text from which they can be told exactly.
///
/// Control characters, the backslash and bytes that are no UTF-8 become a backslash and three octal
/// digits, as `getfattr` writes them; everything else stands for itself.
func escaped(_ bytes: some Sequence<UInt8>) -> String {
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
            if scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\\" {
                text += octal(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                text.unicodeScalars.append(scalar)
            }
            position += encoded.count
        case .error(let length):
            for byte in bytes[position..<position + length] { text += octal(byte) }
            position += length
        }
    }
}

private func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
}
