/// A page or fragment of HTML as a browser reads it.
public struct HTMLDocument: Sendable {
    let content: DocumentContent
}
