public import Synchronization

/// A stack of new entries without a lock: any thread pushes, and one thread at a time removes all.
///
/// Removing all entries at once rules out the ABA problem: an entry never returns to the stack, so
/// a link that was read is either still the top, with the same entry below it, or the exchange
/// fails.
// Unchecked: the links of an entry belong to the thread that pushes it, and then to the one that
// removes it.
@safe
@usableFromInline
package struct EntryStack<Entry: ListEntry>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    let top = unsafe Atomic<Unmanaged<Entry>?>(nil)

    @inlinable
    package init() {}

    /// Pushes an entry that is in no list, and takes ownership of its retain.
    @inlinable
    package borrowing func push(_ link: Unmanaged<Entry>) {
        var below = unsafe top.load(ordering: .relaxed)
        while true {
            unsafe link._withUnsafeGuaranteedRef { unsafe $0.links.next = below?.link }
            let (exchanged, original) = unsafe top.weakCompareExchange(
                expected: below,
                desired: link,
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .relaxed
            )
            if exchanged { return }
            unsafe below = original
        }
    }

    /// Calls `body` with each pushed entry, oldest first, and passes its retain.
    @inlinable
    package borrowing func removeAll(_ body: (Unmanaged<Entry>) -> Void) {
        guard !isEmpty else { return }
        var rest = unsafe top.exchange(nil, ordering: .sequentiallyConsistent)
        var oldest: Unmanaged<Entry>?
        while let link = unsafe rest {
            unsafe link._withUnsafeGuaranteedRef { entry in
                unsafe rest = entry.links.next.map(Unmanaged<Entry>.init(link:))
                unsafe entry.links.next = oldest?.link
            }
            unsafe oldest = link
        }
        while let link = unsafe oldest {
            unsafe link._withUnsafeGuaranteedRef { entry in
                unsafe oldest = entry.links.next.map(Unmanaged<Entry>.init(link:))
                unsafe entry.links.next = nil
            }
            unsafe body(link)
        }
    }

    @inlinable
    package var isEmpty: Bool {
        borrowing get { unsafe top.load(ordering: .sequentiallyConsistent) == nil }
    }
}
