import FootingWaiting

/// The lists of a future, guarded by its lock.
///
/// Each entry, or the code that waits for it, retains the future: a future is never released while
/// its lists have entries.
struct Attached {
    var waiters = EntryList<Waiter>()
    var handlers = EntryList<Handler>()
    var dependents = EntryList<Dependent>()
    /// The link to the first source of a derived future; it holds the links to the others.
    var firstLink: Link?

    /// Whether nothing waits for the future.
    var isEmpty: Bool { waiters.isEmpty && handlers.isEmpty && dependents.isEmpty }
}
