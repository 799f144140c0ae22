// Downloads a file, continues it after an interruption, and shows its progress.
//
// Run it with `swift run DownloadFiles URL FILE`, stop it with control-C, and run it again.

import FootingDownloads
import Foundation

guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[1]) else {
    print("usage: DownloadFiles URL FILE")
    exit(CommandLine.arguments.count == 1 ? 0 : 2)
}
let file = URL(filePath: CommandLine.arguments[2])
let token = "…"

func simple() async throws {
    let result = try await Download(from: url, to: file).value
    print(result.size, result.resumedBytes)
}

func authorized() async throws {
    var options = DownloadOptions.untrusted
    options.headerFields["Authorization"] = "Bearer \(token)"
    options.limits.contentBytes = 100_000_000
    let report = try await Download(from: url, to: file, options: options).value
    print(report.contentType ?? "unknown", report.isLengthVerified)
}

func limited() async throws {
    let result = try await Download(from: url, to: file).value(timeout: .seconds(30))
    print(result.size)
}

func several(_ urls: [URL], in folder: URL, through proxy: URL) async throws {
    let queue = DownloadQueue(
        maxConcurrentJobs: 2,
        connectTimeout: .seconds(10),
        proxy: .url(proxy),
        certificateAuthorities: folder.appending(path: "authorities.pem")
    )
    let downloads = urls.map { url in
        Download(from: url, to: folder.appending(path: url.lastPathComponent), in: queue)
    }
    for download in downloads { download.start() }
    for download in downloads { print(try await download.value.file) }
}

/// Shows a download in Foundation's tree of progress.
func report(_ download: Download, in progress: Progress) async {
    for await now in download.updates {
        progress.totalUnitCount = Int64(now.totalBytes ?? -1)
        progress.completedUnitCount = Int64(now.bytes)
    }
}

let download = Download(from: url, to: file)
download.start()
for await now in download.updates {
    let percent = now.totalBytes.map { " \(100 * now.bytes / max($0, 1)) %" } ?? ""
    print("\(now.bytes) bytes\(percent), \(now.bytesPerSecond) a second")
}
do throws(DownloadError) {
    let result = try await download.value
    print("\(result.size) bytes, \(result.receivedBytes) of them received now")
} catch {
    print(error)
    if let length = error.partBytes { print("The next run continues at \(length).") }
}
