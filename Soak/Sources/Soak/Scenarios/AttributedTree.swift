import FootingExtendedAttributes
import FootingOperations
import Foundation
import Synchronization

extension ExtendedAttributeKey<String> {
    static let soakOwner = Self("user.footing.soak.owner")
}

extension ExtendedAttributeKey<Int> {
    static let soakNumber = Self("user.footing.soak.number")
}

struct NoAttributes: Error, CustomStringConvertible {
    let folder: URL

    var description: String {
        "\(folder.path) keeps no extended attributes; set TMPDIR to a folder on a volume that does"
    }
}

/// A tree of files with attributes, of which each thread changes a folder and all scan the whole.
final class AttributedTree: Scenario {
    /// The expected content of a thread's folder.
    private struct Contents {
        var numbers: [String: Int] = [:]
        var round = 0
    }

    private final class Box: Sendable {
        let contents = Mutex(Contents())
    }

    private let root: URL
    private let boxes: [Box]
    private let stored: Counter
    private let listed: Counter
    private let scanned: Counter
    private let copied: Counter
    private let saved: Counter
    private let restored: Counter
    private let removed: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        let threads = setting.threads
        let root = setting.folder
        self.root = root
        boxes = (0..<threads).map { _ in Box() }
        stored = ledger.counter("tree: values read back")
        listed = ledger.counter("tree: files found in own folder")
        scanned = ledger.counter("tree: values well-formed in others")
        copied = ledger.counter("tree: attributes copied")
        saved = ledger.counter("tree: attributes kept when saving")
        restored = ledger.counter("tree: dumps restored")
        removed = ledger.counter("tree: folders removed")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        guard try root.extendedAttributes.isSupportedByVolume else {
            throw NoAttributes(folder: root)
        }
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        if random.oneIn(4) { return try scanAll() }
        try boxes[thread].contents.withLock { contents in
            let folder = root.appending(path: "\(thread)-\(contents.round)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for _ in 1...random.number(1...10) { try change(folder, &contents, &random, thread) }
            try checkListing(of: folder, contents)
            if contents.numbers.count > 30 { try remove(folder, &contents) }
        }
    }

    private func change(
        _ folder: URL,
        _ contents: inout Contents,
        _ random: inout RandomSource,
        _ thread: Int
    ) throws {
        let name = "file \(random.number(1...40))"
        let file = folder.appending(path: name)
        let number = random.number(0...1_000_000)
        guard let current = contents.numbers[name] else {
            try Data("content".utf8).write(to: file)
            try file.extendedAttributes.set("thread \(thread)", for: .soakOwner)
            try file.extendedAttributes.set(number, for: .soakNumber)
            contents.numbers[name] = number
            return
        }
        stored.check(try file.extendedAttributes.value(for: .soakNumber), is: current)
        switch random.number(1...6) {
        case 1:
            try FileManager.default.removeItem(at: file)
            contents.numbers[name] = nil
        case 2:
            let copy = folder.appending(path: "copy of \(name)")
            try Data("copy".utf8).write(to: copy)
            let report = try file.extendedAttributes.copy(to: copy.extendedAttributes)
            copied.check(report.stored.count, is: 2)
            contents.numbers["copy of \(name)"] = current
        case 3:
            try Data("new content".utf8).write(to: file, keepingExtendedAttributes: .user)
            saved.check(try file.extendedAttributes.value(for: .soakNumber), is: current)
        case 4:
            let renamed = "renamed \(name)"
            try? FileManager.default.removeItem(at: folder.appending(path: renamed))
            try FileManager.default.moveItem(at: file, to: folder.appending(path: renamed))
            contents.numbers[name] = nil
            contents.numbers[renamed] = current
        case 5:
            let dump = try file.extendedAttributes.dump()
            stored.check(try file.extendedAttributes.remove(ExtendedAttributeKey.soakNumber.name))
            let report = file.extendedAttributes.restore(from: dump.utf8)
            restored.check(report.issues.isEmpty)
            restored.check(try file.extendedAttributes.value(for: .soakNumber), is: current)
        default:
            try file.extendedAttributes.set(number, for: .soakNumber)
            contents.numbers[name] = number
        }
    }

    private func checkListing(of folder: URL, _ contents: Contents) throws {
        var found: [String: Int] = [:]
        for entry in ExtendedAttributes.scan(folder, for: .soakNumber) {
            guard let number = try entry.value, let url = entry.url else { continue }
            found[url.lastPathComponent] = number
        }
        listed.check(found, is: contents.numbers)
    }

    /// Reads all files while other threads change them.
    private func scanAll() throws {
        for entry in ExtendedAttributes.scan(root, for: .soakOwner) {
            do throws(ExtendedAttributeError) {
                guard let owner = try entry.value else { continue }
                scanned.check(owner.hasPrefix("thread "), owner)
            } catch {
                // Removed since the folder was read.
                guard error.code == .noSuchFile else { throw error }
            }
        }
    }

    private func remove(_ folder: URL, _ contents: inout Contents) throws {
        let removal = try BackgroundRemover.shared.remove(folder)
        removed.check(FileManager.default.fileExists(atPath: folder.path), is: false)
        try removal.future.wait(timeout: patience)
        if let hidden = removal.hiddenURL {
            removed.check(FileManager.default.fileExists(atPath: hidden.path), is: false)
        }
        contents.numbers = [:]
        contents.round += 1
    }
}
