// SPDX-License-Identifier: Apache-2.0

/// A placeholder of a client's file or a command, such as `{url}`.
package enum Placeholder: String, Hashable, Sendable, CaseIterable {
  /// The request's whole URL, with user information if the scenario gives it there.
  case url
  /// Like `url`, with the percent-encoded user and password if there is a login.
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
  /// The realm that a login is limited to.
  case realm
  /// The name of a header line.
  case name
  /// The value of a header line.
  case value
  /// The path of a file with the request's body.
  case body
  /// The path of the file for the response's body.
  case output
  /// The path of the file for the response's header section.
  case headers
  /// The proxy's URL.
  case proxy
  /// Like `proxy`, with the percent-encoded user and password if there is a login for it.
  case proxyWithLogin = "proxy-with-login"
  /// The host of the proxy's URL.
  case proxyHost = "proxy-host"
  /// The port of the proxy's URL.
  case proxyPort = "proxy-port"
  /// The user name of the login for the proxy.
  case proxyUser = "proxy-user"
  /// The password of the login for the proxy.
  case proxyPassword = "proxy-password"
  /// A host name with a fixed address.
  case resolveHost = "resolve-host"
  /// The port beside that name.
  case resolvePort = "resolve-port"
  /// The address to connect to, in brackets if it is IPv6.
  case resolveAddress = "resolve-address"
  /// The port to connect to.
  case resolveToPort = "resolve-to-port"
  /// The maximum number of redirects to follow.
  case redirects
  /// The time limit of a whole request in milliseconds.
  case milliseconds
  /// The time limit of a whole request in seconds, rounded up.
  case seconds
  /// The path of the file with the certificates that the client trusts.
  case caFile = "ca-file"
  /// The path of the file with the list of revoked certificates.
  case crlFile = "crl-file"
  /// The path of the file with the client's certificate for the request's URL, and its key.
  case clientCertificate = "client-certificate"
  /// The hashes of the keys that are accepted of the server.
  case pins
  /// The path of the file with the client's certificate for the proxy, and its key.
  case proxyClientCertificate = "proxy-client-certificate"
  /// The hashes of the keys that are accepted of the proxy.
  case proxyPins = "proxy-pins"
  /// The path of the scenario's netrc file.
  case netrc
  /// The content of the scenario's netrc file.
  case netrcText = "netrc-text"
  /// The path of the folder in which the client stores logins.
  case store
  /// The private folder that is the client's HOME.
  case home
  /// The folder of the client's file.
  case client
  /// The folder into which `make clients` installs this client.
  case installed
}
