/// A weak reference to the object that an observation is bound to.
// Unchecked for the reference, which is never written. Reading a weak reference is atomic.
@safe
@usableFromInline
class Bond: @unchecked Sendable {
    private weak var object: AnyObject?
    var isBroken: Bool { object == nil }

    @usableFromInline
    init(to object: AnyObject) {
        self.object = object
    }
}
