/// The subscription of a derivation to one of the sources that it reads.
// Unchecked for the variables, which only the owner of the derivation accesses. Exclusivity checks
// are off for two of them: they hold a number and a Boolean, so an access runs no other code.
@safe
final class Dependency: Ticket, @unchecked Sendable {
    let dependent: Derivation
    let subject: ObserverList

    /// The version of the source that the last evaluation read.
    @safe @exclusivity(unchecked) var version: UInt = 0
    /// Whether the derivation has ended the subscription.
    @safe @exclusivity(unchecked) var isRemoved = false
    /// The subscription to announcements, if the derivation reports values before a change.
    private var prior: Ticket?

    init(of dependent: Derivation, on subject: ObserverList) {
        self.dependent = dependent
        self.subject = subject
        super.init()
    }

    override var whole: Ticket { dependent.ticket }

    /// Whether the source has changed or ended since the last evaluation.
    var isStale: Bool { !isRemoved && (isOver || version != subject.version) }

    func subscribe() {
        let observer = unsafe Observer(
            origin: dependent.origin,
            ticket: self,
            onEnd: { self.dependent.sourceEnded(self) },
            deliver: { unsafe self.dependent.sourceChanged(self, $0) }
        )
        subject.attach(observer)
        guard dependent.announcesChanges else { return }
        let prior = Ticket()
        self.prior = prior
        let announcer = unsafe Observer(
            origin: dependent.origin,
            ticket: prior,
            onEnd: nil,
            deliver: { _ in self.dependent.announce() }
        )
        if !subject.attachPrior(announcer) {
            ObservationIssue(.notAnnounced, from: [dependent.origin]).report()
        }
    }

    func end() {
        prior?.cancel()
        cancel()
    }
}
