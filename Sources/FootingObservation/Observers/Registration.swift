/// An observation of one value, as the call that begins it describes it.
@usableFromInline
struct Registration<Value> {
    @usableFromInline let origin: ObservationOrigin
    @usableFromInline let ticket: Ticket
    /// Whether the handler is also called with the first value, before any change.
    @usableFromInline let isInitial: Bool
    /// Compares the old and the new value of a change, which is not reported if they are the same.
    @usableFromInline let isSame: ((Value, Value) -> Bool)?
    @usableFromInline let onEnd: (() -> Void)?
    /// Called before each change, in place of the handler.
    @usableFromInline let announce: ((Value) -> Void)?
    @usableFromInline var handler: (ValueChange<Value>) -> Void

    @inlinable
    init(
        from origin: ObservationOrigin,
        as ticket: Ticket = Ticket(),
        initial: Bool = false,
        distinct isSame: ((Value, Value) -> Bool)? = nil,
        onEnd: (() -> Void)? = nil,
        announce: ((Value) -> Void)? = nil,
        handler: @escaping (ValueChange<Value>) -> Void
    ) {
        self.origin = origin
        self.ticket = ticket
        isInitial = initial
        self.isSame = isSame
        self.onEnd = onEnd
        self.announce = announce
        self.handler = handler
    }

    /// Calls the handler, except for a change that is not reported.
    @inlinable var filtered: (ValueChange<Value>) -> Void {
        guard let isSame else { return handler }
        return { [handler] change in
            if let oldValue = change.oldValue, isSame(oldValue, change.newValue) { return }
            handler(change)
        }
    }

    /// Calls the handler with the first value, if it wants that.
    @inlinable
    func initialCall(with value: Value) -> (() -> Void)? {
        isInitial ? { [handler] in handler(ValueChange(initial: value)) } : nil
    }

    /// The observer of a source whose changes are a `ValueChange<Value>`.
    @inlinable
    func observer(needs: Observer.Needs = .newValue) -> Observer {
        var handler = filtered
        if let announce { handler = { announce($0.newValue) } }
        return unsafe Observer(origin: origin, ticket: ticket, onEnd: onEnd, needs: needs) {
            [handler] change in
            unsafe handler(change.assumingMemoryBound(to: ValueChange<Value>.self).pointee)
        }
    }
}

@available(*, unavailable)
extension Registration: Sendable {}
