import Foundation

/// The peak of the resident memory of this process.
enum PeakMemory {
    /// Forgets the peak so far, and returns the memory of now in KiB; `nil` without `/proc`.
    static func reset() -> Int? {
        // The number 5 resets `VmHWM`.
        _ = kibibytes()
        guard (try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))) != nil else {
            return nil
        }
        return kibibytes()
    }

    /// Reads the line `VmHWM:    81234 kB`.
    static func kibibytes() -> Int? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }
}
