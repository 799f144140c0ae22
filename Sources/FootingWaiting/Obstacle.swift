/// The reason why a wait can't finish yet.
package enum Obstacle: Sendable {
    /// No known reason: the target is settled, or any thread may settle it.
    case nothing
    /// All of these must be settled.
    case targets([any WaitTarget])
    /// One of these must be settled, if there are any.
    case anyTarget([any WaitTarget])
    /// This thread must finish its work.
    case thread(ThreadRecord)
    /// A job that has not begun needs a slot of a queue, unless one is reserved for it, and all of
    /// `dependencies` must finish.
    case slot(of: any WaitTarget, isReserved: Bool = false, dependencies: [any WaitTarget] = [])
    /// The slots of a queue: at most `spare` of these threads, which have one, may be stuck.
    case holders([ThreadRecord], spare: Int)
    /// The thread that is inside the place must leave it.
    case place(SerialPlace)
}
