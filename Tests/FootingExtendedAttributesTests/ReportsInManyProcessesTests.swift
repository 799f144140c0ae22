import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// No report depends on the hash seed of its process.
final class ReportsInManyProcessesTests: XCTestCase {
    private static let names = (0..<20).map { ExtendedAttributeName("user.name\($0 * 37 % 20)") }

    /// Makes the folder that all processes work on.
    private func sharedFolder() throws -> URL {
        let folder = try makeFile().deletingLastPathComponent()
        for name in (0..<12).map({ "file\($0)" }) {
            let file = folder.appending(path: name)
            try Data().write(to: file)
            for attribute in Self.names {
                try file.extendedAttributes.set(name.utf8, for: attribute)
            }
        }
        return folder
    }

    private func allLines(in folder: URL) throws -> [String] {
        var lines: [String] = []
        func add(_ name: String, _ report: ExtendedAttributeReport) {
            lines += [name, "\(report.stored)", "\(report.removed)", "\(report.issues)"]
        }
        let source = folder.appending(path: "file0").extendedAttributes
        let destination = folder.appending(path: "destination")
        let absent: [ExtendedAttributeName] = ["user.absent", "trusted.absent", "security.absent"]
        let selection = ExtendedAttributeSelection.names(Self.names.prefix(15) + absent)
        for chosen in [.user, selection, .user.excluding(Self.names.suffix(3))] {
            try? FileManager.default.removeItem(at: destination)
            try Data().write(to: destination)
            for number in 0..<20 {
                let name = ExtendedAttributeName("user.other\(number * 7 % 20)")
                try destination.extendedAttributes.set([1], for: name)
            }
            let copied = try source.copy(
                chosen,
                to: destination.extendedAttributes,
                removingOthers: true
            )
            add("copy", copied)
            let saved = try Data("x".utf8).write(to: destination, keepingExtendedAttributes: chosen)
            add("save", saved)
        }
        let dump = """
            # file: file1
            user.b=0sAQ==
            user.a=0x0
            user.c="é
            user.d=0s!
            # file: ../file2
            user.a=1
            # file: file3
            user.z="1"
            user.y="2"
            user.\u{0}="3"

            """
        add("restore", try ExtendedAttributes.restore(from: dump.utf8, below: folder))
        add("restore", destination.extendedAttributes.restore(from: dump.utf8))
        add("restore", destination.extendedAttributes.restore(selection, from: dump.utf8))
        let key = ExtendedAttributeKey("user.name1", as: ExtendedAttributeCoding<Int>.decimal)
        for entry in ExtendedAttributes.scan(folder, for: key) {
            // The order of a folder's files is the file system's.
            guard entry.path.hasSuffix("file7") || entry.path.hasSuffix("file5") else { continue }
            do throws(ExtendedAttributeError) {
                lines.append("\(entry.path) \(try entry.value ?? 0)")
            } catch {
                lines.append("\(entry.path) \(error)")
            }
        }
        lines.append("\(try source.dump())")
        let wrong = Dictionary(
            uniqueKeysWithValues: (0..<20).map { number in
                (ExtendedAttributeName("trusted.\(number)"), Data([1]))
            }
        )
        do { try source.replaceContents(in: .user, with: wrong) } catch {
            lines.append("\(error)")
        }
        return lines
    }

    func testReportsAreTheSameInEveryProcess() throws {
        try assertSameInManyProcesses(try sharedFolder().path) {
            try allLines(in: URL(filePath: $0))
        }
    }
}
