// Observing the properties of an account: what changed, from what, to what.

import FootingObservation

final class Account: KeyValueObservable {
    @Observed var owner = "Ann"
    @Observed var balance = 0
}

/// Shows an account, and stops showing it when it is released.
final class Label {
    private let bag = ObservationBag()

    init(for account: Account) {
        account.observe(\.owner, initial: true, distinct: ==) { change in
            print("label:", change.newValue)
        }.store(in: bag)
    }
}

let account = Account()
let bag = ObservationBag()

print("-- every change, old and new")
account.observe(\.balance) { change in
    print(change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)

account.balance = 10  // 0 -> 10
account.balance += 5  // 10 -> 15

print("-- a label that wants the current value first, and no repeats")
var label: Label? = Label(for: account)  // label: Ann
account.owner = "Ann"
account.owner = "Bo"  // label: Bo
label = nil
account.owner = "Cy"

print("-- a handler that corrects the value: everybody sees the same two steps")
account.observe(\.balance) { change in
    if change.newValue < 0 { account.balance = 0 }
}.store(in: bag)
account.observe(\.balance) { change in
    print("also:", change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)
account.balance = -1

print("-- a token of one's own, cancelled")
let token = account.observe(\.balance) { _ in print("never printed") }
token.cancel()
account.balance = 100

print("-- through a key path, as a mapping writes it")
let field: ReferenceWritableKeyPath<Account, String> = \.owner
account.observe(\.owner.count) { change in
    print("letters:", change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)
account[keyPath: field] = "Dorothy"

print("-- the end of the object")
do {
    let passing = Account()
    passing.observe(\.balance, onEnd: { print("the account is gone") }) { change in
        print("balance:", change.newValue)
    }.store(in: bag)
    passing.balance = 1
}
