import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

extension Comparison {
    static func extendedAttributes() -> [Comparison] {
        zeroCopyReads() + dataReads() + valueReads() + lists() + writes() + attributesElsewhere()
            + wholeFiles() + trees() + hostileDumps() + hostileText()
    }

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

    /// The peer makes two calls, and ours four: no goal but that they cost no more than as many.
    private static func largeRead(of count: Int) -> Comparison {
        let title = "withBytes, \(count) B, memory"
        return Comparison(title, to: "measure + read in C", goal: 2) { _ in
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
}
