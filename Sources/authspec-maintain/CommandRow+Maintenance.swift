// SPDX-License-Identifier: Apache-2.0

import Commands

extension CommandRow {
  /// The commands with which this project proves and publishes itself.
  static let ofMaintenance = [
    CommandRow(.selftest, Invocation.selftest),
    CommandRow(.variants, Invocation.variants),
    CommandRow(.mutants, Invocation.mutants),
    CommandRow(.proof, Invocation.proof),
    CommandRow(.matrix, Invocation.matrix),
    CommandRow(.catalogue, Invocation.catalogue),
    CommandRow(.requirements, Invocation.requirements),
    CommandRow(.leaks, Invocation.leaks),
    CommandRow(.audit, Invocation.audit),
  ]
}
