// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing
import ReferenceClient

extension BuiltInClient {
  /// The reference client, with the legal variants or the faults that a command line names.
  static let reference = BuiltInClient(
    name: "reference",
    playOptions: [
      Option(
        "variant", .text("NAME"), isList: true,
        "let the reference client take that legal variant, or NAME,NAME")
    ],
    fuzzOptions: [
      Option("fault", .text("NAME"), isList: true, "give the reference client that fault")
    ]
  ) { arguments throws(UsageError) in
    let variants = Set(try Variant.named(arguments).joined())
    let faults = Set(try Fault.Name.named(arguments.all("fault"), noun: "fault"))
    return { ReferenceClient(loop: $0, faults: faults, variants: variants) }
  }
}
