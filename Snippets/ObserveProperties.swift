// Observes the properties of an account, with old and new values.

import Dispatch
import FootingObservation

final class Account: KeyValueObservable {
    @Observed var owner = "Ann"
    @Observed var balance = 0
    @Observed var partner: Account?
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

/// A bank, with accounts of its own.
final class Bank: KeyValueObservable {
    @Observed var accounts = [Account()]
}

/// A part of a user interface.
@MainActor final class Panel {
    var title = ""
}

/// Keeps notes during its lifetime.
final class Desk {
    func note(_ text: String) { print("desk:", text) }
}

/// A class with an optional property and a weak reference.
final class Profile: KeyValueObservable {
    @Observed var nickname: String?
    @Observed private var weakAccount = WeakAccount()

    var account: Account? {
        get { weakAccount.account }
        set { weakAccount.account = newValue }
    }

    private struct WeakAccount { weak var account: Account? }
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

print("-- bound to an object: no token, no capture")
let desk = Desk()
account.observe(\.balance, with: desk) { desk, change in
    desk.note("balance \(change.newValue)")
}
account.balance = 20  // desk: balance 20

print("-- before the change")
account.observe(beforeChangeOf: \.balance) { current in
    print("before:", current)
}.store(in: bag)
account.balance = 30  // before: 20

print("-- a batch")
coalescingChanges {
    account.balance += 1
    account.balance += 4
}  // 30 -> 35

print("-- on a queue")
let queue = DispatchQueue(label: "journal")
let journal = account.observe(\.balance, on: .queue(queue)) { change in
    print("journal:", change.newValue)
}
account.balance = 25
queue.sync {}  // journal: 25
journal.cancel()

let latest = account.observe(\.balance, on: .coalesced(on: .queue(queue))) { change in
    print("latest:", change.newValue)
}
queue.suspend()
account.balance = 26
account.balance = 27
queue.resume()
queue.sync {}  // latest: 27
latest.cancel()

print("-- on the main actor")
let panel = Panel()
let shown = account.observe(\.balance, on: .main) { change in
    panel.title = "Balance: \(change.newValue)"
}
account.balance = 28
// The main queue runs this block after the handler.
await withCheckedContinuation { served in DispatchQueue.main.async { served.resume() } }
print(panel.title)  // Balance: 28
shown.cancel()

print("-- as a sequence")
var passing: Account? = Account()
let changes = passing?.changes(of: \.balance)
passing?.balance = 1
passing?.balance = 2
passing = nil
if let changes {
    for await change in changes { print("sequence:", change.newValue) }
}

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

print("-- through another object")
account.observe(\.partner?.owner) { change in
    print("partner:", (change.oldValue ?? nil) ?? "none", "->", change.newValue ?? "none")
}.store(in: bag)
account.partner = Account()  // partner: none -> Ann
account.partner?.owner = "Eve"  // partner: Ann -> Eve
account.partner = nil  // partner: Eve -> none

print("-- several key paths with one handler")
account.observe(anyOf: [\.owner, \.balance]) { change in
    print(change.keyPath == \Account.owner ? "owner is" : "balance is", change.newValue)
}.store(in: bag)
account.balance = 0  // balance is 0
account.observe(anyOf: [\.owner, \.balance]) { change in
    guard let balance = change.valueChange(of: \.balance) else { return }
    print("balance by", balance.newValue - (balance.oldValue ?? 0))
}.store(in: bag)

print("-- an expression")
let savings = Account()
observeChanges {
    account.balance + savings.balance
} handler: { change in
    print("total:", change.newValue)
}.store(in: bag)
savings.balance = 500  // total: 500

print("-- a property of every element")
let bank = Bank()
observeChanges {
    bank.accounts.map(\.balance)
} handler: { change in
    print("balances:", change.newValue)
}.store(in: bag)
bank.accounts[0].balance = 3  // balances: [3]
bank.accounts.append(Account())  // balances: [3, 0]
bank.accounts[1].balance = 8  // balances: [3, 8]

print("-- through a key path, as a mapping writes it")
let field: ReferenceWritableKeyPath<Account, String> = \.owner
account.observe(\.owner.count) { change in
    print("letters:", change.oldValue ?? 0, "->", change.newValue)
}.store(in: bag)
account[keyPath: field] = "Dorothy"

print("-- an optional property")
let profile = Profile()
profile.observe(\.nickname) { change in
    print((change.oldValue ?? nil) ?? "none", "->", change.newValue ?? "none")
}.store(in: bag)
profile.nickname = "Dot"  // none -> Dot

print("-- a weak one")
profile.observe(\.account) { change in
    print("has an account:", change.newValue != nil)
}.store(in: bag)
profile.account = account

print("-- what can't be observed is told")
ObservationIssue.handler = { issue in
    if issue.code == .nothingObserved {
        print("nothing to observe:", issue.keyPath ?? "")
    } else {
        print(issue)
    }
}
let inert = account.observe(\.self) { _ in }
print("live:", inert.isLive)

print("-- the end of the object")
do {
    let passing = Account()
    passing.observe(\.balance, onFinish: { print("the account is gone") }) { change in
        print("balance:", change.newValue)
    }.store(in: bag)
    passing.balance = 1
}
