// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON

/// A finding in a recording; the token is in the request.
extension NegotiateFinding: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    NegotiateFinding(outcome: .continues, token: NegotiateToken("")),
    .may("established", \.isEstablished), .may("failure", \.failure),
    .may("principal", \.principal), .may("mutual", \.isMutual),
    .may("delegated", \.isDelegated), .may("bindings", \.bindings))

  private var isEstablished: Bool {
    get { outcome == .established }
    set { if newValue { outcome = .established } }
  }

  private var failure: GSSFailure? {
    get { if case .failed(let failure) = outcome { failure } else { nil } }
    set { if let newValue { outcome = .failed(newValue) } }
  }
}

extension NegotiateFinding.Bindings: JSONFormed {}

extension GSSFailure: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    GSSFailure(reason: .other, major: 0, minor: 0, words: ""), .must("reason", \.reason),
    .must("major", \.major), .must("minor", \.minor), .must("words", \.words))
}

extension GSSFailure.Reason: JSONFormed {}

extension UInt32: JSONConvertible, JSONFormed {
  package static var form: JSONForm<UInt32> { .number({ Int64($0) }) { UInt32(exactly: $0) } }
}
