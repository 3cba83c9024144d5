internal import CCurl

/// A share handle of libcurl: one cookie jar for all easy handles of a session.
@safe final class LibcurlCookieJar {
  /// libcurl's share handle; cleaned up with this object, after the easy handles that use it.
  let handle: OpaquePointer

  /// An empty jar; nil when libcurl has no memory.
  init?() {
    guard let handle = unsafe curl_share_init() else { return nil }
    unsafe self.handle = unsafe handle
    _ = unsafe authspec_share_cookies(handle)
  }

  deinit { _ = unsafe curl_share_cleanup(handle) }
}
