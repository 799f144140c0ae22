import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

extension Comparison {
    static func extendedAttributes() -> [Comparison] {
        zeroCopyReads() + dataReads() + valueReads() + lists() + writes() + attributesElsewhere()
            + wholeFiles() + trees()
    }

    // MARK: Reading

    private static func zeroCopyReads() -> [Comparison] {
        [
            zeroCopyRead(of: 18, .memory), zeroCopyRead(of: 18, .disk),
            zeroCopyRead(of: 1_000, .memory), zeroCopyRead(of: 3_000, .memory),
            zeroCopyRead(of: 3_000, .disk), zeroCopyRead(of: 4_000, .memory),
            descriptorRead(.memory), descriptorRead(.disk),
            largeRead(of: 20_000), largeRead(of: 60_000),
            readThroughURL(), readOfMissing(), readOfInvalid(),
        ]
    }

    private static func zeroCopyRead(of count: Int, _ volume: AttributeFile.Volume) -> Comparison {
        Comparison("withBytes, \(count) B, \(volume)", to: "getxattr in C", goal: 1.05) { _ in
            let file = try AttributeFile(on: volume, AttributeFile.bytes(count))
            let (attributes, name) = (file.attributes, file.name)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count {
                        blackHole(try attributes.withBytes(of: name) { $0.byteCount })
                    }
                },
                peer: file.rawRead()
            )
        }
    }

    private static func descriptorRead(_ volume: AttributeFile.Volume) -> Comparison {
        let title = "withBytes, 18 B, descriptor, \(volume)"
        return Comparison(title, to: "fgetxattr in C", goal: 1.05) { _ in
            let file = try AttributeFile(on: volume, AttributeFile.bytes(18))
            let handle = try FileHandle(forReadingFrom: file.url)
            let descriptor = handle.fileDescriptor
            let attributes = ExtendedAttributes(fileDescriptor: descriptor)
            let name = file.name
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        blackHole(try attributes.withBytes(of: name) { $0.byteCount })
                    }
                },
                peer: { count in
                    AttributeFile.withPage { page in
                        AttributeFile.name.withCString { name in
                            for _ in 0..<count {
                                blackHole(
                                    raw_fgetxattr(descriptor, name, page.baseAddress, page.count)
                                )
                            }
                        }
                    }
                },
                cleanUp: {
                    try? handle.close()
                    withExtendedLifetime(file) {}
                }
            )
        }
    }

    /// Against two calls, ours takes four, of which the first two are short.
    private static func largeRead(of count: Int) -> Comparison {
        let title = "withBytes, \(count) B, memory"
        return Comparison(title, to: "measure + read in C", goal: 1.5) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(count))
            let (attributes, name, path) = (file.attributes, file.name, file.path)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count {
                        blackHole(try attributes.withBytes(of: name) { $0.byteCount })
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        var size = 0
                        let value = raw_read_measured(path, AttributeFile.name, &size)
                        blackHole(value)
                        free(value)
                    }
                }
            )
        }
    }

    private static func readThroughURL() -> Comparison {
        let title = "withBytes, 18 B, through the URL"
        return Comparison(title, to: "getxattr in C", goal: 1.21) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(18))
            let (url, name) = (file.url, file.name)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count {
                        blackHole(
                            try url.extendedAttributes.withBytes(of: name) { $0.byteCount }
                        )
                    }
                },
                peer: file.rawRead()
            )
        }
    }

    private static func readOfMissing() -> Comparison {
        Comparison("data, missing", to: "getxattr in C", goal: 1.02) { _ in
            let file = try AttributeFile(on: .memory)
            let (attributes, name) = (file.attributes, file.name)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count { blackHole(try attributes.data(for: name)) }
                },
                peer: file.rawRead()
            )
        }
    }

    /// The goal is less than a system call: there is none.
    private static func readOfInvalid() -> Comparison {
        Comparison("data, invalid name: an error", to: "getxattr in C", goal: 1.00) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(18))
            let attributes = file.attributes
            let name: ExtendedAttributeName = "user.\0"
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count {
                        do throws(ExtendedAttributeError) {
                            blackHole(try attributes.data(for: name))
                        } catch {
                            blackHole(error.code)
                        }
                    }
                },
                peer: file.rawRead()
            )
        }
    }

    // MARK: Data

    private static func dataReads() -> [Comparison] {
        [18, 1_000, 3_000].flatMap { count in [dataRead(of: count), dataReadAsInC(of: count)] }
            + [largeDataRead(of: 60_000)]
    }

    private static func dataRead(of count: Int) -> Comparison {
        Comparison("data, \(count) B, memory", to: "getxattr in C", goal: 1.15) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(count))
            return Sides(on: file, ours: reads(of: file), peer: file.rawRead())
        }
    }

    /// Tells what of the row before is `Data`'s own.
    private static func dataReadAsInC(of count: Int) -> Comparison {
        Comparison("data, \(count) B, memory", to: "getxattr in C + Data", goal: 1.05) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(count))
            let path = file.path
            return Sides(
                on: file,
                ours: reads(of: file),
                peer: { count in
                    AttributeFile.withPage { page in
                        path.withCString { path in
                            AttributeFile.name.withCString { name in
                                guard let start = page.baseAddress else { return }
                                for _ in 0..<count {
                                    let size = raw_getxattr(path, name, start, page.count)
                                    blackHole(Data(bytes: start, count: max(0, size)))
                                }
                            }
                        }
                    }
                }
            )
        }
    }

    private static func largeDataRead(of count: Int) -> Comparison {
        Comparison("data, \(count) B, memory", to: "measure + read in C", goal: 1.5) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(count))
            let path = file.path
            return Sides(
                on: file,
                ours: reads(of: file),
                peer: { count in
                    for _ in 0..<count {
                        var size = 0
                        let value = raw_read_measured(path, AttributeFile.name, &size)
                        blackHole(value)
                        free(value)
                    }
                }
            )
        }
    }

    private static func reads(of file: AttributeFile) -> (Int) throws -> Void {
        { count in
            let (attributes, name) = (file.attributes, file.name)
            for _ in 0..<count { blackHole(try attributes.data(for: name)) }
        }
    }

    // MARK: Values

    /// Texts of up to 15 bytes, numbers and truth values need no memory of the heap.
    private static func valueReads() -> [Comparison] {
        let short = 1.05
        let long = 1.12
        return [
            valueRead("String, 10 B", "ten bytes!", as: String.self, short) { .init($0) },
            valueRead("String, 40 B", String(repeating: "x", count: 40), as: String.self, long) {
                .init($0)
            },
            valueRead("Int", "-1234567", as: Int.self, short) { .init($0) },
            valueRead("Bool", "true", as: Bool.self, short) { .init($0) },
            valueRead("UUID", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", as: UUID.self, long) {
                .init($0)
            },
            valueRead("Date", "2026-11-21T12:34:56Z", as: Date.self, long) { .init($0) },
        ]
    }

    private static func valueRead<Value>(
        _ title: String,
        _ stored: String,
        as type: Value.Type,
        _ goal: Double,
        key: @escaping (ExtendedAttributeName) -> ExtendedAttributeKey<Value>
    ) -> Comparison {
        Comparison("value: \(title), memory", to: "getxattr in C", goal: goal) { _ in
            let file = try AttributeFile(on: .memory, Array(stored.utf8))
            let attributes = file.attributes
            let key = key(file.name)
            return Sides(on: file, ours: valueReads(attributes, key), peer: file.rawRead())
        }
    }

    /// Specialized for each type of value, as a call in a program would be.
    @inline(__always)
    private static func valueReads<Value>(
        _ attributes: ExtendedAttributes,
        _ key: ExtendedAttributeKey<Value>
    ) -> (Int) throws -> Void {
        { count in
            for _ in 0..<count { blackHole(try attributes.value(for: key)) }
        }
    }

    // MARK: Names

    private static func lists() -> [Comparison] {
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

    private static func writes() -> [Comparison] {
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
