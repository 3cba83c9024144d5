// swift-tools-version: 6.2
import PackageDescription

// Every module that is imported is named, also where it would come along with another: an object
// file is not made anew when a module changes that its target does not name.

/// What a case is, what came of it and what is said of that: values, without input or output.
let values: [Target.Dependency] = ["HTTPAuth", "JSON", "Scenarios", "Transcripts"]
/// What is needed to play a case and to judge it.
let playing: [Target.Dependency] =
  values + ["Judging", "Platform", "Servers", "Clients", "Playing"]
/// What is needed to print what came of it, and to keep it.
let printing: [Target.Dependency] = playing + ["Fuzzing", "Reporting", "Storage"]

let package = Package(
  name: "authspec",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "authspec", targets: ["authspec"]),
    // For tests of one's own client, written in Swift: docs/clients.md.
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
      name: "CYAML", path: "Sources/C/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CNettle", path: "Sources/C/CNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // posix_spawn and what Swift's module of the C library leaves out of it; nothing to link.
    .systemLibrary(name: "CSystem", path: "Sources/C/CSystem"),
    // Glibc, Musl or Darwin by one name.
    .target(name: "LibC", path: "Sources/C/LibC"),

    // What HTTP authentication is: no input or output, no Foundation.
    .target(name: "HTTPAuth", dependencies: ["CNettle"]),
    .testTarget(name: "HTTPAuthTests", dependencies: ["HTTPAuth", "KnownAnswers"]),
    // Digest responses and header fields whose meaning is known from elsewhere, for the tests of
    // every reader.
    .target(
      name: "KnownAnswers", dependencies: ["HTTPAuth"], path: "Tests/KnownAnswers",
      exclude: ["Fixtures"]),

    // JSON, as reports write it and drivers speak it.
    .target(name: "JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "HTTPAuth"]),

    // What a scenario says.
    .target(name: "Scenarios", dependencies: ["HTTPAuth", "CYAML"]),
    .testTarget(
      name: "ScenariosTests", dependencies: ["Scenarios", "HTTPAuth"],
      resources: [.copy("Fixtures")]),

    // What came over the wire, what the client told, and what that comes to: the values between
    // playing, judging, printing.
    .target(name: "Transcripts", dependencies: ["HTTPAuth", "Scenarios"]),

    // Transcripts with a change, for the tests of whoever reads them.
    .target(
      name: "TranscriptEditing", dependencies: ["Transcripts"], path: "Tests/TranscriptEditing"),

    // Judge: a transcript in, checks out.
    .target(name: "Judging", dependencies: ["HTTPAuth", "Scenarios", "Transcripts"]),

    // The system: the loop, files, processes, threads, clocks.
    .target(name: "Platform", dependencies: ["HTTPAuth", "CSystem", "LibC"]),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "HTTPAuth"]),

    // Play: one loop, the servers on it, the client on it.
    .target(
      name: "Servers",
      dependencies: ["HTTPAuth", "Scenarios", "Transcripts", "Platform", "CMicroHTTPD", "CGnuTLS"]),
    .testTarget(
      name: "ServersTests",
      dependencies: [
        "Servers", "Clients", "HTTPAuth", "Scenarios", "Transcripts", "Platform", "CMicroHTTPD",
      ]),
    .target(name: "Clients", dependencies: values + ["Platform", "CCurl"]),
    .testTarget(name: "ClientsTests", dependencies: values + ["Clients", "Platform", "CNettle"]),

    // A whole client, to show that every scenario can be passed and that every fault is noticed.
    .target(
      name: "ReferenceClient",
      dependencies: ["HTTPAuth", "Scenarios", "Transcripts", "Platform", "Clients"]),
    .testTarget(
      name: "ReferenceClientTests",
      dependencies: playing + ["ReferenceClient", "KnownAnswers", "CMicroHTTPD"],
      resources: [.copy("Fixtures")]),

    // Plan cases, play them, have them judged, tell what came of it.
    .target(name: "Playing", dependencies: values + ["Judging", "Platform", "Servers", "Clients"]),
    .testTarget(name: "PlayingTests", dependencies: playing + ["TranscriptEditing"]),

    // Look for inputs that clients break on.
    .target(name: "Fuzzing", dependencies: playing),
    .testTarget(name: "FuzzingTests", dependencies: playing + ["Fuzzing", "ReferenceClient"]),

    // Print.
    .target(
      name: "Reporting",
      dependencies: values + ["Judging", "Platform", "Clients", "Playing", "Fuzzing", "CZlib"],
      resources: [
        .embedInCode("Matrix/Page/page.css"), .embedInCode("Matrix/Page/page.js"),
      ]),
    // Keep in files what came of plays: recordings, results, findings, inputs.
    .target(name: "Storage", dependencies: playing + ["Fuzzing", "Reporting"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: printing + ["ReferenceClient", "TranscriptEditing", "CZlib"],
      resources: [.copy("Fixtures")]),

    // Cases in somebody's own tests, and a package that shows it; its own Package.swift is for
    // reading.
    .target(name: "AuthspecTesting", dependencies: printing),
    .testTarget(name: "AuthspecTestingTests", dependencies: printing + ["AuthspecTesting"]),
    .target(name: "OwnClient", path: "Examples/OwnClient/Sources/OwnClient"),
    .testTarget(
      name: "OwnClientTests", dependencies: printing + ["OwnClient", "AuthspecTesting"],
      path: "Examples/OwnClient/Tests/OwnClientTests", exclude: ["Scenarios"]),

    // What a case costs, to be held against Benchmarks/bare-loop.c.
    .executableTarget(name: "Measure", dependencies: playing, path: "Benchmarks/Measure"),

    // The program: the only place that exits.
    .executableTarget(name: "authspec", dependencies: printing + ["ReferenceClient"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: printing + ["authspec", "Measure", "KnownAnswers", "TranscriptEditing"]),
  ],
  swiftLanguageModes: [.v6]
)

/// What all targets are compiled with.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]
for target in package.targets where target.type != .system {
  target.swiftSettings = settings + [.strictMemorySafety(), .treatAllWarnings(as: .error)]
}

// The reference client with a switch at each site, and the program with it: scripts/build-mutants
// generates both.
if Context.environment["AUTHSPEC_MUTANTS"] != nil {
  let mutated: [SwiftSetting] = settings + [.define("AUTHSPEC_MUTANTS")]
  package.targets += [
    .target(
      name: "MutatedReferenceClient",
      dependencies: ["HTTPAuth", "Scenarios", "Transcripts", "Platform", "Clients"],
      path: ".build/mutants/Sources/MutatedReferenceClient", swiftSettings: mutated),
    .executableTarget(
      name: "authspec-mutants", dependencies: printing + ["MutatedReferenceClient"],
      path: ".build/mutants/Sources/authspec", swiftSettings: mutated),
  ]
}
