// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Transcripts

/// An oracle's objection to a client's reaction to an input.
package struct OracleFailure: Hashable, Sendable {
  /// The oracle and the symptoms, which identify it.
  package var signature: FailureSignature
  /// `true` if a MUST or a rule of safety is broken, `false` for a SHOULD.
  package var isGrave: Bool
  package var expected: String
  package var observed: String
  /// The input that shows it, if it is a variation of the played input.
  var input: FuzzInput?

  package init(
    signature: FailureSignature, isGrave: Bool = true, expected: String, observed: String
  ) {
    self.signature = signature
    self.isGrave = isGrave
    self.expected = expected
    self.observed = observed
  }

  /// Expectation and observation as one sentence.
  package var sentence: String {
    "Expected \(expected); observed \(observed)" + (observed.hasSuffix(".") ? "" : ".")
  }

  /// The failure without ports and without what the client chooses at random.
  func normalized(_ text: RunIndependentText) -> OracleFailure {
    var failure = self
    failure.expected = text.text(expected)
    failure.observed = text.text(observed)
    return failure
  }
}

/// What identifies a failure, independent of its wording: failures of one signature are one defect.
package struct FailureSignature: Hashable, Sendable {
  package var oracle: Oracle
  /// What the client did wrong, without duplicates.
  package var symptoms: [Symptom]

  package init(_ oracle: Oracle, _ symptoms: [Symptom] = []) {
    self.oracle = oracle
    self.symptoms = symptoms
  }

  /// `true` if the symptoms alone are the defect, whichever input shows it: which client understood
  /// what.
  var isBySymptoms: Bool { oracle == .disagreement }
  /// `true` if the client took too long and was ended, or gave up.
  var isTimeout: Bool {
    symptoms.contains { $0.kind == .hung || $0 == Symptom(ClientFailure.Kind.timeout) }
  }
  /// `true` if the client sent no credentials in the request of the failure.
  var isOfSilence: Bool { symptoms.last?.kind == .noCredentials }
  /// `true` if the client reported an error that it does not document. It is one defect, whichever
  /// input causes it.
  var namesError: Bool {
    guard oracle == .clientIsSound, let first = symptoms.first else { return false }
    return first.kind == .undocumentedError && !first.detail.isEmpty
  }
}

/// Something that a client did wrong.
package struct Symptom: Hashable, Sendable {
  /// The raw values stand in the files of findings, and never change.
  package enum Kind: String, Hashable, Sendable {
    case crashed, hung
    /// The driver or command broke its protocol.
    case driverFault = "driver-fault"
    /// An error of the client, of a kind that it does not document.
    case undocumentedError = "undocumented-error"
    /// An error of a documented kind, which is the detail.
    case error
    case noCredentials = "no-credentials"
    /// Credentials that prove the password; the detail is their scheme.
    case validCredentials = "valid-credentials"
    /// Credentials that do not; the details are their scheme and the mistake.
    case invalidCredentials = "invalid-credentials"
    /// How one of several clients understood the input; the details are its name and its answer.
    case understanding
  }

  package let kind: Kind
  /// Slugs, names of clients, or the client's own words; empty for none.
  package let detail: String

  init(_ kind: Kind, _ detail: String = "") {
    self.kind = kind
    self.detail = detail
  }

  init(_ error: ClientFailure.Kind) { self.init(.error, error.rawValue) }

  /// Reads the text of a symptom.
  package init?(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind, parts.count == 1 ? "" : String(parts[1].dropFirst()))
  }

  /// `kind: detail`, or the kind alone.
  package var text: String { detail.isEmpty ? kind.rawValue : "\(kind.rawValue): \(detail)" }

  /// What is wrong with how a request ended; `nil` if nothing is.
  init?(_ outcome: ClientOutcome) {
    switch outcome {
    case .crashed(let words): self.init(.crashed, Symptom.lastWords(words, ofProcess: true))
    case .hung: self.init(.hung)
    case .faulty(let words): self.init(.driverFault, Symptom.lastWords(words, ofProcess: true))
    case .failure(let failure) where failure.kind == .internal:
      self.init(.undocumentedError, Symptom.lastWords(failure.message))
    case .failure(let failure): self.init(failure.kind)
    case .response, .unsupported: return nil
    }
  }

  /// What is wrong with the credentials of a request that a check found wrong.
  init(_ credentials: RequestSummary.Credentials) {
    switch credentials {
    case .absent: self.init(.noCredentials)
    case .valid(let scheme), .unfinished(let scheme):
      self.init(.validCredentials, "\(scheme.name)")
    case .invalid(let scheme, let mistake):
      self.init(
        .invalidCredentials,
        [scheme.map { "\($0.name)" }, mistake.rawValue].compactMap(\.self)
          .joined(separator: " "))
    }
  }

  /// The last line of a client's message, without digits, which differ from run to run, and without
  /// quoted values, which come from the input. Quoted names of parameters stay: they distinguish
  /// errors.
  ///
  /// - Parameter ofProcess: `true` if the first line is the harness's, about the process.
  private static func lastWords(_ words: String, ofProcess: Bool = false) -> String {
    let lines = words.split(whereSeparator: \.isNewline).dropFirst(ofProcess ? 1 : 0)
    let pieces = (lines.last ?? "").prefix(160).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "'" || $0 == "\"" })
    return pieces.enumerated().map { index, piece in
      let isQuoted = index % 2 == 1
      let isKept =
        !isQuoted || FuzzDictionary.digestParameters.contains(Octets(String(piece)))
      return isKept ? piece.filter { !$0.isNumber } : "…"
    }.joined()
  }
}
