// Observes the elements of an array: insertions, removals and their positions.

import FootingObservation

final class Playlist: KeyValueObservable {
    @Observed var songs: ObservedArray<String> = []
}

let playlist = Playlist()
let bag = ObservationBag()

print("-- a list of rows that follows the playlist")
var rows: [String] = []
playlist.observeElements(of: \.songs, initial: true) { change in
    change.apply(to: &rows)
}.store(in: bag)

playlist.songs = ["Intro", "Coda"]
playlist.songs.insert("Waltz", at: 1)
playlist.songs.sort()
print(rows)  // ["Coda", "Intro", "Waltz"]

print("-- each edit")
playlist.observeElements(of: \.songs) { change in
    for edit in change.edits {
        print(edit.range, edit.removed, "->", edit.inserted)
    }
}.store(in: bag)

playlist.songs.append("Encore")  // 3..<3 [] -> ["Encore"]
playlist.songs.removeFirst(2)  // 0..<2 ["Coda", "Intro"] -> []
playlist.songs[0] += " in A"  // 0..<1 ["Waltz"] -> ["Waltz in A"]

print("-- several edits in one change")
func trim(_ songs: inout ObservedArray<String>) {
    songs.removeLast()
    songs.append("Finale")
}
trim(&playlist.songs)

print("-- undo")
var undo: [CollectionChange<String>.Edit] = []
let recording = playlist.observeElements(of: \.songs) { undo += $0.edits }
playlist.songs.removeAll()
recording.cancel()
for edit in undo.reversed() { edit.inverse.apply(to: &playlist.songs) }
print(rows)
