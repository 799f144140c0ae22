import Foundation

@testable import FootingHTML

/// The document of some HTML.
func page(_ html: String, url: String? = nil) -> HTMLDocument {
    HTMLDocument(html, url: url.flatMap { URL(string: $0) })
}
