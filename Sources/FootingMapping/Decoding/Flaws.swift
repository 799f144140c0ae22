/// The values in which something can't be used, as far as that is known.
///
/// They are remembered while decoding strictly, so that the search for issues looks into each at once,
/// and does not decode every level of it again to see whether there is anything to be found.
struct Flaws {
    private struct Flaw: Hashable {
        let position: Int
        let type: ObjectIdentifier
    }
    private struct Inside: Hashable {
        let outer: Int
        let step: Step
    }

    private var flaws: Set<Flaw> = []
    /// What could not be made of values as they are, which need not be tried again.
    private var refusals: Set<Flaw> = []
    /// The numbers of values of a dictionary, which have no position that lasts.
    private var numbers: [Inside: Int] = [:]

    /// The number of the value that `step` leads to from the one with the number `outer`, or `nil` if
    /// it has none and shall have none.
    mutating func number(of step: Step, in outer: Int, making: Bool) -> Int? {
        if case .same = step { return outer }
        let inside = Inside(outer: outer, step: step)
        if let number = numbers[inside] { return number }
        guard making else { return nil }
        let number = numbers.count &+ 1
        numbers[inside] = number
        return number
    }

    mutating func insert(_ position: Int, _ type: DecodableType) {
        flaws.insert(Flaw(position: position, type: ObjectIdentifier(type)))
    }

    func contains(_ position: Int, _ type: DecodableType) -> Bool {
        flaws.contains(Flaw(position: position, type: ObjectIdentifier(type)))
    }

    mutating func insertRefusal(_ position: Int, _ type: DecodableType) {
        refusals.insert(Flaw(position: position, type: ObjectIdentifier(type)))
    }

    func containsRefusal(_ position: Int, _ type: DecodableType) -> Bool {
        refusals.contains(Flaw(position: position, type: ObjectIdentifier(type)))
    }
}

extension ValueDecoder {
    /// Remembers that this value's type could not be made of it as it is.
    func rememberRefusal() {
        guard let type, let position = ownPosition(making: true) else { return }
        session.flaws.insertRefusal(position, type)
        session.hasRefusals = true
    }

    var hasBeenRefused: Bool {
        guard session.hasRefusals, let type, let position = ownPosition(making: false) else {
            return false
        }
        return session.flaws.containsRefusal(position, type)
    }

    private func ownPosition(making: Bool) -> Int? {
        (parent ?? self).position(of: Slot(place: place, step: step, old: nil), making: making)
    }

    /// Remembers that there is something to be found in the value at a slot in this one.
    func rememberFlaw(_ slot: Slot, _ type: DecodableType) {
        guard !session.isKeepingKinds, let position = position(of: slot, making: true) else {
            return
        }
        session.flaws.insert(position, type)
    }

    func hasFlaw(_ slot: Slot, _ type: DecodableType) -> Bool {
        position(of: slot, making: false).map { session.flaws.contains($0, type) } ?? false
    }

    /// Where the value at a slot is: at which token, or with which number.
    private func position(of slot: Slot, making: Bool) -> Int? {
        switch slot.place {
        case .token(let position):
            return position
        case .native:
            var unnumbered: [ValueDecoder] = []
            var decoder = self
            while decoder.number < 0, let parent = decoder.parent {
                unnumbered.append(decoder)
                decoder = parent
            }
            // The outermost decoder has none of its own.
            var number = max(0, decoder.number)
            for decoder in unnumbered.reversed() {
                let inner = session.flaws.number(of: decoder.step, in: number, making: making)
                guard let inner else { return nil }
                number = inner
                decoder.number = inner
            }
            return session.flaws.number(of: slot.step, in: number, making: making)
        case .absent, .duplicated, .hole:
            return nil
        }
    }
}
