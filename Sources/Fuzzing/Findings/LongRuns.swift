extension String {
  /// The same with runs of one character written by their length, as inputs write them: `${4200*a}`.
  var withShortRuns: String {
    var text = ""
    var rest = self[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      let length = run.count
      text += length > String.longestRun ? "${\(length)*\(character)}" : String(run)
      rest = rest[run.endIndex...]
    }
    return text
  }

  /// Characters of a run that is written out: what is quoted no longer than a line stays as it is.
  private static let longestRun = 120
}
