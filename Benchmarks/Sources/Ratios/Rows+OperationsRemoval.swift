import FootingOperations
import Foundation
import Harness
import Records

extension Comparison {
    /// Until the path is free; the files are made before, and deleted after, the time that counts.
    static func operationsRemoval() -> [Comparison] {
        let title = "a folder of 20,000 files leaves its path"
        return [
            Comparison(title, to: "FileManager.removeItem", goal: 1.0 / 100) { effort in
                let (ours, peer) = (Folders(effort), Folders(effort))
                return Sides(
                    timingOurs: ours.time { try BackgroundRemover.shared.remove($0) },
                    timingPeer: peer.time { try FileManager.default.removeItem(at: $0) },
                    cleanUp: {
                        ours.cleanUp()
                        peer.cleanUp()
                    }
                )
            },
            Comparison(title, to: "limit", goal: 1) { effort in
                let folders = Folders(effort)
                return Sides(
                    timingOurs: folders.time { try BackgroundRemover.shared.remove($0) },
                    limit: 5_000_000,
                    cleanUp: folders.cleanUp
                )
            },
        ]
    }

    /// A folder that is filled and removed, again and again.
    private final class Folders {
        private let number: Int
        private let samples = Samples(8)
        private let folder = AttributeFile.Volume.memory.folder
            .appending(path: "footing-\(UUID().uuidString)", directoryHint: .isDirectory)

        init(_ effort: Effort) {
            number = effort.isSmoke ? 200 : 20_000
        }

        func time(
            _ remove: @escaping (URL) throws -> Void
        ) -> (_ count: Int) throws -> Double {
            { [self] count in
                try samples.time(count) {
                    let files = FileManager.default
                    try files.createDirectory(at: folder, withIntermediateDirectories: true)
                    for number in 0..<number {
                        close(creat("\(folder.path)/\(number)", 0o600))
                    }
                    let time = try nanoseconds(of: { _ in try remove(folder) }, 1)
                    guard !files.fileExists(atPath: folder.path) else { throw Difference() }
                    try BackgroundRemover.shared.drain().wait()
                    return time
                }
            }
        }

        func cleanUp() {
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
