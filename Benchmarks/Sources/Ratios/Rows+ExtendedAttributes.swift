import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

extension Comparison {
    static func extendedAttributes() -> [Comparison] {
        [readOf18Bytes()]
    }

    private static func readOf18Bytes() -> Comparison {
        let title = "read of 18 bytes, without a copy"
        let peer = "getxattr in C"
        let goal = 1.05
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let path = file.path
        let name = "user.footing.benchmark"
        let value = Array("eighteen bytes here".utf8.prefix(18))
        guard FileManager.default.createFile(atPath: path, contents: nil),
            raw_setxattr(path, name, value, value.count) == 0
        else {
            return Comparison(
                title,
                to: peer,
                goal: goal,
                unavailable: "\(file.deletingLastPathComponent().path) keeps no attributes"
            )
        }
        let attributes = ExtendedAttributes(at: file)
        let attribute = ExtendedAttributeName(name)
        return Comparison(
            title,
            to: peer,
            goal: goal,
            ours: { count in
                for _ in 0..<count {
                    blackHole(try attributes.withBytes(of: attribute) { $0.byteCount })
                }
            },
            peer: { count in
                // The page that a careful C program would read into.
                withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
                    path.withCString { path in
                        name.withCString { name in
                            for _ in 0..<count {
                                blackHole(
                                    raw_getxattr(path, name, buffer.baseAddress, buffer.count)
                                )
                            }
                        }
                    }
                }
            },
            cleanUp: { try? FileManager.default.removeItem(at: file) }
        )
    }
}
