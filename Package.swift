// swift-tools-version: 6.2
import PackageDescription

// What is needed to play a case. Every module that is imported is named, also where it would come along with another:
// an object file is not made anew when a module changes that its target does not name.
let playing: [Target.Dependency] = [
  "HTTPAuth", "ScenarioLanguage", "JSON", "Polling", "TestServers", "ClientDrivers",
]

let package = Package(
  name: "authspec",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "authspec", targets: ["authspec"]),
    // For tests of one's own client, written in Swift: docs/clients.md.
    .library(
      name: "AuthspecTesting",
      targets: ["AuthspecTesting", "ClientDrivers", "Conformance", "HTTPAuth", "Polling"]),
  ],
  targets: [
    // C libraries, each confined to one module.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // posix_spawn and what Swift's module of the C library leaves out of it; nothing to link.
    .systemLibrary(name: "CProcess"),

    // What HTTP authentication is: no input or output, no Foundation.
    .target(name: "HTTPAuth", dependencies: ["CNettle"]),
    .testTarget(name: "HTTPAuthTests", dependencies: ["HTTPAuth", "KnownAnswers"]),
    // Digest responses and header fields whose meaning is known from elsewhere, for the tests of every reader.
    .target(
      name: "KnownAnswers", dependencies: ["HTTPAuth"], path: "Tests/KnownAnswers",
      exclude: ["Fixtures"]),

    // JSON, as reports write it and drivers speak it.
    .target(name: "JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "HTTPAuth"]),

    // What a scenario says.
    .target(name: "ScenarioLanguage", dependencies: ["HTTPAuth", "CYAML"]),
    .testTarget(
      name: "ScenarioLanguageTests", dependencies: ["ScenarioLanguage", "HTTPAuth"],
      resources: [.copy("Fixtures")]),

    // Play: one loop, the servers on it, the client on it.
    .target(name: "Polling"),
    .testTarget(name: "PollingTests", dependencies: ["Polling"]),
    .target(name: "TestServers", dependencies: ["HTTPAuth", "Polling", "CMicroHTTPD"]),
    .testTarget(
      name: "TestServersTests", dependencies: ["TestServers", "HTTPAuth", "Polling", "CMicroHTTPD"]),
    .target(
      name: "ClientDrivers",
      dependencies: ["HTTPAuth", "ScenarioLanguage", "JSON", "Polling", "CCurl", "CProcess"]),
    .testTarget(
      name: "ClientDriversTests",
      dependencies: ["ClientDrivers", "HTTPAuth", "ScenarioLanguage", "JSON", "Polling", "CNettle"]),

    // A whole client, to show that every scenario can be passed and that every fault is noticed.
    .target(
      name: "ReferenceClient",
      dependencies: ["HTTPAuth", "ScenarioLanguage", "JSON", "Polling", "ClientDrivers"]),
    .testTarget(
      name: "ReferenceClientTests",
      dependencies: ["ReferenceClient", "Conformance", "KnownAnswers", "CMicroHTTPD"] + playing,
      resources: [.copy("Fixtures")]),

    // Play a case, judge its recording.
    .target(
      name: "Conformance",
      dependencies: playing),
    .testTarget(name: "ConformanceTests", dependencies: ["Conformance"] + playing),

    // Look for inputs that clients break on.
    .target(name: "Fuzzing", dependencies: ["Conformance"] + playing),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["Fuzzing", "Conformance", "ReferenceClient"] + playing),

    // Print.
    .target(
      name: "Reports", dependencies: ["Fuzzing", "Conformance", "CZlib"] + playing,
      resources: [
        .embedInCode("Matrix/Page/page.css"), .embedInCode("Matrix/Page/page.js"),
      ]),
    .testTarget(
      name: "ReportsTests",
      dependencies: ["Reports", "Fuzzing", "Conformance", "ReferenceClient", "CZlib"] + playing,
      resources: [.copy("Fixtures")]),

    // Cases in somebody's own tests, and a package that shows it; its own Package.swift is for reading.
    .target(
      name: "AuthspecTesting", dependencies: ["Reports", "Fuzzing", "Conformance"] + playing),
    .testTarget(
      name: "AuthspecTestingTests",
      dependencies: ["AuthspecTesting", "Reports", "Fuzzing", "Conformance"] + playing),
    .target(name: "OwnClient", path: "Examples/OwnClient/Sources/OwnClient"),
    .testTarget(
      name: "OwnClientTests",
      dependencies: ["OwnClient", "AuthspecTesting", "Reports", "Fuzzing", "Conformance"] + playing,
      path: "Examples/OwnClient/Tests/OwnClientTests", exclude: ["Scenarios"]),

    // What a case costs, to be held against Benchmarks/bare-loop.c.
    .executableTarget(
      name: "Measure", dependencies: ["Conformance"] + playing, path: "Benchmarks/Measure"),

    // The program: the only place that exits.
    .executableTarget(
      name: "authspec",
      dependencies: ["Fuzzing", "Reports", "ReferenceClient", "Conformance"] + playing),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "authspec", "Measure", "Fuzzing", "Reports", "Conformance", "KnownAnswers",
      ] + playing),
  ],
  swiftLanguageModes: [.v6]
)

// The reference client with a switch at each site, and the program with it: scripts/build-mutants generates both.
if Context.environment["AUTHSPEC_MUTANTS"] != nil {
  package.targets += [
    .target(
      name: "MutatedReferenceClient",
      dependencies: ["HTTPAuth", "ScenarioLanguage", "JSON", "Polling", "ClientDrivers"],
      path: ".build/mutants/Sources/MutatedReferenceClient"),
    .executableTarget(
      name: "authspec-mutants",
      dependencies: ["Fuzzing", "Reports", "MutatedReferenceClient", "Conformance"] + playing,
      path: ".build/mutants/Sources/authspec"),
  ]
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
  if target.path?.hasPrefix(".build/mutants/") ?? false {
    target.swiftSettings = [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .define("AUTHSPEC_MUTANTS"),
    ]
  }
  // Whether memory is changed while it is read is checked in debug builds, where the tests run: 8,000 of 600,000
  // instructions for each case. A package with such flags cannot be depended on by its version.
  if !Context.packageDirectory.contains("/checkouts/") {
    target.swiftSettings?.append(
      .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)))
  }
}
