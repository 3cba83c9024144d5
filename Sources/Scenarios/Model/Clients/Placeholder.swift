// SPDX-License-Identifier: Apache-2.0

/// The placeholders of a client's file or a command: `{url}`.
package enum Placeholder: String, Hashable, Sendable, CaseIterable {
  /// The request's whole URL, with user information if the scenario gives it there.
  case url
  /// The same with user and password in it, percent-encoded, if there is a login.
  case urlWithLogin = "url-with-login"
  /// The scheme of the request's URL, in lower case.
  case scheme
  /// The host of the request's URL.
  case host
  /// The port of the request's URL.
  case port
  /// Path and query of the request's URL.
  case path
  /// The request's method.
  case method
  /// The user name of the login.
  case user
  /// The password of the login.
  case password
  /// The bearer token of the login.
  case token
  /// The realm that a login is bound to.
  case realm
  /// The name of a header line.
  case name
  /// The value of a header line.
  case value
  /// The path of a file that holds the request's body.
  case body
  /// The path of a file that is to be filled with the body of the response.
  case output
  /// The path of a file that is to be filled with the header section of the response.
  case headers
  /// The proxy's URL.
  case proxy
  /// The same with user and password in it, percent-encoded, if there is a login for it.
  case proxyWithLogin = "proxy-with-login"
  /// The host of the proxy's URL.
  case proxyHost = "proxy-host"
  /// The port of the proxy's URL.
  case proxyPort = "proxy-port"
  /// The user name of the login for the proxy.
  case proxyUser = "proxy-user"
  /// The password of the login for the proxy.
  case proxyPassword = "proxy-password"
  /// The host of a name that leads somewhere.
  case resolveHost = "resolve-host"
  /// The port of such a name.
  case resolvePort = "resolve-port"
  /// The address that it leads to, one of IPv6 in brackets.
  case resolveAddress = "resolve-address"
  /// The port that it leads to.
  case resolveToPort = "resolve-to-port"
  /// How many redirects to follow.
  case redirects
  /// Milliseconds for a whole request.
  case milliseconds
  /// The same in seconds, rounded up.
  case seconds
  /// The path of the file with the certificates that the client trusts.
  case caFile = "ca-file"
  /// The path of the file with the list of revoked certificates.
  case crlFile = "crl-file"
  /// The path of the file with the client's certificate for the request's URL, and its key.
  case clientCertificate = "client-certificate"
  /// The hashes of keys of which the server is to have one.
  case pins
  /// The path of the file with the client's certificate for the proxy, and its key.
  case proxyClientCertificate = "proxy-client-certificate"
  /// The hashes of keys of which the proxy is to have one.
  case proxyPins = "proxy-pins"
  /// The path of the scenario's netrc file.
  case netrc
  /// The text of that file.
  case netrcText = "netrc-text"
  /// The path of the folder in which the client keeps logins.
  case store
  /// The private folder that is the client's HOME.
  case home
  /// The folder of the client's file.
  case client
  /// The folder that `make clients` installs this client into.
  case installed
}
