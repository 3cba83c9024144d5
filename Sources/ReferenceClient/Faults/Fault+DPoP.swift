// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in the proofs of possession of DPoP.
  static let dpop: [Fault] = [
    Fault(
      .dpopAlgorithmNone, "R387",
      "It names no algorithm for the signature of a proof."),
    Fault(
      .dpopAnsweredAtProxy, "R393",
      "It answers a DPoP challenge of a proxy."),
    Fault(
      .dpopHashInHexadecimal, "R388",
      "It writes the hash of the token in hexadecimal."),
    Fault(
      .dpopHashLeftOut, "R388",
      "It makes proofs without the hash of the token."),
    Fault(
      .dpopIdentifierConstant, "R391",
      "It names all its proofs alike."),
    Fault(
      .dpopKeyForEachProof, "R392",
      "It makes a new key for each proof."),
    Fault(
      .dpopMethodIsGET, "R387",
      "It makes every proof for GET."),
    Fault(
      .dpopNonceErrorNotAnswered, "R399",
      "It delivers the response that asks for a nonce."),
    Fault(
      .dpopNonceForAnyLogin, "R133",
      "It answers the demand for a nonce with a login that was refused in another scheme."),
    Fault(
      .dpopNonceIgnored, "R389",
      "It makes proofs without the nonce of the server."),
    Fault(
      .dpopNonceOfAnotherServer, "R390",
      "It sends a server the nonce of another one."),
    Fault(
      .dpopNonceOfSuccessIgnored, "R389",
      "It takes no new nonce from a successful response."),
    Fault(
      .dpopNoncesWithoutEnd, "R399",
      "It makes another proof each time a nonce is asked for, without limit."),
    Fault(
      .dpopPrivateKeyShown, "R387",
      "It sends its private key in a proof."),
    Fault(
      .dpopProofKept, "R391",
      "It sends one proof with all its requests."),
    Fault(
      .dpopProofLeftOut, "R386",
      "It sends a token that is bound to a key without a proof."),
    Fault(
      .dpopProofOnlyOnce, "R386",
      "It sends a proof with its first request only."),
    Fault(
      .dpopSignatureInDER, "R387",
      "It writes the signature of a proof as certificates have it."),
    Fault(
      .dpopTargetOfFirstHop, "R387",
      "After a redirect it makes a proof for the first URL."),
    Fault(
      .dpopTargetWithQuery, "R387",
      "It makes a proof for the URL with its query."),
    Fault(
      .dpopTimeInMilliseconds, "R387",
      "It writes the time of a proof in milliseconds."),
    Fault(
      .dpopTypeLeftOut, "R387",
      "It makes proofs without a type."),
    Fault(
      .plainTokenSentWithDPoP, "R463",
      "It answers a DPoP challenge with a token that is bound to no key."),
  ]
}
