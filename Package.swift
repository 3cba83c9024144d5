// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Each target lists every module that it imports, also modules that another dependency imports:
// SwiftPM compiles a target again only if a listed module changes.

/// Values without input or output: cases, transcripts and results.
let values: [Target.Dependency] = ["HTTPAuth", "JSON", "Scenarios", "Transcripts"]
/// The modules needed to play a case and to judge it.
let playing: [Target.Dependency] =
  values
  + ["ScenarioFiles", "Judging", "Platform", "Kerberos", "Servers", "Clients", "Playing"]
/// The modules needed to print results and to keep them.
let printing: [Target.Dependency] =
  playing + ["Fuzzing", "Reporting", "FuzzReporting", "Storage"]
/// The modules with which this project proves and publishes itself.
let publishing: [Target.Dependency] = ["Trials", "Publishing", "ReferenceClient"]

/// Links Swift's runtime statically: the program is a third faster and runs without Swift
/// installed. macOS has the runtime. All symbols are bound at the start, and their table is then
/// write-protected.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-Xlinker", "-z", "-Xlinker", "now"],
    .when(platforms: [.linux], configuration: .release))
]

let package = Package(
  name: "authspec",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "authspec", targets: ["authspec"]),
    // For tests of your own client, written in Swift: docs/clients.md.
    .library(
      name: "AuthspecTesting",
      targets: ["AuthspecTesting", "Clients", "HTTPAuth", "Platform", "Transcripts"]),
  ],
  targets: [
    // C libraries, each confined to one module.
    .systemLibrary(
      name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMicroHTTPD", path: "Sources/C/CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CGnuTLS", path: "Sources/C/CGnuTLS", pkgConfig: "gnutls",
      providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
    .systemLibrary(
      name: "CNGHTTP2", path: "Sources/C/CNGHTTP2", pkgConfig: "libnghttp2",
      providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
    .systemLibrary(
      name: "CYAML", path: "Sources/C/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CNettle", path: "Sources/C/CNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // posix_spawn and other functions that Swift's module of the C library lacks; nothing to link.
    .systemLibrary(name: "CSystem", path: "Sources/C/CSystem"),
    // MIT Kerberos, loaded while the program runs; nothing to link.
    .systemLibrary(name: "CGSSAPI", path: "Sources/C/CGSSAPI"),
    // Glibc, Musl or Darwin by one name.
    .target(name: "LibC", path: "Sources/C/LibC"),

    // HTTP authentication: no input or output, no Foundation. GnuTLS verifies the signatures of DPoP.
    .target(name: "HTTPAuth", dependencies: ["CNettle", "CGnuTLS", "JSON"]),
    .testTarget(
      name: "HTTPAuthTests", dependencies: ["HTTPAuth", "KnownAnswers", "TestThreads"]),
    // Digest responses and header fields with independently known results, for the tests of all
    // parsers.
    .target(
      name: "KnownAnswers", dependencies: ["HTTPAuth"], path: "Tests/KnownAnswers",
      exclude: ["Fixtures"]),

    // JSON for reports and the driver protocol.
    .target(name: "JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "HTTPAuth"]),

    // The model of a case, and diagnostics about files.
    .target(name: "Scenarios", dependencies: ["HTTPAuth"]),
    // Reads scenarios, clients' files and catalogues.
    .target(name: "ScenarioFiles", dependencies: ["HTTPAuth", "Scenarios", "CYAML"]),
    .testTarget(
      name: "ScenariosTests", dependencies: ["Scenarios", "ScenarioFiles", "HTTPAuth"],
      resources: [.copy("Fixtures")]),

    // What went over the wire, what the client reported, and the results: the values between
    // playing, judging and printing.
    .target(name: "Transcripts", dependencies: ["HTTPAuth", "Scenarios"]),

    // Changed transcripts, for the tests of the modules that read them.
    .target(
      name: "TranscriptEditing", dependencies: ["Transcripts"], path: "Tests/TranscriptEditing"),

    // Judges: makes checks from a transcript.
    .target(name: "Judging", dependencies: ["HTTPAuth", "Scenarios", "Transcripts"]),

    // The system: the event loop, files, processes, threads, clocks. TLS and HTTP/2 without sockets.
    .target(
      name: "Platform", dependencies: ["HTTPAuth", "CSystem", "CGnuTLS", "CNGHTTP2", "LibC"]),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "HTTPAuth", "TestThreads"]),

    // Threads and programs for tests that wait, and the time that a thread uses.
    .target(
      name: "TestThreads", dependencies: ["HTTPAuth", "Platform"], path: "Tests/TestThreads"),

    // A realm of Kerberos for the cases of Negotiate.
    .target(name: "Kerberos", dependencies: ["HTTPAuth", "Platform", "CGSSAPI"]),
    .testTarget(
      name: "KerberosTests",
      dependencies: ["Kerberos", "HTTPAuth", "Platform", "MeasureKerberos", "TestThreads"]),

    // Plays: servers and clients on one loop.
    .target(
      name: "Servers",
      dependencies: [
        "HTTPAuth", "Scenarios", "Transcripts", "Platform", "CMicroHTTPD", "CGnuTLS", "LibC",
      ]),
    .testTarget(
      name: "ServersTests",
      dependencies: [
        "Servers", "Clients", "HTTPAuth", "Scenarios", "Transcripts", "Platform", "CMicroHTTPD",
        "TestThreads",
      ]),
    .target(name: "Clients", dependencies: values + ["Platform", "Kerberos", "CCurl"]),
    .testTarget(
      name: "ClientsTests",
      dependencies: values + ["ScenarioFiles", "Clients", "Platform", "CNettle", "TestThreads"]),

    // A complete client, which shows that every scenario can be passed and every fault is noticed.
    .target(
      name: "ReferenceClient",
      dependencies: [
        "HTTPAuth", "JSON", "Scenarios", "Transcripts", "Platform", "Kerberos", "Clients",
        "CGnuTLS", "LibC",
      ]),
    .testTarget(
      name: "ReferenceClientTests",
      dependencies: playing + [
        "Trials", "ReferenceClient", "KnownAnswers", "CMicroHTTPD", "TestThreads",
      ],
      resources: [.copy("Fixtures")]),

    // Plans cases, plays them, has them judged, and emits events.
    .target(
      name: "Playing",
      dependencies: values + [
        "ScenarioFiles", "Judging", "Platform", "Kerberos", "Servers", "Clients",
      ]),
    .testTarget(
      name: "PlayingTests",
      dependencies: playing + ["Trials", "TranscriptEditing", "TestThreads"]),

    // Looks for inputs that clients handle wrongly.
    .target(name: "Fuzzing", dependencies: playing),
    .testTarget(
      name: "FuzzingTests",
      dependencies: playing + ["Fuzzing", "ReferenceClient", "TestThreads"]),

    // Plays cases to many clients: faults, legal variants, code mutants, versions with a leak.
    .target(name: "Trials", dependencies: playing),

    // Prints reports: values in, octets out.
    .target(
      name: "Reporting", dependencies: values + ["Judging", "Platform", "CZlib"],
      resources: [
        .embedInCode("Documents/theme.css"),
        .embedInCode("RunPage/run.css"), .embedInCode("RunPage/run.js"),
        .embedInCode("Serving/serve.css"), .embedInCode("Serving/serve.js"),
      ]),
    .target(
      name: "FuzzReporting",
      dependencies: values + ["Judging", "Platform", "Fuzzing", "Reporting"]),
    // Prints the pages about all clients, all scenarios and all requirements.
    .target(
      name: "Publishing", dependencies: playing + ["Fuzzing", "Reporting", "Trials"],
      resources: [.embedInCode("Matrix/Page/page.css"), .embedInCode("Matrix/Page/page.js")]),
    // Keeps recordings, results, findings and inputs in files.
    .target(
      name: "Storage", dependencies: playing + ["Fuzzing", "Reporting", "FuzzReporting"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: printing + publishing + ["TranscriptEditing", "CZlib", "TestThreads"],
      resources: [.copy("Fixtures")]),

    // Cases in the tests of another package, and an example of such a package. Its own
    // Package.swift is not used here.
    .target(name: "AuthspecTesting", dependencies: printing + ["LibC"]),
    .testTarget(name: "AuthspecTestingTests", dependencies: printing + ["AuthspecTesting"]),
    .target(name: "OwnClient", path: "Examples/OwnClient/Sources/OwnClient"),
    .testTarget(
      name: "OwnClientTests", dependencies: printing + ["OwnClient", "AuthspecTesting"],
      path: "Examples/OwnClient/Tests/OwnClientTests", exclude: ["Scenarios"]),

    // Measures the cost of a case, for comparison with Tools/Benchmarks/bare-loop.c.
    .executableTarget(
      name: "Measure", dependencies: playing + ["KnownAnswers"], path: "Tools/Benchmarks/Measure",
      linkerSettings: staticRuntime + [
        // Foundation's own modules, which its interface does not name.
        .unsafeFlags(
          ["-l_FoundationCollections", "-l_FoundationCShims", "-l_FoundationICU"],
          .when(platforms: [.linux], configuration: .release))
      ]),

    // Measures a realm of Kerberos, and holds one for tests of what is left of it.
    .executableTarget(
      name: "MeasureKerberos", dependencies: ["Kerberos", "HTTPAuth", "Platform", "LibC"],
      path: "Tools/Benchmarks/MeasureKerberos"),

    // The command line of both programs.
    .target(name: "Commands", dependencies: printing + ["CSystem", "LibC"]),
    // The program for people who test a client, and the one with which this project proves and
    // publishes itself. Only these two modules exit.
    .executableTarget(
      name: "authspec", dependencies: ["Commands", "Transcripts", "LibC"],
      linkerSettings: staticRuntime),
    .executableTarget(
      name: "authspec-maintain", dependencies: printing + publishing + ["Commands", "LibC"],
      linkerSettings: staticRuntime),
    .testTarget(
      name: "EndToEndTests",
      dependencies: printing + publishing + [
        "KnownAnswers", "TranscriptEditing", "TestThreads",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// The settings of all targets.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]
/// Modules whose speed is hardly noticed: to optimize them is about a third of the compiler's work.
let printed: Set = [
  "Kerberos", "Trials", "Reporting", "FuzzReporting", "Publishing", "Storage", "AuthspecTesting",
  "Commands", "authspec", "authspec-maintain",
]
/// `Tools/scripts/build --quick` does not optimize them; a release does.
let isQuick = Context.environment["AUTHSPEC_QUICK"] != nil
for target in package.targets where target.type != .system {
  target.swiftSettings = settings + [.strictMemorySafety(), .treatAllWarnings(as: .error)]
  if isQuick, printed.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
  // Tests are run once: to optimize them takes longer than to run them as they are.
  if target.type == .test {
    // Nor does anything wait for their modules, which the compiler would make first, by themselves.
    target.swiftSettings?.append(
      .unsafeFlags(
        ["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
  }
}

// The reference client with a switch at each site, and authspec-maintain with it:
// Tools/scripts/build-mutants generates both.
if Context.environment["AUTHSPEC_MUTANTS"] != nil {
  let mutated: [SwiftSetting] = settings + [.define("AUTHSPEC_MUTANTS")]
  package.targets += [
    .target(
      name: "MutatedReferenceClient",
      dependencies: [
        "HTTPAuth", "JSON", "Scenarios", "Transcripts", "Platform", "Kerberos", "Clients",
        "CGnuTLS", "LibC",
      ],
      path: ".build/mutants/Sources/MutatedReferenceClient", swiftSettings: mutated),
    .executableTarget(
      name: "authspec-mutants",
      dependencies: printing + [
        "Trials", "Publishing", "MutatedReferenceClient", "Commands", "LibC",
      ],
      path: ".build/mutants/Sources/authspec-maintain", swiftSettings: mutated,
      linkerSettings: staticRuntime),
  ]
}
