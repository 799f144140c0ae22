import CAllocator
import Foundation

/// The memory of the process while its threads rest.
///
/// Memory in use at a moment of work depends on the load of the machine: how many jobs are under
/// way, and how full the caches are that `malloc` and Dispatch have for each thread. Therefore the
/// threads rest after the first minute, at each quarter of the time after it, and at the end. A
/// rest is long enough for Dispatch to end its idle threads, which frees their caches. The bytes
/// that are still allocated then belong to objects that exist.
///
/// The memory is flat if these bytes grow by at most 2 % of the resident memory between the first
/// rest and the last. The resident memory is not compared with itself: `malloc` keeps a page if a
/// single object is in it, so the number of pages follows the busiest moment. A run of less than
/// two minutes is not judged.
struct MemorySamples {
    private static let warmUp = 60
    /// Dispatch ends a thread that was idle for five seconds.
    private static let rest = Duration.seconds(12)

    /// By how many percent the memory may grow.
    private let limit: Double
    /// The seconds at which the threads rest.
    private var rests: [Int] = []
    private var samples: [(allocated: Int, resident: Int)] = []

    init(seconds: Int, limit: Double) {
        self.limit = limit
        guard seconds >= 2 * Self.warmUp, limit > 0 else { return }
        rests = (0...4).map { Self.warmUp + (seconds - Self.warmUp) * $0 / 4 }
    }

    static var now: String { "\(residentKilobytes() ?? 0) KiB" }

    /// Whether the threads have to rest now.
    func isDue(at second: Int) -> Bool {
        rests.first.map { second >= $0 } ?? false
    }

    /// Waits, while the threads rest, and takes a sample.
    mutating func take() async {
        rests.removeFirst()
        try? await Task.sleep(for: Self.rest)
        let allocated = trim_and_count_allocated_bytes() / 1024
        guard let resident = Self.residentKilobytes() else { return }
        samples.append((allocated, resident))
        print("at rest: \(allocated) KiB allocated, \(resident) KiB resident")
    }

    /// Prints by how much the memory grew.
    ///
    /// - Returns: `false` if the memory grew by more than the limit.
    func judge() -> Bool {
        guard let first = samples.first, let last = samples.last, samples.count > 1 else {
            print("memory: \(Self.now), not judged")
            return true
        }
        let growth = 100 * Double(last.allocated - first.allocated) / Double(first.resident)
        let isFlat = growth <= limit
        let text = String(format: "%+.2f %%", growth)
        print("memory: \(text), \(isFlat ? "flat" : "NOT flat") within \(limit) %")
        return isFlat
    }

    /// Reads the line `VmRSS:    81234 kB`.
    private static func residentKilobytes() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
