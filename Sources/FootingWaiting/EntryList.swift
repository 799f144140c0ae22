/// An object that can be in one list at a time.
@usableFromInline
package protocol ListEntry: AnyObject, SendableMetatype {
    /// The links to the neighbors, guarded by the lock of the list that the entry is in; otherwise
    /// they belong to the thread that has removed the entry or adds it. Each access is a plain read
    /// or assignment, so an entry may omit the exclusivity checks.
    var links: ListLinks { get set }
}

/// The links of an entry to its neighbors in a list.
///
/// A list owns one retain of each of its entries. The links are unmanaged, so that one atomic
/// instruction can swap a stack of entries, and so that a long list isn't released by recursion.
// Unchecked: the links are guarded as `ListEntry` says.
@safe
@usableFromInline
package struct ListLinks: @unchecked Sendable {
    @usableFromInline package var next: Unmanaged<AnyObject>?
    /// The previous entry; for the first entry of a list, the last entry.
    @usableFromInline
    var previous: Unmanaged<AnyObject>?

    @inlinable
    package init() {}
}

/// Entries of one type, in the order in which they were added, guarded by a lock of the owner.
///
/// The links are in the entries, so that adding and removing an entry take constant time. The casts
/// are safe, since only entries of the list's type are appended.
// Unchecked: the owner's lock guards the list and the links of its entries; a list that was taken
// from the lock belongs to the thread that took it.
@safe
@usableFromInline
package struct EntryList<Entry: ListEntry>: @unchecked Sendable {
    @usableFromInline
    var head: Unmanaged<Entry>?

    @inlinable
    package init() {}

    @inlinable
    package var isEmpty: Bool { unsafe head == nil }

    /// The oldest entry.
    @inlinable
    package var first: Unmanaged<Entry>? { unsafe head }

    /// Appends an entry, and takes ownership of its retain.
    @inlinable
    package mutating func append(_ entry: Unmanaged<Entry>) {
        let link = unsafe entry.link
        guard let head = unsafe head else {
            unsafe entry._withUnsafeGuaranteedRef { unsafe $0.links.previous = link }
            unsafe self.head = entry
            return
        }
        unsafe head._withUnsafeGuaranteedRef { head in
            let last = unsafe head.links.previous
            unsafe last.map(Unmanaged<Entry>.init(link:))?._withUnsafeGuaranteedRef {
                unsafe $0.links.next = link
            }
            unsafe entry._withUnsafeGuaranteedRef { unsafe $0.links.previous = last }
            unsafe head.links.previous = link
        }
    }

    /// Removes an entry of this list, and passes its retain to the caller; `nil` if it is in no
    /// list.
    @inlinable
    package mutating func remove(_ entry: Entry) -> Unmanaged<Entry>? {
        guard let previous = unsafe entry.links.previous else { return nil }
        let next = unsafe entry.links.next
        let isFirst = unsafe head?._withUnsafeGuaranteedRef { $0 === entry } == true
        if isFirst {
            unsafe head = next.map(Unmanaged<Entry>.init(link:))
        } else {
            unsafe Unmanaged<Entry>(link: previous)._withUnsafeGuaranteedRef {
                unsafe $0.links.next = next
            }
        }
        // `nil` if the list is empty now.
        let neighbor = unsafe next.map(Unmanaged<Entry>.init(link:)) ?? head
        unsafe neighbor?._withUnsafeGuaranteedRef { unsafe $0.links.previous = previous }
        entry.links = ListLinks()
        return unsafe .passUnretained(entry)
    }

    /// Removes and releases an entry of this list; the caller must retain it.
    ///
    /// - Returns: `false` if it is in no list.
    @inlinable
    @discardableResult
    package mutating func discard(_ entry: Entry) -> Bool {
        guard let entry = unsafe remove(entry) else { return false }
        unsafe entry.release()
        return true
    }

    /// Removes all entries and returns a list of them.
    @inlinable
    package mutating func removeAll() -> EntryList {
        defer { unsafe head = nil }
        return self
    }

    /// Calls `body` with each entry of a list that was removed from the lock, and releases the
    /// entry.
    @inlinable
    package func consume(_ body: (Entry) -> Void) {
        var rest = unsafe head
        while let link = unsafe rest {
            let entry = unsafe link.takeRetainedValue()
            unsafe rest = entry.links.next.map(Unmanaged<Entry>.init(link:))
            entry.links = ListLinks()
            body(entry)
        }
    }

    /// The entries, oldest first.
    @inlinable
    package var entries: [Entry] {
        var entries: [Entry] = []
        var rest = unsafe head
        while let link = unsafe rest {
            unsafe entries.append(link.takeUnretainedValue())
            unsafe rest = link._withUnsafeGuaranteedRef {
                unsafe $0.links.next.map(Unmanaged<Entry>.init(link:))
            }
        }
        return entries
    }
}

extension Unmanaged where Instance: ListEntry {
    /// Creates the reference to an entry from a link to it.
    @inlinable
    package init(link: Unmanaged<AnyObject>) {
        unsafe self = .fromOpaque(link.toOpaque())
    }

    /// The reference as a link to the entry.
    @inlinable
    package var link: Unmanaged<AnyObject> { unsafe .fromOpaque(toOpaque()) }
}
