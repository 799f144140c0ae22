@testable import FootingCollections
import Foundation

/// The promises of folding and of the order of names, for two names on two lines.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct FoldPromises {
    let names: [String]

    init(_ bytes: some Sequence<UInt8>) {
        names = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    func check() {
        for name in names { check(name) }
        guard let name = names.first, let other = names.last else { return }
        let (key, otherKey) = (NameKey(name), NameKey(other))
        let result = NameComparator().compare(name, other)
        let reverse = NameComparator().compare(other, name)
        expect(result.rawValue == -reverse.rawValue, "an order that is not antisymmetric")
        expect((key < otherKey) == (result == .orderedAscending), "a key of another order")
        expect((otherKey < key) == (result == .orderedDescending), "a key of another order")
        expect((key == otherKey) == (result == .orderedSame), "equal keys of unequal names")
        expect(result != .orderedSame || name == other, "unequal names at the same position")
        expect(key != otherKey || key.hashValue == otherKey.hashValue, "two hashes")
    }

    private func check(_ name: String) {
        let fold = Self.fold(name)
        expect(fold.count <= 33 * name.unicodeScalars.count, "a long fold")
        let string = String(decoding: fold, as: UTF8.self)
        expect(Array(string.utf8) == fold, "a fold that is no UTF-8")
        expect(Self.fold(string) == fold, "a fold that folds further")
        expect(!zip(fold, fold.dropFirst()).contains { $0 == (0x20, 0x20) }, "two spaces")
        expect(NameComparator().compare(name, name) == .orderedSame, "unequal to itself")
    }

    private static func fold(_ string: String) -> [UInt8] {
        var bytes: [UInt8] = []
        string.appendFolded(to: &bytes)
        return bytes
    }
}
