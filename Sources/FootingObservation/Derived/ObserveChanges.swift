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
/// The expression may read ``Observed`` properties of any objects. It is evaluated immediately, and
/// again when a property that it read has changed; the handler gets the previous value and the new
/// one. If it reads properties of an `@Observable` class, the first evaluation is repeated, to find
/// those that can't be observed. Changes that handlers make during a call are delivered together,
/// in one further call.
///
/// The deallocation of an object does not evaluate the expression: the observation continues with
/// the other objects that were read, and ends when none is left. The expression keeps its strong
/// captures alive.
///
/// Call this function only where you may set every property that the expression reads: registering
/// modifies their objects. If another thread changes an ``ObservedValue`` that the expression
/// reads, an ``ObservationIssue`` is reported, and the change is delivered together with the next
/// one on the observing thread. For an expression that reads only shared values, use
/// ``observeSharedChanges(initial:distinct:onFinish:fileID:line:of:handler:)``.
///
/// - Parameters:
///   - initial: Whether the handler is also called with the current value, before this function
///     returns.
///   - isSame: Compares the old and the new value. If it returns `true`, the change is not
///     reported.
///   - onFinish: Called once when all objects that were read are deallocated, unless the token
///     ended the observation first.
///   - fileID: The file that an ``ObservationIssue`` names.
///   - line: The line that an ``ObservationIssue`` names.
///   - expression: Computes the value to observe.
///   - handler: Called with each change. It is released when the observation ends.
/// - Returns: The token that ends the observation when it is cancelled or released.
@inlinable
public func observeChanges<Value>(
    initial: Bool = false,
    distinct isSame: ((Value, Value) -> Bool)? = nil,
    onFinish: (() -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    of expression: @escaping () -> Value,
    handler: @escaping (ValueChange<Value>) -> Void
) -> ObservationToken {
    observeChanges(
        initial: initial,
        distinct: isSame,
        as: Registration(of: nil, fileID: fileID, line: line, onFinish: onFinish),
        isShared: false,
        of: expression,
        handler: handler
    )
}

/// Calls a handler after each change of an expression that reads shared values, on any thread.
///
/// ```swift
/// observeSharedChanges {
///     incoming.value + outgoing.value
/// } handler: { change in
///     print("total:", change.newValue)
/// }.store(in: bag)
/// ```
///
/// This is ``observeChanges(initial:distinct:onFinish:fileID:line:of:handler:)`` for shared values:
/// each thread that changes a value that the expression read evaluates it. If other threads change
/// values in the meantime, the expression is evaluated again, and their changes are delivered
/// together. The last call has the final value of the expression. The handler never runs on two
/// threads at once.
@inlinable
public func observeSharedChanges<Value>(
    initial: Bool = false,
    distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
    onFinish: (@Sendable () -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    of expression: @escaping @Sendable () -> Value,
    handler: @escaping @Sendable (ValueChange<Value>) -> Void
) -> ObservationToken {
    observeChanges(
        initial: initial,
        distinct: isSame,
        as: Registration(of: nil, fileID: fileID, line: line, onFinish: onFinish),
        isShared: true,
        of: expression,
        handler: handler
    )
}

@inlinable
func observeChanges<Value>(
    initial: Bool,
    distinct isSame: ((Value, Value) -> Bool)?,
    as registration: Registration,
    isShared: Bool,
    of expression: @escaping () -> Value,
    handler: @escaping (ValueChange<Value>) -> Void
) -> ObservationToken {
    let reading = Reading(of: nil)
    let value = reading.runFirst(from: false, expression)
    Derivation.start(
        of: nil,
        after: reading,
        from: value,
        registration: registration,
        isShared: isShared,
        initial: initial ? { handler(ValueChange(.initial, from: value, to: value)) } : nil,
        evaluate: { _ in expression() },
        handler: Observer.filter(handler, distinct: isSame)
    )
    return ObservationToken(registration)
}
