public import Conformance

/// Whoever makes a report of a run's events; it prints what was decided and decides nothing.
public protocol Recorder: AnyObject {
  /// The next event; `runFinished` is always the last.
  func record(_ event: Event)
  /// Why the report could not be written; nil as long as it can.
  var failure: ReportError? { get }
}
