import FootingBytes
import Foundation
import XCTest

@testable import FootingHTML

extension Tree {
    /// The faults in the links and strings of the tree, and its depth.
    func check() -> (faults: [String], depth: Int) {
        var faults: [String] = []
        var (visited, depth, maxDepth) = (0, 0, 0)
        var node: NodeID = 0
        // The walk ends after as many nodes as there are, even if links form a cycle.
        while visited <= nodes.count {
            visited += 1
            maxDepth = max(maxDepth, depth)
            let record = self[node]
            if record.kind == .text || record.kind == .comment {
                let bytes = withBytes(of: record.run) { view in (0..<view.count).map { view[$0] } }
                if String(validating: bytes, as: UTF8.self) == nil {
                    faults.append("UTF-8 \(node)")
                }
                if record.kind == .text && bytes.isEmpty { faults.append("empty text \(node)") }
            }
            var (child, previous) = (record.firstChild, noNode)
            while child != noNode, faults.count < 10 {
                if self[child].parent != node { faults.append("parent of \(child)") }
                if self[child].previous != previous { faults.append("previous of \(child)") }
                (previous, child) = (child, self[child].next)
            }
            if record.lastChild != previous { faults.append("last child of \(node)") }
            guard faults.count < 10 else { break }
            if record.firstChild != noNode {
                (node, depth) = (record.firstChild, depth + 1)
                continue
            }
            while node != 0, self[node].next == noNode {
                (node, depth) = (self[node].parent, depth - 1)
            }
            guard node != 0 else { break }
            node = self[node].next
        }
        if visited > nodes.count { faults.append("a cycle") }
        return (faults, maxDepth)
    }
}

extension HTMLDocument {
    /// The document of bytes in chunks of a size.
    static func pushed(
        _ bytes: [UInt8],
        by size: Int,
        options: HTMLOptions = .standard
    ) -> HTMLDocument {
        var parser = Parser(options: options)
        var index = 0
        while index < bytes.count {
            parser.append(bytes[index..<min(index + size, bytes.count)])
            index += size
        }
        return parser.finish()
    }
}
