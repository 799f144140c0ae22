// Downloads a large file over a bad line, for as long as it takes.
//
// Run it with `swift run DownloadModel URL FILE`.

import FootingDownloads
import Foundation

guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[1]) else {
    print("usage: DownloadModel URL FILE")
    exit(2)
}
let file = URL(filePath: CommandLine.arguments[2])

var options = DownloadOptions.standard
options.idleTimeout = .seconds(20)
options.limits.retries = 10
options.maxBytesPerSecond = 20_000_000

/// Tries again after an hour for errors of the connection, and ends with all others.
func download() async throws -> DownloadResult {
    while true {
        do throws(DownloadError) {
            return try await Download(from: url, to: file, options: options).value
        } catch {
            switch error.code {
            case .connectionLost, .cannotConnect, .hostNotFound, .timedOut: break
            default: throw error
            }
            print("\(error) \(error.partBytes ?? 0) bytes are kept.")
        }
        try await Task.sleep(for: .seconds(3_600))
    }
}

do {
    let result = try await download()
    switch result.source {
    case .network: print("\(result.size) bytes, continued at \(result.resumedBytes)")
    case .unchanged: print("The file is up to date.")
    @unknown default: print("\(result.size) bytes")
    }
} catch {
    print(error)
}
