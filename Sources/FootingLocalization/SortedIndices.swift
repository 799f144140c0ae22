/// The indices of texts in the order of the texts, those of equal ones as they stand.
///
/// Whatever is put in order here is put in order through this: sorting is compiled anew for every
/// type that is sorted, and takes more room in a program than all that is sorted here.
@inline(never)
func sortedIndices(of texts: [String]) -> [Int] {
    texts.indices.sorted { texts[$0] < texts[$1] }
}
