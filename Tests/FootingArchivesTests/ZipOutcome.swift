import FootingArchives
import Foundation
import TestSupport
import XCTest

/// An archive and the outcome of reading it.
struct ZipOutcome {
    let name: String
    let data: Data
    /// The issues with standard options.
    let codes: [ArchiveError.Code]
    /// The error on opening the archive with standard options.
    let error: ArchiveError.Code?
    /// The contents of the entries, or the codes of the errors on reading them.
    let contents: [String: String]
    /// The error on opening the archive with options for untrusted sources.
    let untrusted: ArchiveError.Code?

    /// Without a value, `untrusted` is the error, or the first issue.
    init(
        _ name: String,
        _ data: Data,
        _ codes: [ArchiveError.Code] = [],
        error: ArchiveError.Code? = nil,
        contents: [String: String] = [:],
        untrusted: ArchiveError.Code? = nil
    ) {
        (self.name, self.data, self.codes) = (name, data, codes)
        (self.error, self.contents) = (error, contents)
        self.untrusted = untrusted ?? error ?? codes.first
    }
}

extension XCTestCase {
    func check(
        _ rows: [ZipOutcome],
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let folder = try TemporaryFolder(self)
        for row in rows {
            let standard = ZipArchive.outcome(row.data)
            XCTAssertEqual(standard.codes, row.codes, row.name, file: file, line: line)
            XCTAssertEqual(standard.error, row.error, row.name, file: file, line: line)
            XCTAssertEqual(standard.contents, row.contents, row.name, file: file, line: line)
            let untrusted = ZipArchive.outcome(row.data, .untrusted)
            XCTAssertEqual(untrusted.error, row.untrusted, row.name, file: file, line: line)
            // A file is read as the same bytes in memory.
            let url = try folder.write(row.data, to: "file.zip")
            let archive = try? ZipArchive(contentsOf: url)
            XCTAssertEqual(archive?.report.issues.map(\.code) ?? [], standard.codes, row.name)
            for entry in archive.map({ Array($0.entries) }) ?? [] {
                let contents = (try? archive?.contents(of: entry)).map {
                    String(decoding: $0.prefix(40), as: UTF8.self)
                }
                let expected = standard.contents["\(entry.path)"]
                XCTAssertTrue(contents == nil || contents == expected, row.name)
            }
        }
    }
}

extension ZipArchive {
    /// Opens an archive, and reads all its entries.
    static func outcome(
        _ data: Data,
        _ options: ArchiveOptions = .standard
    ) -> (codes: [ArchiveError.Code], contents: [String: String], error: ArchiveError.Code?) {
        do {
            let archive = try ZipArchive(data, options: options)
            var contents: [String: String] = [:]
            for entry in archive.entries {
                do {
                    contents["\(entry.path)"] = try String(
                        decoding: archive.contents(of: entry).prefix(40),
                        as: UTF8.self
                    )
                } catch {
                    contents["\(entry.path)"] = "\(error.code)"
                }
            }
            return (archive.report.issues.map(\.code), contents, nil)
        } catch {
            return (error.report?.issues.map(\.code) ?? [], [:], error.code)
        }
    }
}
