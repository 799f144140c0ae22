// expect: unavailable from asynchronous contexts; This blocks its thread; use `await run { }`.
import FootingProxies

final class Parser { var lines = 0 }

func read(_ parser: Confined<Parser, QueueDestination>) async -> Int {
    #if REFUSED
    return parser.sync { $0.lines }
    #else
    return await parser.run { $0.lines }
    #endif
}
