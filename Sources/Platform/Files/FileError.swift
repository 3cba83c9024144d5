#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that could not be written or read.
package struct FileError: Error, Hashable, Sendable {
  /// The file.
  package var file: String
  /// Why, as a sentence without a full stop.
  package var reason: String

  /// A file that came to grief for that reason.
  package init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// A system call on the file that failed with this number.
  package init(file: String, errno number: Int32) {
    self.file = file
    reason = unsafe String(cString: strerror(number))
  }
}
