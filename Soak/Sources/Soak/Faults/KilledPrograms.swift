import FootingOperations
import Foundation
import LoopbackServer
import Synchronization

/// Processes that are killed while they replace files, or whose volume or descriptors are used up.
///
/// One is started each half second.
final class KilledPrograms: Scenario {
    private let work: FileWork
    private let server: LoopbackServer
    private let queue = FutureQueue(name: "kills", maxConcurrentJobs: 1)
    private let nextStart = Mutex(ContinuousClock.now)
    private let killed: Counter
    private let whole: Counter
    private let temporary: Counter
    private let continued: Counter
    private let faults: [(name: String, prefix: [String], counter: Counter)]

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        let contents = FileWork.contents.map(Array.init)
        server = try LoopbackServer { request in
            let words = request.target.split(separator: "/")
            let version = words.last == "0" ? 0 : 1
            var response = LoopbackResponse(contents[version], etag: "\"\(version)\"", for: request)
            if words[0] == "cut" { response.cut = 30_000 }
            return response
        }
        let folder = setting.folder.appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let sources = setting.folder.appending(path: "sources")
        work = FileWork(sources: sources, folder: folder, server: server.url(""))
        try work.makeSources()
        killed = ledger.counter("kills: programs killed")
        whole = ledger.counter("kills: files whole")
        temporary = ledger.counter("kills: at most a temporary file")
        continued = ledger.counter("kills: downloads continued")

        // The volume is in a mount namespace, which ends with the process.
        let script = #"mount -t tmpfs -o size=3m none "$0" && "$@""#
        let mounting = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, folder.path]
        var faults = [("no descriptors", [String]()), ("closed output", [])]
        if try ChildProcess(mounting + ["true"]).end().status == 0 {
            faults.append(("full volume", mounting))
        } else {
            print("faults: no volume is filled, since this user can't mount one")
        }
        self.faults = faults.map { ($0, $1, ledger.counter("faults: \($0)")) }
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        try nextStart.withLockIfAvailable { nextStart in
            guard nextStart < .now else { return }
            if random.oneIn(3) { try fail(&random) } else { try kill(&random) }
            nextStart = .now + .milliseconds(500)
        }
    }

    private func fail(_ random: inout RandomSource) throws {
        let fault = faults[random.number(0...faults.count - 1)]
        // The folder has to be empty.
        try FileManager.default.removeItem(at: work.folder)
        try FileManager.default.createDirectory(at: work.folder, withIntermediateDirectories: true)
        let end = try ChildProcess(fault.name, work, under: fault.prefix).end()
        fault.counter.check(end.status == 0, "\(end)")
        temporary.check(try work.removeTemporaryFiles(), is: 0)
    }

    private func kill(_ random: inout RandomSource) throws {
        let calls = FileWork.Call.allCases
        let call = calls[random.number(0...calls.count - 1)]
        let path = "\(random.choice("whole", "cut"))/\(random.number(0...1))"
        let child = try ChildProcess(call == .downloads ? path : call.rawValue, work)
        try child.waitForOutput()
        Thread.sleep(forTimeInterval: Double(random.number(0...40_000)) / 1e6)
        let end = try child.end(by: SIGKILL)
        killed.check(end.status == 128 + SIGKILL, "\(call): \(end)")
        whole.check(!(try work.versions(call)).contains(nil), call.rawValue)
        if call == .downloads {
            let partSize = work.partSize
            let download = work.download(path.replacing("cut", with: "whole"))
            let future = queue.submit { try await download.value }
            continued.check(try future.wait(timeout: patience).resumedBytes, is: partSize)
            let version = path.last?.wholeNumberValue
            whole.check(try work.versions(call) == [version], "of the last download")
        }
        temporary.check(try work.removeTemporaryFiles() <= 1, call.rawValue)
        _ = server.takeRequests()
    }
}
