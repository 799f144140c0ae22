import Foundation
import XCTest

/// The bytes by which the peak of the resident memory exceeds what it was before `body`.
package func peakGrowth(_ body: () throws -> Void) throws -> Int {
    for sanitizer in ["__asan_init", "__tsan_init"] where unsafe dlsym(nil, sanitizer) != nil {
        throw XCTSkip("a sanitizer keeps memory that was freed")
    }
    // Linux forgets the peak so far when 5 is written into this file.
    guard FileManager.default.isWritableFile(atPath: "/proc/self/clear_refs") else {
        throw XCTSkip("the peak of memory can't be reset here")
    }
    // Pages that other tests have freed would be used again, and not count.
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = unsafe dlsym(nil, "malloc_trim") {
        _ = unsafe unsafeBitCast(trim, to: Trim.self)(0)
    }
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    let before = try peak()
    try body()
    return try peak() - before
}

private func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
}
