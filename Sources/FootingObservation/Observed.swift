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
/// Read and write the property like any other. While unobserved, it costs eight bytes in the object
/// and next to nothing when it is read or set. Every assignment is one change, and so is every
/// in-place access, such as `append` or `+=`. If an observer needs the old value, an in-place
/// access copies the value first; see ``ObservedArray`` for large arrays.
///
/// To copy a property to another object, copy its value, not the storage `_x`, which is tied to the
/// object that it was created for.
///
/// The wrapper works in all classes, including open, generic and main-actor ones. It does not work
/// in actors, nor in structs, whose copies would share their observers.
@propertyWrapper
public struct Observed<Value> {
    @usableFromInline var value: Value
    @usableFromInline var node: Node<Value>?

    /// Creates a property with its initial value.
    @inlinable
    @inline(__always)
    public init(wrappedValue: Value) {
        value = wrappedValue
    }

    /// The value of the property, which is accessible only through the object that owns it.
    ///
    /// Unavailable, so that the compiler rejects the wrapper outside of classes.
    @available(
        *,
        unavailable,
        message: "@Observed needs a class: apply it to an instance property of a class"
    )
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property's accessors.
    ///
    /// The storage key path must not leave this function, and everything here must be inlined: only
    /// then does the compiler turn the key paths into plain accesses. `wrapped` is a closure
    /// because creating a key path takes longer than a whole getter; it is called only to find the
    /// property that a key path names.
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
                    // `foreign` is non-`nil` only in a copied wrapper. It is released after the
                    // access, because its `deinit` may run any code.
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
                node.announceChange(from: owner[keyPath: storage].value, in: owner)
                let oldValue = owner[keyPath: storage].value
                owner[keyPath: storage].value = newValue
                if !node.deliverChange(from: oldValue, to: newValue, in: owner) {
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
            node?.announceChange(from: owner[keyPath: storage].value, in: owner)
            let isObserved = node?.isObserved(in: owner) ?? false
            let oldValue =
                isObserved ? node?.beginAccess(to: &owner[keyPath: storage].value) : nil
            defer {
                if isObserved, let node {
                    let newValue = node.finishAccess(to: &owner[keyPath: storage].value)
                    node.deliverAccess(from: oldValue, to: newValue, in: owner)
                }
            }
            yield &owner[keyPath: storage].value
        }
    }
}

@available(*, unavailable, message: "A property belongs to the isolation of its object")
extension Observed: Sendable {}
