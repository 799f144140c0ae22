/// An object that can be in one list at a time: an entry that waits for a future, or a job of a
/// queue.
// Unchecked because of its links. They are guarded by the lock of the list that the entry is in;
// otherwise they belong to the thread that has removed the entry or adds it.
@safe
@usableFromInline
class ListEntry: @unchecked Sendable {
    /// A link from one entry to another.
    ///
    /// A list owns one retain of each of its entries. The links are unmanaged, so that one atomic
    /// instruction can swap a stack of jobs, and so that a long list isn't released by recursion.
    typealias Neighbor = Unmanaged<ListEntry>

    final var next: Neighbor?
    /// The previous entry; for the first entry of a list, the last entry.
    fileprivate final var previous: Neighbor?

    @usableFromInline
    init() {}
}

/// Entries of one type, in the order in which they were added, guarded by a lock of the owner.
///
/// The links are in the entries, so that adding and removing an entry take constant time. The casts
/// are safe, since only entries of the list's type are appended.
@safe
struct EntryList<Entry: ListEntry>: @unchecked Sendable {
    private var head: ListEntry.Neighbor?

    var isEmpty: Bool { unsafe head == nil }

    /// The oldest entry.
    var first: Unmanaged<Entry>? { unsafe head.map(Self.typed) }

    /// Appends an entry, and takes ownership of its retain.
    mutating func append(_ entry: Unmanaged<Entry>) {
        let link = unsafe ListEntry.Neighbor.fromOpaque(entry.toOpaque())
        guard let head = unsafe head else {
            unsafe link._withUnsafeGuaranteedRef { unsafe $0.previous = link }
            unsafe head = link
            return
        }
        unsafe head._withUnsafeGuaranteedRef { head in
            let last = unsafe head.previous
            unsafe last?._withUnsafeGuaranteedRef { unsafe $0.next = link }
            unsafe link._withUnsafeGuaranteedRef { unsafe $0.previous = last }
            unsafe head.previous = link
        }
    }

    /// Removes an entry of this list, and passes its retain to the caller; `nil` if it is in no
    /// list.
    mutating func remove(_ entry: Entry) -> Unmanaged<Entry>? {
        guard let previous = unsafe entry.previous else { return nil }
        let next = unsafe entry.next
        let isFirst = unsafe head?._withUnsafeGuaranteedRef { $0 === entry } == true
        if isFirst {
            unsafe head = next
        } else {
            unsafe previous._withUnsafeGuaranteedRef { unsafe $0.next = next }
        }
        // `nil` if the list is empty now.
        unsafe (next ?? head)?._withUnsafeGuaranteedRef { unsafe $0.previous = previous }
        unsafe entry.next = nil
        unsafe entry.previous = nil
        return unsafe .passUnretained(entry)
    }

    /// Removes all entries and returns a list of them.
    mutating func takeAll() -> EntryList {
        defer { unsafe head = nil }
        return self
    }

    /// Calls `body` with each entry of a list that was removed from the lock, and releases the
    /// entry.
    func consume(_ body: (Entry) -> Void) {
        var rest = unsafe head
        while let link = unsafe rest {
            let entry = unsafe Self.typed(link).takeRetainedValue()
            unsafe rest = entry.next
            unsafe entry.next = nil
            unsafe entry.previous = nil
            body(entry)
        }
    }

    /// The entries, oldest first.
    var entries: [Entry] {
        var entries: [Entry] = []
        var rest = unsafe head
        while let link = unsafe rest {
            unsafe entries.append(Self.typed(link).takeUnretainedValue())
            unsafe rest = link._withUnsafeGuaranteedRef { unsafe $0.next }
        }
        return entries
    }

    private static func typed(_ link: ListEntry.Neighbor) -> Unmanaged<Entry> {
        unsafe .fromOpaque(link.toOpaque())
    }
}
