import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

/// Reading values that outlive the call.
extension Comparison {
    // MARK: Data

    static func dataReads() -> [Comparison] {
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
        Comparison("data, \(count) B, memory", to: "measure + read in C", goal: 2) { _ in
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
    static func valueReads() -> [Comparison] {
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
}
