// SPDX-License-Identifier: Apache-2.0

internal import CCurl

/// A share handle of libcurl for the easy handles of a session: open connections, addresses, and
/// cookies if the session keeps them.
///
/// A new multi handle for each session would separate sessions as well, but costs a pair of sockets
/// and a table of 911 entries each time: a tenth of a case.
@safe final class LibcurlPool {
  /// libcurl's share handle; cleaned up with this object, after the easy handles that use it.
  let handle: OpaquePointer
  /// There is a cookie jar, and handles that use the pool keep and send cookies.
  private(set) var hasCookies = false

  /// An empty pool; `nil` if libcurl has no memory.
  init?() {
    guard let handle = unsafe curl_share_init() else { return nil }
    unsafe self.handle = unsafe handle
    _ = unsafe authspec_share_set(handle, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT)
    _ = unsafe authspec_share_set(handle, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS)
  }

  /// Closes the connections.
  deinit { _ = unsafe curl_share_cleanup(handle) }

  /// Adds an empty cookie jar, or throws it away; no handle may use the pool meanwhile.
  func setCookies(_ keeps: Bool) {
    guard keeps != hasCookies else { return }
    let option = keeps ? CURLSHOPT_SHARE : CURLSHOPT_UNSHARE
    let result = unsafe authspec_share_set(handle, option, CURL_LOCK_DATA_COOKIE)
    if result == CURLSHE_OK { hasCookies = keeps }
  }
}
