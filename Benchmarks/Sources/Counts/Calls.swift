import CRawCalls
import FootingExtendedAttributes
import Foundation

/// The ways to read a value.
enum Reading: String, CaseIterable {
    case withBytes, data, value
    /// In C, as most code does it: for the count to be seen as two.
    case measuring

    /// Stores `size` bytes, and reads them so many times.
    func read(_ file: URL, size: Int, times: Int) throws {
        let name: ExtendedAttributeName = "user.footing.count"
        let key = ExtendedAttributeKey<Data>(name)
        let attributes = file.extendedAttributes
        try attributes.set([UInt8](repeating: 1, count: size), for: name)
        for _ in 0..<times {
            let count =
                switch self {
                case .withBytes: try attributes.withBytes(of: name) { $0.byteCount }
                case .data: try attributes.data(for: name)?.count
                case .value: try attributes.value(for: key)?.count
                case .measuring: measuredRead(file.path, "user.footing.count")
                }
            precondition(count == size, "A value of \(size) bytes was read as \(count ?? -1).")
        }
    }
}

private func measuredRead(_ path: String, _ name: String) -> Int {
    let size = raw_getxattr(path, name, nil, 0)
    return withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: 16) { memory in
        raw_getxattr(path, name, memory.baseAddress, memory.count)
    }
}

/// Makes calls with names and paths that are refused before the system is asked.
func refuse(_ file: URL, times: Int) {
    let long = ExtendedAttributeName.user(String(repeating: "n", count: 251))
    let attributes = file.extendedAttributes
    let refused: [(ExtendedAttributes, ExtendedAttributeName)] = [
        (attributes, ""), (attributes, "user.a\0"), (attributes, long),
        (ExtendedAttributes(atPath: file.path + "\0"), "user.a"),
    ]
    for (view, name) in refused {
        for _ in 0..<times {
            let taken: Void? = try? view.set([1], for: name)
            precondition(taken == nil, "“\(name)” was taken.")
            precondition((try? view.data(for: name)) == nil, "“\(name)” was read.")
        }
    }
}
