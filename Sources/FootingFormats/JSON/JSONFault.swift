/// Why bytes are no JSON document, and at which of them that shows.
package struct JSONFault: Error {
    package enum Reason {
        case endOfInput, value, key, colon, commaOrObjectEnd, commaOrArrayEnd, trailingContent
        case literal, number, controlCharacter, escape, utf8, depth, size
    }

    package let reason: Reason
    package let offset: Int
}
