#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The facts of a document, which its elements keep alive.
final class DocumentContent: Sendable {
    let tree: Tree
    let url: URL?
    let baseURL: URL?
    let report: HTMLReport
    /// Whether `noscript` was read as text.
    let scriptingEnabled: Bool

    init(_ tree: Tree, url: URL?, report: HTMLReport, scriptingEnabled: Bool) {
        self.tree = tree
        self.url = url
        self.report = report
        self.scriptingEnabled = scriptingEnabled
        let href = tree.nodes(in: 0).lazy.map { tree[$0] }.filter { $0.isHTML(.base) }
            .compactMap { tree.value(of: .href, in: $0) }.first
        let base = href.flatMap { URL.resolved(tree.string($0), against: url) }
        // As in browsers, a script or data is no base.
        let isRefused = ["data", "javascript"].contains(base?.scheme?.lowercasedASCII)
        baseURL = isRefused ? url : base ?? url
    }
}
