#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A report that could not be written or read.
public struct ReportError: Error, Hashable, Sendable {
  /// The file.
  public var file: String
  /// Why, as a sentence without a full stop.
  public var reason: String

  /// A file that came to grief for that reason.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// A system call on the file that failed with this number.
  init(file: String, errno number: Int32) {
    self.file = file
    reason = unsafe String(cString: strerror(number))
  }
}
