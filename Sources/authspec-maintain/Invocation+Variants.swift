// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import ReferenceClient
import Reporting
import Scenarios
import Transcripts
import Trials

extension Invocation {
  /// `authspec-maintain variants`: shows that no scenario fails a client for what an RFC allows.
  func variants() throws(UsageError) -> ExitStatus {
    guard let plans = try checkedPlans() else { return .usage }
    let realm = realm(for: CasePlans(plans))
    defer { withExtendedLifetime(realm) {} }
    let file = try reportFile
    let console = try console.besides([arguments["json"]])
    let (variants, options) = try chosenVariants()
    Signals.watch()
    let test = VariantTest(
      plans: plans, variants: variants, options: options, clients: .reference)
    let progress = SelftestProgressReport(console.progress)
    let result = test.perform(interruption: Signals.interruption) { progress.report($0) }
    progress.end()
    let report = VariantReport(result)
    console.sayNow(report.text)
    guard let file else { return result.status }
    let isWritten = console.writes { () throws(FileError) in
      file.write(report.json)
      try file.commit()
    }
    return isWritten || result.status == .interrupted ? result.status : .fault
  }

  /// The file of the report, opened before anything is played; `nil` without `--json`.
  private var reportFile: AtomicFile? {
    get throws(UsageError) {
      guard let path = arguments["json"] else { return nil }
      do throws(FileError) { return try AtomicFile(path: path) } catch { throw .unwritable(error) }
    }
  }

  /// The variants that the command line names, all if it names none, and how they are combined.
  private func chosenVariants() throws(UsageError) -> ([PlayedVariant], VariantTest.Options) {
    let wanted = try Variant.named(arguments)
    var options = VariantTest.Options()
    options.selftest = selftestOptions
    var variants = Variant.played
    if let names = wanted.first, wanted.count == 1, names.count > 1 {
      // Several together: the one combination of all, whole.
      variants = variants.filter { variant in names.contains { $0.rawValue == variant.name } }
      options.combinations = 1
      options.leastTogether = variants.count
      options.mostTogether = variants.count
      options.share = 1
    } else if !wanted.isEmpty {
      let names = Set(wanted.joined().map(\.rawValue))
      variants = variants.filter { names.contains($0.name) }
      options.combinations = 0
    } else if arguments.has("quick") {
      options.combinations = 50
      options.mostAlone = 1_500
    }
    return (variants, options)
  }
}

extension Variant {
  /// All variants, as a test of them takes them.
  static var played: [PlayedVariant] {
    allCases.map {
      PlayedVariant(
        name: $0.name.rawValue, sentence: $0.sentence, source: $0.source, breaks: $0.breaks,
        mayBeInconclusive: $0.mayBeInconclusive)
    }
  }

  /// Returns the variants that a command line names: for each option those to play together.
  static func named(_ arguments: Arguments) throws(UsageError) -> [[Variant.Name]] {
    var groups: [[Variant.Name]] = []
    for list in arguments.all("variant") {
      var group: [Variant.Name] = []
      for word in list.split(separator: ",").map(String.init) {
        guard let name = Variant.Name(rawValue: word) else {
          throw .unknown(
            "no variant is named '\(word)'", word, among: Variant.Name.allCases.map(\.rawValue))
        }
        group.append(name)
      }
      groups.append(group)
    }
    return groups
  }
}
