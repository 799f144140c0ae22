import FootingObservation
import Observation
import TestSupport
import XCTest

/// One number that is observed in one of three ways: each rule holds for all of them.
// Unchecked: a test uses it on one thread at a time.
final class Subject: @unchecked Sendable {
    enum Kind: String, CaseIterable { case wrapper, registrar, cell }

    final class Wrapped: KeyValueObservable {
        @Observed var number = 0
        @Observed var next: Wrapped?
    }

    @Observable
    final class Registered: KeyValueObservable {
        @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
        var number = 0
        var next: Registered?
    }

    let kind: Kind
    private var wrapped: Wrapped?
    private var registered: Registered?
    private var cell: ObservedValue<Int>?

    init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .wrapper: wrapped = Wrapped()
        case .registrar: registered = Registered()
        case .cell: cell = ObservedValue(0)
        }
    }

    var isGone: Bool { wrapped == nil && registered == nil && cell == nil }

    /// Lets go of the observed object.
    func release() { (wrapped, registered, cell) = (nil, nil, nil) }

    var value: Int {
        get { wrapped?.number ?? registered?.number ?? cell?.value ?? -1 }
        set {
            wrapped?.number = newValue
            registered?.number = newValue
            cell?.set(newValue)
        }
    }

    /// Changes the value in place.
    func add(_ number: Int) {
        wrapped?.number += number
        registered?.number += number
        cell?.withValue { $0 += number }
    }

    /// Changes the value in an access in place that throws.
    func addAndThrow(_ number: Int) {
        struct Refusal: Error {}
        func add(_ value: inout Int) throws(Refusal) {
            value += number
            throw Refusal()
        }
        if let wrapped { try? add(&wrapped.number) }
        if let registered { try? add(&registered.number) }
        try? cell?.withValue { value throws(Refusal) in try add(&value) }
    }

    func observe(
        initial: Bool = false,
        distinct isSame: (@Sendable (Int, Int) -> Bool)? = nil,
        onFinish: (@Sendable () -> Void)? = nil,
        _ handler: @escaping @Sendable (ValueChange<Int>) -> Void
    ) -> ObservationToken? {
        wrapped?.observe(
            \.number,
            initial: initial,
            distinct: isSame,
            onFinish: onFinish,
            handler: handler
        )
            ?? registered?.observe(
                \.number,
                initial: initial,
                distinct: isSame,
                onFinish: onFinish,
                handler: handler
            )
            ?? cell?.observe(
                initial: initial,
                distinct: isSame,
                onFinish: onFinish,
                handler: handler
            )
    }

    func observe(
        with observer: Canary,
        _ handler: @escaping @Sendable (Canary, ValueChange<Int>) -> Void
    ) {
        wrapped?.observe(\.number, with: observer, handler: handler)
        registered?.observe(\.number, with: observer, handler: handler)
        cell?.observe(with: observer, handler: handler)
    }

    func observe(
        on delivery: ChangeDelivery,
        initial: Bool = false,
        onFinish: (@Sendable () -> Void)? = nil,
        _ handler: @escaping @Sendable (ValueChange<Int>) -> Void
    ) -> ObservationToken? {
        wrapped?.observe(
            \.number,
            on: delivery,
            initial: initial,
            onFinish: onFinish,
            handler: handler
        )
            ?? registered?.observe(
                \.number,
                on: delivery,
                initial: initial,
                onFinish: onFinish,
                handler: handler
            ) ?? cell?.observe(on: delivery, initial: initial, onFinish: onFinish, handler: handler)
    }

    /// A shared value announces nothing.
    func observeBeforeChange(_ handler: @escaping (Int) -> Void) -> ObservationToken? {
        wrapped?.observe(beforeChangeOf: \.number, handler: handler)
            ?? registered?.observe(beforeChangeOf: \.number, handler: handler)
    }

    func changes(newest: Int? = nil, initial: Bool = false) -> AsyncStream<ValueChange<Int>>? {
        wrapped?.changes(of: \.number, newest: newest, initial: initial)
            ?? registered?.changes(of: \.number, newest: newest, initial: initial)
            ?? cell?.changes(newest: newest, initial: initial)
    }
}

extension XCTestCase {
    /// Runs a scenario with a subject of each kind, and compares its events.
    func assertEvents(
        _ expected: [String],
        but differing: [Subject.Kind: [String]] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ scenario: (Subject, Log<String>, ObservationBag) -> Void
    ) {
        for kind in Subject.Kind.allCases {
            let (log, bag) = (Log<String>(), ObservationBag())
            scenario(Subject(kind), log, bag)
            XCTAssertEqual(
                log.entries,
                differing[kind] ?? expected,
                kind.rawValue,
                file: file,
                line: line
            )
        }
    }
}
