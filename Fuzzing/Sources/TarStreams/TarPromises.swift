import FootingArchives
import Foundation

/// The promises of tar archives for any bytes.
///
/// Fuzzers and an ordinary test share this file; `expect` is theirs.
struct TarPromises {
    private struct Listing: Equatable {
        var entries: [ArchiveEntry] = []
        var contents: [Data] = []
        var issues: [ArchiveIssue] = []
        var error: ArchiveError?
    }

    private var archive: Data

    /// Corrects the sums of all headers: a fuzzer would not find them.
    init(_ bytes: [UInt8]) {
        archive = Data(bytes)
        for start in stride(from: 0, to: bytes.count - 511, by: 512) {
            guard bytes[start + 257..<start + 262].elementsEqual("ustar".utf8) else { continue }
            for index in 148..<156 { archive[start + index] = 0x20 }
            let sum = archive[start..<start + 512].reduce(0) { $0 + Int($1) }
            let digits = String(sum, radix: 8).utf8
            let field = Array(repeating: UInt8(ascii: "0"), count: 6 - digits.count) + digits + [0]
            for (index, byte) in field.enumerated() { archive[start + 148 + index] = byte }
        }
    }

    func check() {
        let standard = read(.standard, sizes: [])
        let untrusted = read(.untrusted, sizes: [])
        for sizes in [[1], [7, 512, 3], [1_000, 1, 1, 511]] {
            expect(read(.standard, sizes: sizes) == standard, "other items in chunks of \(sizes)")
            expect(read(.untrusted, sizes: sizes) == untrusted, "other items in \(sizes)")
        }
        if let offset = standard.error?.offset {
            expect(0...archive.count ~= offset, "an error outside: \(offset)")
        }
        guard untrusted.error == nil else { return }
        expect(untrusted.issues.isEmpty, "an untrusted archive has issues")
        expect(untrusted == standard, "the untrusted archive is not a standard one")
        checkCopy(of: untrusted)
    }

    private func read(_ options: ArchiveOptions, sizes: [Int]) -> Listing {
        var options = options
        options.limits.entryBytes = 100_000
        options.limits.totalBytes = 200_000
        options.limits.headerBytes = 1_500
        options.limits.issues = 10
        let reader = TarReader(options: options)
        var listing = Listing()
        var rest = archive[...]
        var turn = 0
        do throws(ArchiveError) {
            while !rest.isEmpty {
                let size = sizes.isEmpty ? rest.count : sizes[turn % sizes.count]
                turn += 1
                try reader.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                try add(reader, to: &listing)
            }
            try reader.finish()
            try add(reader, to: &listing)
        } catch {
            listing.error = error
        }
        let count = listing.contents.reduce(0) { $0 + $1.count }
        expect(count <= 200_000, "beyond the limit")
        listing.issues = reader.report.issues
        return listing
    }

    private func add(_ reader: TarReader, to listing: inout Listing) throws(ArchiveError) {
        while let item = try reader.next() {
            switch item {
            case .entry(let entry):
                if let last = listing.entries.last, let contents = listing.contents.last {
                    expect(contents.count == last.size, "another size")
                }
                listing.entries.append(entry)
                listing.contents.append(Data())
            case .contents(let piece):
                expect(1...65_536 ~= piece.count, "a piece of \(piece.count) bytes")
                listing.contents[listing.contents.count - 1] += piece
            @unknown default: break
            }
        }
    }

    /// Writes all entries that can be written, and reads them again.
    private func checkCopy(of listing: Listing) {
        let writer = TarWriter()
        var copied: [(ArchiveEntry, Data)] = []
        for (entry, contents) in zip(listing.entries, listing.contents)
        where (try? writer.add(entry, contents: contents)) != nil {
            copied.append((entry, contents))
        }
        guard (try? writer.finish()) != nil else { return expect(false, "the copy has no end") }
        let copy = TarPromises([UInt8](writer.drain())).read(.untrusted, sizes: [])
        guard copy.error == nil else {
            // The records of the copy may be longer than the limit of the original.
            return expect(copy.error?.code == .limitExceeded, "the copy is not readable")
        }
        expect(copy.entries.count == copied.count, "another number of copies")
        for ((entry, contents), (original, expected)) in zip(
            zip(copy.entries, copy.contents),
            copied
        ) {
            expect(entry.path == original.path && entry.kind == original.kind, "another entry")
            expect(entry.linkTarget == original.linkTarget, "another target")
            expect(contents == expected, "other contents in the copy")
        }
    }
}
