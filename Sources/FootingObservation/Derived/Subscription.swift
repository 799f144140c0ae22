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
        super.init()
    }

    override var whole: Registration { dependent.registration }

    /// Whether the source has changed or is gone since the last evaluation.
    var isStale: Bool { !isRemoved && (isFinished || version != source.version) }

    func subscribe() {
        let observer = unsafe Observer(
            origin: dependent.origin,
            registration: self,
            onEnd: { self.dependent.sourceFinished(self) },
            deliver: { unsafe self.dependent.sourceChanged(self, $0) }
        )
        source.attach(observer)
        guard dependent.announcesChanges else { return }
        let prior = Registration()
        self.prior = prior
        let announcer = unsafe Observer(
            origin: dependent.origin,
            registration: prior,
            onEnd: nil,
            deliver: { _ in self.dependent.announce() }
        )
        if !source.attachPrior(announcer) {
            ObservationIssue(.notAnnounced, from: [dependent.origin]).report()
        }
    }

    func unsubscribe() {
        prior?.cancel()
        cancel()
    }
}
