/// The reason why bytes are not a JSON document, and the offset of the error.
package struct JSONFault: Error {
    package enum Reason {
        case endOfInput, value, key, colon, commaOrObjectEnd, commaOrArrayEnd, trailingContent
        case literal, number, controlCharacter, escape, utf8, depth, size
    }

    package let reason: Reason
    package let offset: Int

    package init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
