/// A property of a class that can be observed.
///
/// ```swift
/// final class Account: KeyValueObservable {
///     @Observed var owner = "Ann"
///     @Observed var balance = 0
///     @Observed var partner: Account?
/// }
/// ```
///
/// The property reads and writes like any other. While nobody observes it, it costs eight bytes in
/// the object and next to nothing when it is read or set. Every assignment is one change, and so is
/// every access in place, such as `append` or `+=`. While somebody observes it, an access in place
/// copies the value first, to have an old one to tell.
///
/// To copy a property into another object, copy its value: the storage `_x` knows the object it was made
/// for.
///
/// The wrapper works in classes of every kind: final, open, generic, main-actor. It does not work in
/// structs, whose copies would each have the same observers, nor in actors.
@propertyWrapper
public struct Observed<Value> {
    @usableFromInline var value: Value
    @usableFromInline var node: Node<Value>?

    /// Creates a property with its first value.
    @inlinable
    @inline(__always)
    public init(wrappedValue: Value) {
        value = wrappedValue
    }

    /// The value of the property, which is accessible only through the object that it belongs to.
    ///
    /// It is unavailable, so that the compiler refuses the wrapper outside of classes.
    @available(
        *,
        unavailable,
        message: "@Observed needs a class: it goes on an instance property of a class"
    )
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property's accessors.
    ///
    /// The storage key path must stay in here and everything here be inlined: that is what turns the
    /// key paths into plain accesses. `wrapped` is a closure because making a key path takes longer
    /// than a whole getter; it is called only to find the property that a key path names.
    @inlinable
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrapped: @autoclosure () -> ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Self>
    ) -> Value {
        @inline(__always)
        get {
            if Reading.isUnderWay {
                let read = Node.read(
                    owner[keyPath: storage].node,
                    value: owner[keyPath: storage].value,
                    of: owner,
                    as: wrapped
                )
                if let node = read.node {
                    // Only a copied wrapper has a node to lose. Its end may run any code, after the access.
                    let foreign = owner[keyPath: storage].node
                    owner[keyPath: storage].node = node
                    withExtendedLifetime(foreign) {}
                }
                return read.value
            }
            return owner[keyPath: storage].value
        }
        @inline(__always)
        set {
            if let node = owner[keyPath: storage].node {
                node.willChange(from: owner[keyPath: storage].value, in: owner)
                let oldValue = owner[keyPath: storage].value
                owner[keyPath: storage].value = newValue
                if !node.changed(from: oldValue, to: newValue, in: owner) {
                    owner[keyPath: storage].node = nil
                    withExtendedLifetime(node) {}
                }
            } else {
                owner[keyPath: storage].value = newValue
            }
        }
        @inline(__always)
        _modify {
            let node = owner[keyPath: storage].node
            node?.willChange(from: owner[keyPath: storage].value, in: owner)
            let isObserved = node?.isObserved(in: owner) ?? false
            let oldValue = isObserved ? owner[keyPath: storage].value : nil
            defer {
                if let node, let oldValue {
                    node.changed(from: oldValue, to: owner[keyPath: storage].value, in: owner)
                }
            }
            yield &owner[keyPath: storage].value
        }
    }
}

@available(*, unavailable, message: "A property belongs to the isolation of its object")
extension Observed: Sendable {}
