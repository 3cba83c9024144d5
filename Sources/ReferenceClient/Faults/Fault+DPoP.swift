// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in the proofs of possession of DPoP.
  static let dpop: [Fault] = [
    Name.dpopAlgorithmNone.breaks("R387", "It names no algorithm for the signature of a proof."),
    Name.dpopAnsweredAtProxy.breaks("R393", "It answers a DPoP challenge of a proxy."),
    Name.dpopHashInHexadecimal.breaks("R388", "It writes the hash of the token in hexadecimal."),
    Name.dpopHashLeftOut.breaks("R388", "It makes proofs without the hash of the token."),
    Name.dpopIdentifierConstant.breaks("R391", "It names all its proofs alike."),
    Name.dpopKeyForEachProof.breaks("R392", "It makes a new key for each proof."),
    Name.dpopMethodIsGET.breaks("R387", "It makes every proof for GET."),
    Name.dpopNonceErrorNotAnswered.breaks(
      "R399", "It delivers the response that asks for a nonce."),
    Name.dpopNonceForAnyLogin.breaks(
      "R133", "It answers the demand for a nonce with a login that was refused in another scheme."),
    Name.dpopNonceIgnored.breaks("R389", "It makes proofs without the nonce of the server."),
    Name.dpopNonceOfAnotherServer.breaks("R390", "It sends a server the nonce of another one."),
    Name.dpopNonceOfSuccessIgnored.breaks(
      "R389", "It takes no new nonce from a successful response."),
    Name.dpopNoncesWithoutEnd.breaks(
      "R399", "It makes another proof each time a nonce is asked for, without limit."),
    Name.dpopPrivateKeyShown.breaks("R387", "It sends its private key in a proof."),
    Name.dpopProofKept.breaks("R391", "It sends one proof with all its requests."),
    Name.dpopProofLeftOut.breaks(
      "R386", "It sends a token that is bound to a key without a proof."),
    Name.dpopProofOnlyOnce.breaks("R386", "It sends a proof with its first request only."),
    Name.dpopSignatureInDER.breaks(
      "R387", "It writes the signature of a proof as certificates have it."),
    Name.dpopTargetOfFirstHop.breaks(
      "R387", "After a redirect it makes a proof for the first URL."),
    Name.dpopTargetWithQuery.breaks("R387", "It makes a proof for the URL with its query."),
    Name.dpopTimeInMilliseconds.breaks("R387", "It writes the time of a proof in milliseconds."),
    Name.dpopTypeLeftOut.breaks("R387", "It makes proofs without a type."),
    Name.plainTokenSentWithDPoP.breaks(
      "R463", "It answers a DPoP challenge with a token that is bound to no key."),
  ]
}
