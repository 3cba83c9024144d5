// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CSystem
internal import LibC

/// A shell script that runs in the background and ends with this program, even if that is killed.
///
/// The script reads its standard input, a pipe from this program, to the end. The system closes the
/// pipe if this program is killed. `end(within:)` sends the line `end` before it closes the pipe.
package final class DependentProcess: Sendable {
  /// The result of waiting for a text on standard output.
  package enum Answer: Hashable, Sendable {
    /// The text was written.
    case expected
    /// The output was closed after this other text.
    case ended(String)
    /// Only this other text was written in time.
    case late(String)
  }

  private struct State: Sendable {
    var input: Int32
    var output: Int32
    var errors: Int32
    var isRunning = true
  }

  /// The process id of the shell, and the id of the process group of all that it starts.
  package let number: Int32
  private let state: Monitor<State>

  /// Starts `sh` with a script and the arguments `$1` and so on.
  package init(
    script: String, arguments: [Octets], environment: [ProcessCommand.Variable]
  ) throws(ProcessError) {
    Descriptors.ignoreClosedPipes()
    var pipes = Pipes()
    try pipes.open(hasInput: true)
    do throws(ProcessError) {
      number = try pipes.spawn(
        ProcessCommand(
          argv: ["/bin/sh", "-c", Octets(script), "authspec"] + arguments, environment: environment,
          folder: "/"))
    } catch {
      pipes.closeAll()
      throw error
    }
    authspec_limit(number, 0, 1024)
    pipes.closeTheirs()
    for descriptor in [pipes.output.ours, pipes.errors.ours] {
      authspec_set_nonblocking(descriptor)
    }
    state = Monitor(
      State(input: pipes.input.ours, output: pipes.output.ours, errors: pipes.errors.ours))
  }

  deinit { end(within: 1_000) }

  /// Waits at most `milliseconds` until a text appears on standard output or the output is closed.
  package func answer(containing text: String, within milliseconds: Int) -> Answer {
    var wait = BlockingWait(milliseconds, for: number)
    let output = state.change { $0.output }
    var words: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      switch Descriptors.read(output, &block) {
      case .octets(let count):
        words.append(contentsOf: block[..<count])
        if words.count > 1 << 16 { words.removeFirst(words.count - 1 << 15) }
        if Octets(words).contains(Octets(text)) { return .expected }
      case .none:
        guard wait.untilReadable(output) else {
          return .late(String(decoding: words, as: UTF8.self))
        }
      case .end: return .ended(String(decoding: words, as: UTF8.self))
      }
    }
  }

  /// Sends `end`, closes the script's input, waits at most `milliseconds` for its end, and then
  /// kills its process group.
  package func end(within milliseconds: Int) {
    state.change { state in
      guard state.isRunning else { return }
      state.isRunning = false
      _ = Descriptors.writeAll(Array("end\n".utf8)[...], to: state.input)
      _ = close(state.input)
      waitForEnd(within: milliseconds)
      // The id of the group stays valid until the shell is reaped.
      _ = kill(-number, SIGKILL)
      _ = authspec_reap(number)
      _ = close(state.output)
      _ = close(state.errors)
    }
  }

  private func waitForEnd(within milliseconds: Int) {
    var wait = BlockingWait(milliseconds, for: number)
    let end = authspec_pidfd(number)
    defer { if end >= 0 { _ = close(end) } }
    while authspec_has_ended(number) == 0 {
      if end >= 0 {
        if !wait.untilReadable(end) { return }
      } else {
        if wait.isUp() { return }
        _ = usleep(1_000)
      }
    }
  }
}
