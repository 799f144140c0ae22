/// Calls a handler after each change of an expression that reads observed properties.
///
/// ```swift
/// observeChanges {
///     account.balance + savings.balance
/// } handler: { change in
///     print("total:", change.newValue)
/// }.store(in: bag)
/// ```
///
/// The expression may read ``Observed`` properties of any objects. It is evaluated now, and again when a
/// property that it read has changed; the handler gets the value of the last evaluation and the one
/// before. Changes that handlers make meanwhile are delivered together, in one further call.
///
/// The end of an object does not evaluate the expression: the observation goes on with the other
/// objects that were read, and ends when none is left. The expression keeps alive what it captures
/// strongly.
///
/// Observe where you may set all that the expression reads: registering is a change of these objects. A
/// change of an ``ObservedValue`` on another thread is reported as an ``ObservationIssue``, and followed with
/// the next change on this one; use ``observeSharedChanges(initial:distinct:onEnd:fileID:line:of:handler:)``
/// for an expression that reads only what threads share.
///
/// - Parameters:
///   - initial: Whether the handler is also called with the current value, before this returns.
///   - isSame: If given, a change between values that are the same is not reported.
///   - onEnd: Called once when all objects that were read are gone, unless the token ended the
///     observation before.
///   - fileID: The file that an ``ObservationIssue`` names.
///   - line: The line that an ``ObservationIssue`` names.
///   - expression: Computes the value to observe.
///   - handler: Called with each change. It is released when the observation ends.
/// - Returns: The token that ends the observation when it is cancelled or released.
@inlinable
public func observeChanges<Value>(
    initial: Bool = false,
    distinct isSame: ((Value, Value) -> Bool)? = nil,
    onEnd: (() -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    of expression: @escaping () -> Value,
    handler: @escaping (ValueChange<Value>) -> Void
) -> ObservationToken {
    observeChanges(
        initial: initial,
        distinct: isSame,
        onEnd: onEnd,
        origin: ObservationOrigin(keyPath: nil, fileID: fileID, line: line),
        isShared: false,
        of: expression,
        handler: handler
    )
}

@inlinable
func observeChanges<Value>(
    initial: Bool,
    distinct isSame: ((Value, Value) -> Bool)?,
    onEnd: (() -> Void)?,
    origin: ObservationOrigin,
    isShared: Bool,
    of expression: @escaping () -> Value,
    handler: @escaping (ValueChange<Value>) -> Void
) -> ObservationToken {
    let ticket = Ticket()
    let reading = Reading(of: nil)
    let outer = unsafe reading.begin()
    let value = expression()
    unsafe reading.end(outer)
    Derivation.start(
        of: nil,
        after: reading,
        from: value,
        origin: origin,
        ticket: ticket,
        isShared: isShared,
        initial: initial ? { handler(ValueChange(initial: value)) } : nil,
        onEnd: onEnd,
        evaluate: { _ in expression() },
        handler: Observer.filter(handler, distinct: isSame)
    )
    return ObservationToken(ticket)
}
