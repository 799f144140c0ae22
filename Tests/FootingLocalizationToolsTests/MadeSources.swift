import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

extension XCTestCase {
    /// Reads files of Swift sources by their paths.
    func readSources(
        _ files: [String: String],
        functions: [SourceFunction] = .standard
    ) throws -> SourceKeys {
        let folder = try TemporaryFolder(self)
        for (path, text) in files { try folder.write(Data(text.utf8), to: path) }
        return SourceKeys(in: [folder.url], functions: functions)
    }

    /// Reads a Swift source.
    func readSources(
        _ source: String,
        functions: [SourceFunction] = .standard
    ) throws -> SourceKeys {
        try readSources(["Source.swift": source], functions: functions)
    }

    /// The findings about sources alone.
    func sourceFindings(_ keys: SourceKeys) throws -> [String] {
        let all = keys.findings(comparedWith: try makeStore([String: String]()))
        return all.filter { $0.code != .undefinedKey }.map {
            "\($0.severity) \($0.code) \($0.line ?? 0)"
        }
    }

    /// Checks that hostile input takes at most 20 times as long as harmless input of its size; a
    /// quadratic search would take longer by far.
    func checkTime(
        _ name: String,
        of hostile: () throws -> Void,
        comparedWith harmless: () throws -> Void
    ) rethrows {
        let clock = ContinuousClock()
        // Once more if other work of the machine came between.
        for _ in 0..<3 {
            let limit = max(try clock.measure(harmless), .milliseconds(10)) * 20
            if try clock.measure(hostile) < limit { return }
        }
        XCTFail(name)
    }
}
