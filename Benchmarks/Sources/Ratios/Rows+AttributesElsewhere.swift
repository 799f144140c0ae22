import FootingExtendedAttributes
import Foundation
import Harness

/// Alternatives in Swift and in other languages.
extension Comparison {
    static func attributesElsewhere() -> [Comparison] {
        [
            readByFoundation(), contentsByFoundation(),
            readByPython("os.getxattr in Python", importing: "os", "os.getxattr(*arguments)"),
            readByPyxattr(),
        ]
    }

    private static let foundationKey = FileAttributeKey("NSFileExtendedAttributes")

    private static func readByFoundation() -> Comparison {
        let peer = "FileManager.attributesOfItem"
        return Comparison("data, 18 B, memory", to: peer, goal: 0.1) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(18))
            let (attributes, name, path) = (file.attributes, file.name, file.path)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count { blackHole(try attributes.data(for: name)) }
                },
                peer: { count in
                    for _ in 0..<count {
                        let all = try FileManager.default.attributesOfItem(atPath: path)
                        let values = all[foundationKey] as? [String: Data]
                        blackHole(values?[AttributeFile.name])
                    }
                }
            )
        }
    }

    private static func contentsByFoundation() -> Comparison {
        let peer = "FileManager.attributesOfItem"
        return Comparison("contents, 3 attributes, memory", to: peer, goal: 0.25) { _ in
            let file = try AttributeFile(on: .memory)
            try file.setNames(3)
            let (attributes, path) = (file.attributes, file.path)
            return Sides(
                on: file,
                ours: { count in
                    for _ in 0..<count { blackHole(try attributes.contents()) }
                },
                peer: { count in
                    for _ in 0..<count {
                        let all = try FileManager.default.attributesOfItem(atPath: path)
                        blackHole(all[foundationKey] as? [String: Data])
                    }
                }
            )
        }
    }

    private static func readByPython(
        _ peer: String,
        program: String = "python3",
        importing modules: String,
        _ work: String
    ) -> Comparison {
        Comparison("data, 18 B, memory", to: peer, goal: 1) { _ in
            let file = try AttributeFile(on: .memory, AttributeFile.bytes(18))
            let (attributes, name) = (file.attributes, file.name)
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(try attributes.data(for: name)) }
                },
                peer: try .python(
                    program,
                    importing: modules,
                    work: work,
                    with: [file.path, AttributeFile.name]
                ),
                cleanUp: { withExtendedLifetime(file) {} }
            )
        }
    }

    private static func readByPyxattr() -> Comparison {
        let peer = "pyxattr's get"
        guard let program = peersPython else {
            return Comparison(
                "data, 18 B, memory",
                to: peer,
                goal: 1,
                unavailable: "not there; Benchmarks/Peers/install gets it"
            )
        }
        return readByPython(peer, program: program, importing: "xattr", "xattr.get(*arguments)")
    }
}
