// Reads pages in any encoding, by the converters of the C library, which a worker thread owns.
//
// Run it with `swift run ConvertPages`.

import FootingHTML
import FootingOperations
import FootingProxies
import Foundation

/// The open converters of the C library.
///
/// A converter has a state, so it may be used in one place only: the class is not `Sendable`.
final class Converters {
    private var open: [String: iconv_t] = [:]

    deinit {
        for converter in open.values { iconv_close(converter) }
    }

    func string(_ bytes: [UInt8], in encoding: String) -> String? {
        guard let converter = converter(for: encoding) else { return nil }
        iconv(converter, nil, nil, nil, nil)  // the state of the beginning
        var output = [CChar](repeating: 0, count: 3 * bytes.count + 16)
        let capacity = output.count
        let length: Int? = output.withUnsafeMutableBufferPointer { output in
            bytes.withUnsafeBytes { bytes in
                // `iconv` reads the bytes, though its declaration lets it write them.
                var source = UnsafeMutablePointer(
                    mutating: bytes.assumingMemoryBound(to: CChar.self).baseAddress
                )
                var (sourceLeft, target, targetLeft) = (bytes.count, output.baseAddress, capacity)
                let result = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
                return result == UInt.max ? nil : capacity - targetLeft
            }
        }
        return length.map {
            String(decoding: output[..<$0].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private func converter(for encoding: String) -> iconv_t? {
        if let converter = open[encoding] { return converter }
        let converter = iconv_open("UTF-8", encoding)
        guard let converter, Int(bitPattern: converter) != -1 else { return nil }
        open[encoding] = converter
        return converter
    }
}

func readPages(_ pages: [(charset: String, title: [UInt8])]) async throws {
    let worker = WorkerThread(name: "converters")
    let converters = Confined(Converters(), on: worker)
    var options = HTMLOptions.untrusted
    options.decodeRun = { encoding, run in
        converters.sync { $0.string(run, in: "\(encoding)") }
    }
    // The jobs read their pages at the same time, and take turns at the worker.
    let queue = FutureQueue(name: "pages", maxConcurrentJobs: 4)
    let titles = pages.map { page in
        queue.submit { [options] in
            let type = "text/html; charset=\(page.charset)"
            let document = HTMLDocument(
                "<title>".utf8 + page.title,
                contentType: type,
                options: options
            )
            return "\(document.report.encoding): \(document.title ?? "no title")"
        }
    }
    for title in try await Future.all(titles).value { print(title) }
}

// One word in four encodings. Foundation on Linux lacks the second one.
try await readPages([
    ("shift_jis", [0x93, 0xFA, 0x96, 0x7B]),
    ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC]),
    ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]),
    ("gb18030", [0xC8, 0xD5, 0xB1, 0xBE]),
])
