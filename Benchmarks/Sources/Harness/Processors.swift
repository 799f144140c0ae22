import Foundation

extension Comparison {
    /// Keeps all threads of this process, and those that they start, on one processor.
    ///
    /// Use it for a row in which two threads take turns. On Linux, a thread wakes another one ten
    /// times as fast on its own processor as on an idle one, and the kernel leaves a pair of
    /// threads where chance put them.
    ///
    /// - Returns: A function that lets the threads use their processors again.
    /// - Throws: ``Unavailable`` if the system has no program for it.
    public static func stayOnOneProcessor() throws -> () -> Void {
        let field = "Cpus_allowed_list:"
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        let all = line?.dropFirst(field.count).trimmingCharacters(in: .whitespaces) ?? ""
        guard useProcessors(String(all.prefix { $0.isNumber })) else {
            throw Unavailable("taskset can't be started")
        }
        return { _ = useProcessors(all) }
    }

    private static func useProcessors(_ list: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let id = ProcessInfo.processInfo.processIdentifier
        process.arguments = ["taskset", "-acp", list, "\(id)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
