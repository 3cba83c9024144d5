public import Conformance
internal import HTTPAuth
public import ScenarioLanguage
internal import JSON

/// Records each case in a JSON file of its own, with everything that is needed to judge it again.
public final class RecordingWriter: Recorder {
  private let folder: String
  private let text: (Scenario) -> [UInt8]?
  private var header: RunHeader?
  private var lastText: (file: String, octets: [UInt8]?)?
  /// Why a recording could not be written: the first that could not.
  public private(set) var failure: ReportError?

  /// Records into a folder; `text` reads the file of a scenario.
  public init(
    folder: String, text: @escaping (Scenario) -> [UInt8]?
  ) throws(ReportError) {
    try Folder.create(folder)
    self.folder = folder
    self.text = text
  }

  /// The next event.
  public func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished(let result):
      guard let play = result.play, failure == nil else { return }
      do throws(ReportError) { try write(result, play) } catch { failure = error }
    case .runFinished: break
    }
  }

  private func write(_ result: CaseResult, _ play: Play) throws(ReportError) {
    let scenario = result.played.scenario
    let file = try AtomicFile(path: "\(folder)/\(FileName.safe(result.played.id)).json")
    let value = JSONValue.members([
      "authspecRecording": .integer(RecordingFormat.version), "id": .string(result.played.id),
      "version": .string(header?.version ?? ""), "recorded": .integer(header?.started ?? 0),
      "seed": .string("\(header?.seed ?? 0)"), "verdict": .string(result.verdict.rawValue),
      "client": RecordingFormat.value(play.client),
      "scenario": .members([
        "id": .string(scenario.id), "file": .string(scenario.file),
        "text": sourceText(of: scenario).map { RecordingFormat.octets(Octets($0)) },
      ]),
      "coordinates": .array(
        result.played.coordinates.map { .array([.string($0.key), .string($0.value)]) }),
      "play": RecordingFormat.value(play),
    ])
    file.write(value.text + "\n")
    try file.commit()
  }

  /// The cases of one scenario come one after the other, so one text is enough to keep.
  private func sourceText(of scenario: Scenario) -> [UInt8]? {
    if let lastText, lastText.file == scenario.file { return lastText.octets }
    let octets = text(scenario)
    lastText = (scenario.file, octets)
    return octets
  }
}
