// Reads pages in old encodings, with Foundation's converters for Chinese, Japanese and Korean.
//
// Run it with `swift run DecodePages`.

import FootingHTML
import Foundation

/// Converts text of Chinese, Japanese and Korean encodings to a string with Foundation.
@Sendable func decodeRun(_ encoding: HTMLEncoding, _ run: [UInt8]) -> String? {
    func string(_ bytes: [UInt8], _ rawValue: UInt) -> String? {
        String(bytes: bytes, encoding: String.Encoding(rawValue: rawValue))
    }
    return switch encoding {
    case .gbk, .gb18030: string(run, 0x8000_0632)
    case .big5: string(run, 0x8000_0A06)
    case .shiftJIS: String(bytes: run, encoding: .shiftJIS)
    case .iso2022JP: String(bytes: run, encoding: .iso2022JP)
    case .eucKR: string(run, 0x8000_0422)
    case .eucJP: string(escaped(run), 0x8000_0822)
    default: nil
    }
}

/// A run of EUC-JP as ISO-2022-JP, since Foundation on Linux does not convert EUC-JP.
func escaped(_ run: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = run[...]
    while let lead = rest.first {
        let length = lead == 0x8F ? 3 : 2
        let escape: [UInt8] =
            switch lead {
            case 0x8E: [0x1B, 0x28, 0x49]
            case 0x8F: [0x1B, 0x24, 0x28, 0x44]
            default: [0x1B, 0x24, 0x42]
            }
        let character = rest.prefix(length).drop { $0 == 0x8E || $0 == 0x8F }
        bytes += escape + character.map { $0 & 0x7F }
        rest = rest.dropFirst(length)
    }
    return bytes + [0x1B, 0x28, 0x42]
}

var options = HTMLOptions.standard
options.decodeRun = decodeRun

// The same two characters in each of the encodings, but for Korean.
let pages: [(label: String, bytes: [UInt8])] = [
    ("gbk", [0xC8, 0xD5, 0xB1, 0xBE]),
    ("gb18030", [0xC8, 0xD5, 0xB1, 0xBE]),
    ("big5", [0xA4, 0xE9, 0xA5, 0xBB]),
    ("shift_jis", [0x93, 0xFA, 0x96, 0x7B]),
    ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]),
    ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC]),
    ("euc-kr", [0xC7, 0xD1, 0xB1, 0xDB]),
]
for (label, bytes) in pages {
    let body = Data("<title>".utf8 + bytes)
    let page = HTMLDocument(body, contentType: "text/html; charset=\(label)", options: options)
    let undecoded = HTMLDocument(body, contentType: "text/html; charset=\(label)")
    print(page.report.encoding, page.title ?? "", undecoded.title ?? "", undecoded.report)
}

// Encodings that are built in. A page that declares none is UTF-8 if its first bytes outside ASCII
// are, and else windows-1252.
let russian = Data("<meta charset=windows-1251><title>".utf8 + [0xEF, 0xF0, 0xE8])
print(HTMLDocument(russian).title ?? "", HTMLDocument(russian).report)
let unknown = Data("<title>Caf".utf8 + [0xE9])
print(HTMLDocument(unknown).title ?? "", HTMLDocument(unknown).report)
