// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform

extension ReferenceClient {
  /// Makes a client with some faults, and returns it with a function that returns the names of the
  /// faults and variants that it has reached since the last call.
  package static func watched(
    on loop: EventLoop, faults: Set<Fault.Name> = []
  ) -> (client: any ClientUnderTest, takeReached: () -> Set<String>) {
    let watch = FaultWatch()
    return (ReferenceClient(loop: loop, faults: faults, watch: watch), watch.takeReached)
  }

  /// Makes a client with the faults and variants of these names, which have commas between them.
  package convenience init(
    loop: EventLoop, named names: String, and faults: Set<Fault.Name> = []
  ) {
    let words = names.split(separator: ",").map(String.init)
    self.init(
      loop: loop, faults: faults.union(words.compactMap(Fault.Name.init(rawValue:))),
      variants: Set(words.compactMap(Variant.Name.init(rawValue:))))
  }
}
