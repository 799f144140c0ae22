/// The subscription of a derivation to one of the sources that it reads.
// Unchecked for the variables, which only the owner of the derivation accesses. Exclusivity checks
// are off for two of them: they hold a number and a Boolean, so an access runs no other code.
@safe
final class Subscription: Registration, @unchecked Sendable {
    let dependent: Derivation
    let source: ObserverList

    /// The version of the source that the last evaluation read.
    @safe @exclusivity(unchecked) var version: UInt = 0
    /// Whether the derivation no longer depends on the source.
    @safe @exclusivity(unchecked) var isRemoved = false
    /// The subscription to announcements, if the derivation reports values before a change.
    private var prior: Registration?

    init(of dependent: Derivation, on source: ObserverList) {
        self.dependent = dependent
        self.source = source
        super.init(for: dependent.registration)
    }

    override var whole: Registration { dependent.registration }

    /// Whether the source has changed or is gone since the last evaluation.
    var isStale: Bool { !isRemoved && (isFinished || version != source.version) }

    func subscribe() {
        source.attach(
            unsafe Observer(self) { unsafe self.dependent.sourceChanged(self, $0) }
        )
        guard dependent.announcesChanges, !isFinished else { return }
        guard let announced = source.makePrior() else {
            return ObservationIssue(.notAnnounced, from: [whole]).report()
        }
        let prior = Registration(for: whole)
        self.prior = prior
        announced.attach(unsafe Observer(prior) { _ in self.dependent.announce() })
    }

    override func reportEnd() { dependent.sourceFinished(self) }

    func unsubscribe() {
        prior?.cancel()
        cancel()
    }
}
