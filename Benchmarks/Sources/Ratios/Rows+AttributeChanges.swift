import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

/// Names, and changing what is stored.
extension Comparison {
    // MARK: Names

    static func lists() -> [Comparison] {
        [list(of: 3)] + [1, 10, 100].map(sortedList)
    }

    private static func list(of names: Int) -> Comparison {
        Comparison("names, \(names), memory", to: "listxattr in C", goal: 1.25) { _ in
            let file = try AttributeFile(on: .memory)
            try file.setNames(names)
            let path = file.path
            return Sides(
                on: file,
                ours: lists(of: file),
                peer: { count in
                    AttributeFile.withPage { page in
                        path.withCString { path in
                            for _ in 0..<count {
                                blackHole(raw_listxattr(path, page.baseAddress, page.count))
                            }
                        }
                    }
                }
            )
        }
    }

    private static func sortedList(of names: Int) -> Comparison {
        let peer = "listxattr, strdup, qsort in C"
        return Comparison("names, \(names), memory", to: peer, goal: 1.25) { _ in
            let file = try AttributeFile(on: .memory)
            try file.setNames(names)
            let path = file.path
            return Sides(
                on: file,
                ours: lists(of: file),
                peer: { count in
                    for _ in 0..<count {
                        let names = raw_names(path)
                        blackHole(names)
                        raw_free_names(names)
                    }
                }
            )
        }
    }

    private static func lists(of file: AttributeFile) -> (Int) throws -> Void {
        { count in
            let attributes = file.attributes
            for _ in 0..<count { blackHole(try attributes.names()) }
        }
    }

    // MARK: Writing

    static func writes() -> [Comparison] {
        [write(.memory), write(.disk), writeOfText(), removal(.memory), removal(.disk)]
    }

    private static func write(_ volume: AttributeFile.Volume) -> Comparison {
        Comparison("set, Data of 18 B, \(volume)", to: "setxattr in C", goal: 1.02) { _ in
            let file = try AttributeFile(on: volume)
            let (attributes, name) = (file.attributes, file.name)
            let bytes = AttributeFile.bytes(18)
            let data = Data(bytes)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count { try attributes.set(data, for: name) }
                },
                peer: rawWrites(of: bytes, to: file)
            )
        }
    }

    private static func writeOfText() -> Comparison {
        Comparison("set, text of 18 B, memory", to: "setxattr in C", goal: 1.02) { _ in
            let file = try AttributeFile(on: .memory)
            let (attributes, name) = (file.attributes, file.name)
            let bytes = AttributeFile.bytes(18)
            let text = String(decoding: bytes, as: UTF8.self)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count { try attributes.set(text.utf8, for: name) }
                },
                peer: rawWrites(of: bytes, to: file)
            )
        }
    }

    private static func rawWrites(
        of bytes: [UInt8],
        to file: AttributeFile
    ) -> (Int) throws -> Void {
        { count in
            file.path.withCString { path in
                AttributeFile.name.withCString { name in
                    for _ in 0..<count { blackHole(raw_setxattr(path, name, bytes, bytes.count)) }
                }
            }
        }
    }

    private static func removal(_ volume: AttributeFile.Volume) -> Comparison {
        let title = "remove + set, 18 B, \(volume)"
        return Comparison(title, to: "removexattr + setxattr in C", goal: 1.02) { _ in
            let bytes = AttributeFile.bytes(18)
            let file = try AttributeFile(on: volume, bytes)
            let (attributes, name) = (file.attributes, file.name)
            let data = Data(bytes)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count {
                        try attributes.remove(name)
                        try attributes.set(data, for: name)
                    }
                },
                peer: { count in
                    file.path.withCString { path in
                        AttributeFile.name.withCString { name in
                            for _ in 0..<count {
                                blackHole(raw_removexattr(path, name))
                                blackHole(raw_setxattr(path, name, bytes, bytes.count))
                            }
                        }
                    }
                }
            )
        }
    }
}
