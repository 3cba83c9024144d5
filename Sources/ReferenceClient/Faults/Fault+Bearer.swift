// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in getting tokens, and in what is done with the texts of a Bearer challenge.
  static let bearer: [Fault] = [
    Name.metadataAskedOnAnyHost.breaks(
      "R382", "It fetches metadata from every host on the port of the server."),
    Name.metadataAskedOnAnyPort.breaks(
      "R382", "It fetches metadata from every port of the host of the server."),
    Name.metadataAskedWithToken.breaks("R384", "It sends its token with a request for metadata."),
    Name.metadataOfErrorUsed.breaks(
      "R461", "It uses metadata in a response whose status is an error."),
    Name.metadataPathOfIssuerFirst.breaks(
      "R460", "It asks for the metadata of an authorization server below the path of the issuer."),
    Name.metadataRedirectFollowed.breaks(
      "R382", "It follows a redirect of metadata to another origin."),
    Name.metadataResourceComparedByPrefix.breaks(
      "R383", "It uses metadata whose resource is the beginning of the URL."),
    Name.metadataSchemeIgnored.breaks(
      "R382", "It fetches metadata in clear that an https server names."),
    Name.metadataUserinfoIgnored.breaks(
      "R462", "It fetches metadata from a URL with user information."),
    Name.realmTakenForAddress.breaks(
      "R120", "It makes a request to a realm that is a URL, as clients of registries do."),
    Name.registryFirstScopeOnly.breaks(
      "R385", "It asks for a token with the first entry of the scope alone."),
    Name.registryPasswordForEveryRealm.breaks(
      "R398", "It sends its password to every server that a challenge names."),
    Name.registryRealmInClear.breaks("R398", "It fetches a token in clear for an https registry."),
    Name.registryRealmQueryLost.breaks(
      "R385", "It replaces the query of the URL of the token server."),
    Name.registryScopeLeftOut.breaks("R385", "It asks for a token without the scope."),
    Name.registryServiceLeftOut.breaks("R385", "It asks for a token without the service."),
    Name.registryTokenFollows.breaks(
      "R398", "It sends the token of a registry to the host of the blob."),
    Name.scopeCutAtBlank.breaks("R381", "It asks for the first entry of a scope only."),
    Name.tokenAskedForEachRequest.breaks(
      "R380", "It asks for a new token for each of the requests that wait for one."),
  ]
}
