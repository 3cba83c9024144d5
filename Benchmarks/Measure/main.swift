// SPDX-License-Identifier: Apache-2.0

// Measures the cost of a case. Numbers after an equals sign are for programs to read.
//
//     Measure kept|new CASES    one case, planned once, played and judged CASES times
//     Measure grow CASES        CASES distinct cases, each planned, played and judged once
//     Measure spawn COUNT PROGRAM [ARGUMENT]...    a command under test, called COUNT times
//     Measure left CASES FOLDER    cases played to processes, and what these leave behind;
//                                  the folder is Benchmarks
//
// kept: all on one connection and one handle of the client; new: servers, handles and connections
// as in a run.
let arguments = CommandLine.arguments
let cases = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
switch (arguments.dropFirst().first, cases) {
case ("kept", 1...): Measurement(keepsConnections: true).repeatOneCase(cases)
case ("new", 1...): Measurement(keepsConnections: false).repeatOneCase(cases)
case ("grow", 1...): Measurement(keepsConnections: false).playDistinctCases(cases)
case ("spawn", 1...):
  let measurement = SpawnMeasurement()
  // The client does not retain its observer.
  withExtendedLifetime(measurement) {
    measurement.call(Array(arguments.dropFirst(3)), times: cases)
  }
case ("left", 1...):
  ProcessLeftovers.measure(cases, scripts: arguments.count > 3 ? arguments[3] : "")
default: print("usage: Measure kept|new|grow CASES, spawn COUNT PROGRAM, left CASES FOLDER")
}
