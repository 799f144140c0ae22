// expect: ambiguous use of 'callAsFunction'
import FootingProxies

final class Parser { var lines = 0 }

@MainActor final class Panel {
    var lines = 0
    func update(_ parser: inout Parser) { lines = parser.lines }
}

func reset(_ parser: inout Parser) { parser.lines = 0 }

@MainActor func show(_ parser: Confined<Parser, QueueDestination>, in panel: Panel) {
    parser { $0.lines += 1 }
    parser(reset)
    #if REFUSED
    parser(panel.update)
    #endif
}
