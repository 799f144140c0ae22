import FootingDownloads
import Foundation
import Harness

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Comparison {
    static func downloads() -> [Comparison] {
        largeFiles() + smallFiles() + cache() + [cancellation(), memory(), sizes()]
    }

    // MARK: A gigabyte

    private static func largeFiles() -> [Comparison] {
        let curl = ["curl", "-sS", "--noproxy", "*", "-o"]
        let wget = ["wget", "-q", "--no-proxy", "-O"]
        let aria2 = ["aria2c", "-q", "--allow-overwrite=true", "-d/", "-o"]
        return [
            largeFile("1 GB to memory", to: curl, goal: 1.05),
            largeFile("processor, 1 GB to memory", to: curl, goal: 1.1, ofProcessor: true),
            largeFile("processor, 1 GB to memory", to: wget, goal: 0.8, ofProcessor: true),
            largeFile("processor, 1 GB to memory", to: aria2, goal: 1, ofProcessor: true),
            largeFile("1 GB to disk, flushed", to: curl, goal: 1, isFlushed: true),
            largeFile("1 GB to memory", goal: 0.6),
            largeFile("processor, 1 GB to memory", goal: 0.6, ofProcessor: true),
        ]
    }

    /// Compares with a command, or else with a session of Foundation.
    private static func largeFile(
        _ title: String,
        to command: [String]? = nil,
        goal: Double,
        ofProcessor: Bool = false,
        isFlushed: Bool = false
    ) -> Comparison {
        let peer = isFlushed ? "curl, sync" : command?[0] ?? "URLSession"
        return Comparison(title, to: peer, goal: goal) { effort in
            if let command { try requireProgram(command[0]) }
            let server = try FileServer(inMemory: !isFlushed)
            try server.make("large", of: effort.isSmoke ? 10_000_000 : 1_000_000_000)
            let (ours, theirs) = (
                server.folder.appending(path: "ours"), "\(server.folder.path)/theirs"
            )
            let url = server.url("large")
            func measured(_ who: Int32, _ work: () throws -> Void) rethrows -> Double {
                // Both sides begin alike, without a file to replace.
                for name in ["ours", "theirs"] {
                    try? FileManager.default.removeItem(at: server.folder.appending(path: name))
                }
                let start = ofProcessor ? processorTime(who) : clockTime()
                try work()
                return (ofProcessor ? processorTime(who) : clockTime()) - start
            }
            let number = effort.isSmoke ? 1 : 7
            let (ourTimes, peerTimes) = (Samples(number), Samples(number))
            return Sides(
                timingOurs: { count in
                    try ourTimes.time(count) {
                        try measured(thisProcess) {
                            try download(url, to: ours, isFlushed: isFlushed)
                        }
                    }
                },
                timingPeer: { count in
                    try peerTimes.time(count) {
                        guard let command else {
                            return try measured(thisProcess) {
                                try SessionDownload.run(from: url, to: theirs)
                            }
                        }
                        return try measured(endedChildren) {
                            try run(command + [theirs, url.absoluteString])
                            if isFlushed { try run(["sync", theirs]) }
                        }
                    }
                },
                cleanUp: { withExtendedLifetime(server) {} }
            )
        }
    }

    /// Both sides read and write 1 GB of different pages, without the copies of the round before,
    /// since pages in the processor's cache are copied much faster.
    private static func sizes() -> Comparison {
        Comparison("processor, 1 GB", to: "100 files of 10 MB", goal: 1.1) { effort in
            let server = try FileServer()
            let size = effort.isSmoke ? 1_000_000 : 10_000_000
            let smallFiles = (0..<100).map { "small-\($0)" }
            for name in smallFiles { try server.make(name, of: size) }
            try server.make("large", of: 100 * size)
            func time(_ names: [String]) throws -> Double {
                let copies = names.map { server.folder.appending(path: "copy-of-\($0)") }
                for copy in copies { try? FileManager.default.removeItem(at: copy) }
                let start = processorTime(thisProcess)
                for (name, copy) in zip(names, copies) {
                    try download(server.url(name), to: copy)
                }
                return processorTime(thisProcess) - start
            }
            let number = effort.isSmoke ? 1 : 7
            let (larges, smalls) = (Samples(number), Samples(number))
            return Sides(
                timingOurs: { try larges.time($0) { try time(["large"]) } },
                timingPeer: { try smalls.time($0) { try time(smallFiles) } },
                cleanUp: { withExtendedLifetime(server) {} }
            )
        }
    }

    // MARK: Small files

    private static func smallFiles() -> [Comparison] {
        [
            Comparison("300 files of 20 KB, TLS", to: "new connections", goal: 0.4) { effort in
                let server = try FileServer(withTLS: true)
                try server.make("small", of: 20_000)
                let file = server.folder.appending(path: "file")
                let count = effort.isSmoke ? 10 : 300
                let (ours, peer) = (Samples(10), Samples(10))
                func time(_ makeQueue: () -> DownloadQueue) throws -> Double {
                    try nanoseconds(
                        of: { count in
                            for _ in 0..<count {
                                try download(server.url("small"), to: file, on: makeQueue())
                            }
                        },
                        count
                    )
                }
                func makeQueue() -> DownloadQueue {
                    DownloadQueue(certificateAuthorities: server.certificate)
                }
                let queue = makeQueue()
                return Sides(
                    timingOurs: { rounds in try ours.time(rounds) { try time { queue } } },
                    timingPeer: { rounds in try peer.time(rounds) { try time(makeQueue) } },
                    cleanUp: { withExtendedLifetime(server) {} }
                )
            }
        ]
    }

    // MARK: The cache

    private static func cache() -> [Comparison] {
        [
            Comparison("a file of a cache", to: "Data(contentsOf:)", goal: 3) { _ in
                let cache = try SampleCache(files: 1)
                let file = cache.file
                return Sides(
                    ours: { count in try cache.hit(count) },
                    peer: { count in
                        for _ in 0..<count { blackHole(try Data(contentsOf: file)) }
                    },
                    cleanUp: { withExtendedLifetime(cache) {} }
                )
            },
            Comparison("a file of 10,000", to: "a file of 100", goal: 1.2) { effort in
                let (large, small) = (
                    try SampleCache(files: effort.isSmoke ? 1_000 : 10_000),
                    try SampleCache(files: 100)
                )
                return Sides(
                    ours: { count in try large.hit(count) },
                    peer: { count in try small.hit(count) }
                )
            },
            Comparison("opening a cache, a file", to: "10 µs", goal: 1) { effort in
                let count = effort.isSmoke ? 1_000 : 10_000
                let cache = try SampleCache(files: count)
                let samples = Samples(10)
                return Sides(
                    timingOurs: { rounds in
                        try samples.time(rounds) {
                            let start = clockTime()
                            blackHole(try DownloadCache(at: cache.folder))
                            return (clockTime() - start) / Double(count)
                        }
                    },
                    limit: 10_000
                )
            },
        ]
    }

    // MARK: Cancellation and memory

    /// Until the part is closed, so that another download can begin.
    private static func cancellation() -> Comparison {
        Comparison("cancelling, the slowest of a hundred", to: "50 ms", goal: 1) { effort in
            let server = try FileServer()
            let rounds = effort.isSmoke ? 5 : 100
            let samples = Samples(10)
            return Sides(
                timingOurs: { count in
                    samples.time(count) {
                        let times = (0..<rounds).map { round in
                            let file = server.folder.appending(path: "\(round)")
                            let part = server.folder.appending(path: "\(round).footing-part")
                            let download = Download(from: server.url("hold"), to: file)
                            download.start()
                            while (try? Data(contentsOf: part).count) != 5 { sched_yield() }
                            let start = clockTime()
                            download.cancel()
                            while (try? Download.discardPart(of: file)) == nil { sched_yield() }
                            return clockTime() - start
                        }
                        return times.max() ?? 0
                    }
                },
                limit: 50_000_000,
                cleanUp: { withExtendedLifetime(server) {} }
            )
        }
    }

    private static func memory() -> Comparison {
        Comparison("peak memory, 100 MB to a slow disk", to: "4 MB", goal: 1, in: .bytes) {
            effort in
            let server = try FileServer()
            try server.make("large", of: effort.isSmoke ? 1_000_000 : 100_000_000)
            let file = server.folder.appending(path: "file")
            try download(server.url("large"), to: file)
            let samples = Samples(7)
            return Sides(
                timingOurs: { count in
                    try samples.time(count) {
                        try "5".write(
                            toFile: "/proc/self/clear_refs",
                            atomically: false,
                            encoding: .utf8
                        )
                        let start = try peakMemory()
                        try download(server.url("large"), to: file, rate: 40_000_000)
                        return try peakMemory() - start
                    }
                },
                limit: 4_000_000,
                cleanUp: { withExtendedLifetime(server) {} }
            )
        }
    }
}

/// A cache with a file of 20 KB, and others.
private final class SampleCache {
    let folder: URL
    let file: URL
    private let server: FileServer
    private let cache: DownloadCache

    init(files: Int) throws {
        server = try FileServer()
        try server.make("small", of: 20_000)
        folder = server.folder.appending(path: "cache")
        cache = try DownloadCache(at: folder)
        let (cache, url) = (cache, server.url("small"))
        file = try wait { try await cache.file(for: url).file }
        for index in 1..<max(files, 1) {
            let digits = String(index, radix: 16)
            let name = String(repeating: "0", count: 32 - digits.count) + digits
            try Data(count: 20).write(to: folder.appending(path: name))
        }
    }

    func hit(_ count: Int) throws {
        let (cache, url) = (cache, server.url("small"))
        try wait {
            for _ in 0..<count { blackHole(try await cache.file(for: url, policy: .anyAge)) }
        }
    }
}

private func download(
    _ url: URL,
    to file: URL,
    on queue: DownloadQueue = .shared,
    isFlushed: Bool = false,
    rate: Int? = nil
) throws {
    var options = DownloadOptions.standard
    options.synchronizes = isFlushed
    options.reusesUnchanged = false
    options.maxBytesPerSecond = rate
    let download = Download(from: url, to: file, options: options, in: queue)
    _ = try wait { try await download.value }
}

/// Blocks until asynchronous work has finished.
private func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Value, any Error>?
    Task {
        do { result = .success(try await work()) } catch { result = .failure(error) }
        done.signal()
    }
    done.wait()
    guard let result else { throw Comparison.Unavailable("no result") }
    return try result.get()
}

/// A download by a data task of Foundation, whose delegate writes each chunk to a file.
// Unchecked: the session calls its delegate on one queue, before the semaphore is signalled.
private final class SessionDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let file: FileHandle
    private let done = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    private init(_ file: FileHandle) { self.file = file }

    static func run(from url: URL, to path: String) throws {
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let delegate = SessionDownload(file)
        let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: url).resume()
        delegate.done.wait()
        session.finishTasksAndInvalidate()
        try file.close()
        if let failure = delegate.failure { throw failure }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        do { try file.write(contentsOf: data) } catch { failure = error }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        failure = failure ?? error
        done.signal()
    }
}

private func requireProgram(_ name: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name, "--version"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw Comparison.Unavailable("\(name) is not installed")
    }
}

/// Nanoseconds of a clock that is never set.
private func clockTime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) }

/// `RUSAGE_SELF` and `RUSAGE_CHILDREN`, whose types depend on the platform.
private let thisProcess: Int32 = 0
private let endedChildren: Int32 = -1

/// Nanoseconds of the processor, of this process or of its children that have ended.
private func processorTime(_ who: Int32) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) * 1e9 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3
}

private func peakMemory() throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = Double(line.split(separator: " ")[1])
    else { throw Comparison.Unavailable("the peak of memory can't be read") }
    return kilobytes * 1_024
}
