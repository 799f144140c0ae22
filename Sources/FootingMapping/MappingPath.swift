/// Where in the input a value is, or should be.
///
/// A path is made of the keys that the mapping declares and of indexes, so it says nothing about
/// the input that the mapping does not, unless the options ask for the keys of dictionaries or for
/// those that belong to no field.
public struct MappingPath: Hashable, Sendable {
    /// One step from a value to a value inside it.
    public enum Component: Hashable, Sendable {
        /// The value of that name in an object.
        case key(String)
        /// The value under a key that the mapping does not declare, which is only told if
        /// ``MappingOptions/includesKeys`` asks for it.
        case undeclaredKey
        /// The value at that position, from 0, in an array.
        case index(Int)
    }

    /// The steps from the whole input to the value; none for the input itself.
    public private(set) var components: [Component]

    /// Puts `steps` before those that the path has.
    mutating func insert(_ steps: [Component]) {
        components.insert(contentsOf: steps, at: 0)
    }
}

extension MappingPath {
    /// The path as a JSON Pointer (RFC 6901): `/orders/3/price`, and nothing for the whole input.
    ///
    /// A key that is not told is `*`.
    ///
    /// - Complexity: O(*n*) in the length.
    public var jsonPointer: String {
        components.reduce(into: "") { pointer, component in
            pointer += "/"
            switch component {
            case .key(let name):
                // By scalars: a mark that is combined with a slash does not make it another.
                for scalar in name.unicodeScalars {
                    switch scalar {
                    case "~": pointer += "~0"
                    case "/": pointer += "~1"
                    default: pointer.unicodeScalars.append(scalar)
                    }
                }
            case .undeclaredKey: pointer += "*"
            case .index(let index): pointer += "\(index)"
            }
        }
    }
}

extension MappingPath: CustomStringConvertible {
    /// The path as text: `$.orders[3].price`, with `$` for the whole input.
    public var description: String {
        components.reduce(into: "$") { text, component in
            switch component {
            case .key(let name) where name.isPlainKey: text += ".\(name)"
            case .key(let name): text += "[\(name.debugDescription)]"
            case .undeclaredKey: text += "[*]"
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
