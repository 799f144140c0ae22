// expect: requires that 'OperationQueueDestination' conform to 'SerialDestination'
import FootingProxies
import Foundation

final class Parser { var lines = 0 }

func confine(to queue: OperationQueue, _ serial: DispatchQueue) {
    _ = Confined(Parser(), on: .queue(serial))
    #if REFUSED
    _ = Confined(Parser(), on: OperationQueueDestination.operationQueue(queue))
    #endif
}
