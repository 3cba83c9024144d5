// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// The elements of each key, in the order of their first elements. No group is empty.
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, first: Element, elements: [Element])] {
    var groups: [(key: Key, first: Element, elements: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, element, [element]))
      }
    }
    return groups
  }
}
