internal import Polling

/// Some cases that are played beside each other, and judged after that.
///
/// Code that has just run is in the processor's caches: what one case needs of it is there for the next, and the judge's does
/// not push out what playing needs. docs/decisions/0008 has the numbers.
public struct Handful: ~Copyable {
  private enum Item {
    case planned(CasePlan, index: Int)
    case done(CaseResult)
  }

  private let players: [CasePlayer]
  private var items: [Item] = []

  /// No cases yet; each is played by a player of its own, and all these share a loop.
  public init(players: [CasePlayer]) { self.players = players }

  /// True where nothing is left to play and to judge.
  var isEmpty: Bool { items.isEmpty }

  /// True where it is time to play and judge what is in it.
  public var isFull: Bool { items.count >= players.count }

  /// Takes in a case that is to be played; `index` is its place in the run.
  public mutating func add(_ plan: CasePlan, index: Int) {
    items.append(.planned(plan, index: index))
  }

  /// Takes in what came of a case that is not played.
  mutating func add(_ result: CaseResult) { items.append(.done(result)) }

  /// Plays and judges what is in it, and empties it; results come in the order of adding. Ends where `tell` says false.
  public mutating func perform(_ tell: (CaseResult) -> Bool) -> Bool {
    defer { items.removeAll(keepingCapacity: true) }
    var plays = play().makeIterator()
    for item in items {
      switch item {
      case .planned(let plan, let index):
        guard let play = plays.next() else { continue }
        if !tell(CaseJudge.judge(plan, play, index: index)) { return false }
      case .done(let result):
        if !tell(result) { return false }
      }
    }
    return true
  }

  private func play() -> [HeldPlay] {
    var plans: [CasePlan] = []
    for case .planned(let plan, _) in items { plans.append(plan) }
    return CasePlayer.play(plans, by: players)
  }
}
