/// The location of a value in the input, or of a missing one.
///
/// A path consists of declared keys and of indexes, so it reveals nothing about the input, unless
/// the options request dictionary keys or unknown keys.
public struct MappingPath: Hashable, Sendable {
    /// A step from a value to a value inside it.
    public enum Component: Hashable, Sendable {
        /// The value for this key in an object.
        case key(String)
        /// The value for a key of the input that the report must not show, because
        /// ``MappingOptions/includesKeys`` is not set or the field is sensitive.
        case hiddenKey
        /// The element at this position in an array, counted from 0.
        case index(Int)
    }

    /// The steps from the whole input to the value; empty for the input itself.
    public private(set) var components: [Component]

    /// Inserts `steps` before the existing ones.
    mutating func insert(_ steps: [Component]) {
        components.insert(contentsOf: steps, at: 0)
    }
}

extension MappingPath {
    /// The path as a JSON Pointer (RFC 6901): `/orders/3/price`; empty for the whole input.
    ///
    /// A hidden key is shown as `*`.
    ///
    /// - Complexity: O(*n*) in the length.
    public var jsonPointer: String {
        components.reduce(into: "") { pointer, component in
            pointer += "/"
            switch component {
            case .key(let name):
                // By scalars: as a character, a slash with a combining mark is not equal to “/”.
                for scalar in name.unicodeScalars {
                    switch scalar {
                    case "~": pointer += "~0"
                    case "/": pointer += "~1"
                    default: pointer.unicodeScalars.append(scalar)
                    }
                }
            case .hiddenKey: pointer += "*"
            case .index(let index): pointer += "\(index)"
            }
        }
    }
}

extension MappingPath: CustomStringConvertible {
    /// The path as a string: `$.orders[3].price`, with `$` for the whole input.
    public var description: String {
        components.reduce(into: "$") { text, component in
            switch component {
            case .key(let name) where name.isPlainKey: text += ".\(name)"
            case .key(let name): text += "[\(name.debugDescription)]"
            case .hiddenKey: text += "[*]"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}

extension String {
    fileprivate var isPlainKey: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "_-@0123456789".unicodeScalars.contains($0)
            }
    }
}
