import FootingArchives
import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testDeflateKeepsItsPromises() throws {
        try Corpus.forEach("DeflateStreams") { bytes in
            var promises = StreamPromises(bytes)
            promises.check(as: .deflate)
        }
    }

    func testGzipAndZlibKeepTheirPromises() throws {
        try Corpus.forEach("GzipStreams") { bytes in
            var promises = StreamPromises(bytes)
            promises.check(as: .gzip)
            promises.check(as: .zlib)
        }
    }

    func testCompressorsKeepTheirPromises() throws {
        try Corpus.forEach("RoundTrips") { RoundTripPromises($0)?.check() }
    }

    func testZipArchivesKeepTheirPromises() throws {
        try Corpus.forEach("ZipArchives") { ZipPromises($0).check() }
    }

    func testTarArchivesKeepTheirPromises() throws {
        try Corpus.forEach("TarStreams") { TarPromises($0).check() }
    }

    func testUnpackingKeepsItsPromise() throws {
        try Corpus.forEach("Unpacking") { UnpackingPromises($0).check() }
    }

    func testPathsKeepTheirPromises() throws {
        try Corpus.forEach("ArchivePaths") { PathPromises($0).check() }
    }
}
