/// Why bytes are no JSON document, and at which of them that shows.
struct JSONFault: Error {
    enum Reason {
        case endOfInput, value, key, colon, commaOrObjectEnd, commaOrArrayEnd, trailingContent
        case literal, number, controlCharacter, escape, utf8, depth, size
    }

    let reason: Reason
    let offset: Int
}
