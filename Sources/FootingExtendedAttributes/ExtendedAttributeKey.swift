public import Foundation

/// The name of an attribute, with how its values are written.
public struct ExtendedAttributeKey<Value>: Sendable {
    /// The attribute's name.
    public let name: ExtendedAttributeName
    /// How its values are written.
    public let coding: ExtendedAttributeCoding<Value>

    /// Creates a key for the attribute `name`, of which the values are written as `coding` says.
    public init(_ name: ExtendedAttributeName, as coding: ExtendedAttributeCoding<Value>) {
        self.name = name
        self.coding = coding
    }
}

extension ExtendedAttributeKey<String> {
    /// Creates a key for text, written as UTF-8.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .utf8)
    }
}

extension ExtendedAttributeKey<Data> {
    /// Creates a key for bytes, written as they are.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .bytes)
    }
}
