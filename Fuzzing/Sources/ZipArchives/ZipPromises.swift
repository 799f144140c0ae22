import FootingArchives
import Foundation

/// The promises of zip archives for any bytes.
///
/// Fuzzers and an ordinary test share this file; `expect` is theirs.
struct ZipPromises {
    private let data: Data

    init(_ bytes: [UInt8]) {
        data = Data(bytes)
    }

    func check() {
        let standard = open(.standard)
        if let standard { checkEntries(standard) }
        guard let untrusted = open(.untrusted) else { return }
        expect(untrusted.report.isClean, "an untrusted archive has issues")
        expect(standard != nil, "the untrusted archive is not a standard one")
        guard let standard else { return }
        expect(untrusted.entries.count == standard.entries.count, "other entries")
        for (entry, other) in zip(untrusted.entries, standard.entries) {
            let contents = try? untrusted.contents(of: entry)
            expect(contents == (try? standard.contents(of: other)), "other contents")
        }
        checkCopy(of: untrusted)
    }

    private func open(_ options: ArchiveOptions) -> ZipArchive? {
        var options = options
        options.limits.memoryBytes = 1 << 20
        options.limits.entryBytes = 1 << 20
        options.limits.issues = 10
        return try? ZipArchive(data, options: options)
    }

    private func checkEntries(_ archive: ZipArchive) {
        let report = archive.report
        expect(report.issues.count == min(10, report.issueCount), "issues are missing")
        for entry in archive.entries {
            expect(archive[entry.path]?.path == entry.path, "\(entry.path) is not found")
            _ = (entry.localDate, entry.modificationDate, entry.path.components, entry.kind)
            var pieces = Data()
            var pieceError: ArchiveError?
            do throws(ArchiveError) {
                let reader = try archive.reader(of: entry)
                while let piece = try reader.next() {
                    expect(1...65_536 ~= piece.count, "a piece of \(piece.count) bytes")
                    pieces += piece
                }
            } catch {
                pieceError = error
            }
            do throws(ArchiveError) {
                let whole = try archive.contents(of: entry)
                expect(whole.count == entry.size, "another size")
                expect(pieces == whole && pieceError == nil, "other bytes in pieces")
            } catch {
                expect(error == pieceError, "\(error), in pieces \(String(describing: pieceError))")
                expect(pieces.count <= min(1 << 20, entry.size), "beyond the limit")
            }
        }
    }

    /// Copies all entries that can be read, and reads them again.
    private func checkCopy(of archive: ZipArchive) {
        let writer = ZipWriter()
        var copied: [(ArchiveEntry, Data)] = []
        for entry in archive.entries {
            guard let contents = try? archive.contents(of: entry),
                (try? writer.add(entry, from: archive)) != nil
            else { continue }
            copied.append((entry, contents))
        }
        guard (try? writer.finish()) != nil,
            let copy = try? ZipArchive(writer.drain(), options: .untrusted)
        else { return expect(false, "the copy is not readable") }
        expect(copy.entries.count == copied.count, "another number of copies")
        for (entry, (original, contents)) in zip(copy.entries, copied) {
            expect(entry.path == original.path && entry.kind == original.kind, "another entry")
            expect((try? copy.contents(of: entry)) == contents, "other contents in the copy")
        }
    }
}
