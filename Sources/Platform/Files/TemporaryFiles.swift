/// The files that clients are given: netrc files, request bodies, a HOME.
package enum TemporaryFiles {
  /// Why none can be made, as sentences with what to do about it; `nil` where they can.
  package static func complaint() -> String? { PrivateFolder.complaint() }
}
