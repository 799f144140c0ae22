import Foundation

extension NativeValue {
    /// Values without meaning, one of which most types can be made from.
    static var harmless: [NativeValue] {
        [
            .array([]), .object([:]), .string(""), .integer(magnitude: 0, isNegative: false),
            .bool(false), .double(0), .date(Date(timeIntervalSince1970: 0)), .data(Data()),
            .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            .url(URL(filePath: "/")), .null,
        ]
    }
}
