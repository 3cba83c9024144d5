// SPDX-License-Identifier: Apache-2.0

extension Console {
  /// Complains if what is installed of a client differs from what its files say.
  package func complain(outdated client: ClientSelection) {
    if let difference = client.difference { complain("authspec: \(difference)") }
  }
}
