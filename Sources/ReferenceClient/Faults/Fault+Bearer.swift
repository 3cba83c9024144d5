// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in getting tokens, and in what is done with the texts of a Bearer challenge.
  static let bearer: [Fault] = [
    Name.metadataAskedOnAnyHost.breaks(
      "R382", "It fetches metadata from every host on the port of the server."),
    Name.metadataAskedOnAnyPort.breaks(
      "R382", "It fetches metadata from every port of the host of the server."),
    Name.metadataAskedWithToken.breaks("R384", "It sends its token with a request for metadata."),
    Name.metadataOfAnotherResourceUsed.breaks(
      "R383", "It uses metadata that are for another resource."),
    Name.metadataOfErrorUsed.breaks(
      "R461", "It uses metadata in a response whose status is an error."),
    Name.metadataPathOfIssuerFirst.breaks(
      "R460", "It asks for the metadata of an authorization server below the path of the issuer."),
    Name.metadataRedirectFollowed.breaks(
      "R382", "It follows a redirect of metadata to another origin."),
    Name.metadataResourceComparedByOrigin.breaks(
      "R383", "It uses metadata for another resource of the same origin."),
    Name.metadataResourceComparedByPrefix.breaks(
      "R383", "It uses metadata whose resource is the beginning of the URL."),
    Name.metadataSchemeIgnored.breaks(
      "R382", "It fetches metadata in clear that an https server names."),
    Name.metadataUserinfoIgnored.breaks(
      "R462", "It fetches metadata from a URL with user information."),
    Name.realmTakenForAddress.breaks(
      "R120", "It makes a request to a realm that is a URL, as clients of registries do."),
    Name.registryAccessTokenIgnored.breaks(
      "R385", "It takes no token from an answer that names it access_token."),
    Name.registryFirstScopeOnly.breaks(
      "R385", "It asks for a token with the first entry of the scope alone."),
    Name.registryPasswordForEveryRealm.breaks(
      "R398", "It sends its password to every server that a challenge names."),
    Name.registryRealmInClear.breaks("R398", "It fetches a token in clear for an https registry."),
    Name.registryRealmQueryLost.breaks(
      "R385", "It replaces the query of the URL of the token server."),
    Name.registryRoundsWithoutEnd.breaks(
      "R385", "It fetches another token each time one is refused, without limit."),
    Name.registryScopeLeftOut.breaks("R385", "It asks for a token without the scope."),
    Name.registryScopesJoined.breaks(
      "R385", "It asks for a token with all entries of the scope as one."),
    Name.registryServiceLeftOut.breaks("R385", "It asks for a token without the service."),
    Name.registryTokenFollows.breaks(
      "R398", "It sends the token of a registry to the host of the blob."),
    Name.registryTokenFollowsToAnyPort.breaks(
      "R398", "It sends the token of a registry to the blob at another port."),
    Name.scopeAskedWithoutEnd.breaks(
      "R381", "It asks for a token each time the scope is insufficient, without limit."),
    Name.scopeCutAtBlank.breaks("R381", "It asks for the first entry of a scope only."),
    Name.scopeOfFirstChallengeAsked.breaks(
      "R381",
      "It asks for a token with the scope of the first challenge, not of the latest."),
    Name.tokenAskedForEachRequest.breaks(
      "R380", "It asks for a new token for each of the requests that wait for one."),
  ]
}
