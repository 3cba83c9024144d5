import Transcripts

/// Whatever inputs are shown to: a client, or a parser in this process.
package protocol FuzzTarget: AnyObject {
  /// Shows it an input and tells what came of it. The same input comes to the same, but for what a target does at random.
  ///
  /// Oracles that cost much look at some inputs only; the oracle of `cause` looks at this one.
  func observe(_ input: FuzzInput, lookingFor cause: OracleFailure.Cause?) -> TargetObservation
  /// How many inputs it takes at once.
  var mostAtOnce: Int { get }
  /// Shows it some inputs, no more than it takes at once, and tells what came of each.
  func observe(_ inputs: [FuzzInput]) -> [TargetObservation]
  /// What there is to hand over with a finding; nil where it cannot be played as a case.
  func evidence(of finding: FuzzFinding) -> FindingEvidence?
  /// Ends it.
  func stop()
}

extension FuzzTarget {
  /// One.
  package var mostAtOnce: Int { 1 }
  /// One after the other.
  package func observe(_ inputs: [FuzzInput]) -> [TargetObservation] {
    inputs.map { observe($0, lookingFor: nil) }
  }
}

/// What came of showing a target an input.
package struct TargetObservation: Hashable, Sendable {
  /// What the target did.
  package var signature: Signature
  /// What is wrong with that.
  package var hits: [OracleFailure]
  /// The oracles that had something to look at.
  package var examined: OracleSet
  /// The edges of the target's code that were taken, with how often, nearly; none where it does not tell.
  package var edges: [UInt32]

  /// What came of an input.
  package init(
    signature: Signature, hits: [OracleFailure], examined: OracleSet = [], edges: [UInt32] = []
  ) {
    self.signature = signature
    self.hits = hits
    self.examined = examined
    self.edges = edges
  }
}

/// An oracle's objection to what a target did with an input.
package struct OracleFailure: Hashable, Sendable {
  /// Where an objection belongs: two hits of the same cause have the same one.
  package struct Cause: Hashable, Sendable {
    /// The oracle: `answer`, or the name of an invariant.
    package var oracle: String
    /// Where, in the oracle's own terms: `request 2 to origin: basic, schemeNotOffered`.
    package var place: String

    /// The place is part of what is wrong, whatever the input: who understood what.
    var isOfPlace: Bool { oracle == DisagreementTarget.oracle }

    /// The client took or kept more and more: what the machine does besides may make it look so.
    var isMeasured: Bool { self == SlowOracle.cause || self == MemoryOracle.cause }
    /// The client crashed, hung, or took or kept more and more.
    var isOfSoundness: Bool { oracle == "client-is-sound" || isMeasured }
    /// Time ran out: the client was to be ended, or gave up.
    var isOfTime: Bool { place.contains(Cause.hung) || place.contains(Cause.gaveUp) }
    /// The client sent no credentials.
    var isOfSilence: Bool { place.hasSuffix(Cause.silence) }
    /// What a place says of a client that sent no credentials.
    static let silence = "no credentials"
    /// What a place says of a client that did not come to an end, and of one that gave up.
    static let (hung, gaveUp) = ("hung", "error \(ClientFailure.Kind.timeout.rawValue)")

    /// It is an error of the client's own, and the place says which: the same error anywhere is the same cause, whatever about
    /// an input led to it.
    var namesError: Bool {
      oracle == "client-is-sound" && place.hasPrefix(Cause.internal)
        && place.utf8.count > Cause.internal.utf8.count
    }
    /// What a place begins with where a client tells of an error that it does not document.
    static let `internal` = "internal: "

    /// A cause of that oracle's.
    package init(oracle: String, place: String) {
      self.oracle = oracle
      self.place = place
    }
  }

  /// Oracle and place.
  package var cause: Cause
  /// How grave it is: an RFC's MUST and safety, or a SHOULD.
  package var isGrave: Bool
  /// What was wanted.
  package var expected: String
  /// What was there instead.
  package var observed: String
  /// The input that is objected to, where it is not the one that was shown but one like it.
  package var input: FuzzInput?

  /// An objection.
  package init(cause: Cause, isGrave: Bool, expected: String, observed: String) {
    self.cause = cause
    self.isGrave = isGrave
    self.expected = expected
    self.observed = observed
  }

  /// Both as one sentence.
  package var sentence: String {
    "Expected \(expected); observed \(observed)" + (observed.hasSuffix(".") ? "" : ".")
  }
}
