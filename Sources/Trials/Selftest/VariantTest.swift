// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios

/// Plays cases to a client with legal variants, one at a time and several together: no check may
/// fail or be inconclusive because of them.
///
/// Only those cases are played with a variant in which the client without it reaches the variant's
/// code: in the others it would do the same.
package struct VariantTest: Sendable {
  /// How it is to be made.
  package struct Options: Sendable {
    /// Workers, time and patience.
    package var selftest = SelftestOptions()
    /// The number of combinations.
    package var combinations = 200
    /// The fewest variants in one.
    package var leastTogether = 2
    /// The most variants in one.
    package var mostTogether = 10
    /// One of `share` cases that a combination can change is played, others for the next
    /// combination.
    package var share = 8
    /// The number of cases above which only one of four is played with one variant alone, others
    /// for the next variant.
    package var mostAlone = Int.max
    /// The seed that the combinations are drawn by.
    package var seed: UInt64 = 1

    package init() {}
  }

  private let plans: [CasePlan]
  private let variants: [PlayedVariant]
  private let options: Options
  private let clients: Selftest.Clients

  /// A test of these variants by these cases. `clients` makes the client that takes none, with a
  /// watch of variants, and the one that takes those whose names a fault's name lists, with commas
  /// between.
  package init(
    plans: [CasePlan], variants: [PlayedVariant], options: Options, clients: Selftest.Clients
  ) {
    self.plans = plans
    self.variants = variants
    self.options = options
    self.clients = clients
  }

  private var selftest: Selftest {
    Selftest(plans: plans, faults: [], options: options.selftest, clients: clients)
  }

  /// Makes the test; `report` is called from time to time with its progress.
  package func perform(
    interruption: Interruption, report: (SelftestProgress) -> Void = { _ in }
  ) -> VariantResult {
    let began = Instant.now
    var result = VariantResult()
    let baselines = selftest.playFaultless(interruption, report)
    (result.cases, result.referenceFailures) = baselines.summary(of: plans)
    result.variants = variants.count
    let itineraries = itineraries(baselines)
    let planned = itineraries.reduce(0) { $0 + $1.cases.count }
    let played = Counter()
    let finished = Counter()
    let outcomes = WorkerPool.perform(
      itineraries.count, threads: options.selftest.jobs, interruption: interruption,
      report: {
        var progress = SelftestProgress(.variants, played: played.value, planned: planned)
        progress.faults = finished.value
        report(progress)
      },
      work: { place in
        defer { finished.add() }
        return examine(itineraries[place], baselines, played, interruption)
      })
    result.outcomes = outcomes.compactMap { $0 }
    result.isInterrupted = interruption.isRaised
    result.duration = Instant.now.nanoseconds - began.nanoseconds
    return result
  }

  /// Variants, and the cases that are played with them.
  private struct Itinerary: Sendable {
    let variants: [PlayedVariant]
    /// The number of cases that they can change.
    let planned: Int
    let cases: [Int]
  }

  private func itineraries(_ baselines: [Baseline?]) -> [Itinerary] {
    func changed(by variants: [PlayedVariant]) -> [Int] {
      let names = Set(variants.map(\.name))
      return plans.indices.filter { index in
        guard let baseline = baselines[index], !baseline.isSkipped else { return false }
        return !baseline.reached.isDisjoint(with: names)
      }
    }
    var itineraries = variants.enumerated().map { number, variant in
      let cases = changed(by: [variant])
      return Itinerary(
        variants: [variant], planned: cases.count,
        cases: cases.count <= options.mostAlone
          ? cases : cases.filter { ($0 + number) % VariantTest.shareAlone == 0 })
    }
    guard variants.count > 1 else { return itineraries }
    for number in 0..<options.combinations {
      let together = VariantTest.drawn(number, of: variants, options)
      let cases = changed(by: together)
      let share = max(1, options.share)
      itineraries.append(
        Itinerary(
          variants: together, planned: cases.count,
          cases: cases.filter { ($0 + number) % share == 0 }))
    }
    return itineraries
  }

  private static let mostExamples = 12
  private static let shareAlone = 4

  /// The variants of the combination of that number, the same for the same seed.
  package static func drawn(
    _ number: Int, of variants: [PlayedVariant], _ options: Options
  ) -> [PlayedVariant] {
    var draw = CombinationDraw(seed: options.seed, number: UInt64(number))
    let most = min(options.mostTogether, variants.count)
    let least = min(options.leastTogether, most)
    let count = least + draw.next(below: most - least + 1)
    var left = Array(variants.indices)
    var chosen: [Int] = []
    for _ in 0..<count { chosen.append(left.remove(at: draw.next(below: left.count))) }
    return chosen.sorted().map { variants[$0] }
  }

  private func examine(
    _ itinerary: Itinerary, _ baselines: [Baseline?], _ played: Counter,
    _ interruption: Interruption
  ) -> VariantOutcome {
    var outcome = VariantOutcome(itinerary.variants)
    outcome.planned = itinerary.planned
    outcome.examples = itinerary.cases.prefix(VariantTest.mostExamples).map { plans[$0].played.id }
    let names = itinerary.variants.map(\.name).joined(separator: ",")
    let taken = PlantedFault(name: names, sentence: "", requirement: "")
    outcome.isInterrupted = !selftest.play(taken, itinerary.cases, baselines, interruption) {
      outcome.take($0, $1)
      played.add()
      return false
    }
    return outcome
  }
}

/// Numbers drawn from a seed (SplitMix64).
private struct CombinationDraw {
  private var state: UInt64

  init(seed: UInt64, number: UInt64) {
    state = seed &* 0xD1B5_4A32_D192_ED03 &+ number &* 0x8CB9_2BA7_2F3D_8DD7
  }

  /// A number from 0 to one below that bound.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Int(word % UInt64(max(1, bound)))
  }
}
