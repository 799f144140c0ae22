/// An object that a thread can block for: a future, or a place that runs one job at a time.
///
/// The members are read with the lock of ``WaitGraph`` held, so they must not run foreign code.
package protocol WaitTarget: AnyObject, Sendable {
    /// The reason why a wait for this can't finish yet.
    var obstacle: Obstacle { get }
    /// The name in messages about cycles; `nil` to leave it out.
    var title: String? { get }
}
