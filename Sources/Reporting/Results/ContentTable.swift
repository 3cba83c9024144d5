import HTTPAuth
import JSON

/// Values that stand once in a file and are referred to by a name made of what they say: the names of those that
/// stay the same stay the same, whatever comes and goes around them.
struct ContentTable {
  private var values: [String: JSONValue] = [:]
  private var names: [JSONValue: String] = [:]

  /// The name of a value: 6 hexadecimal digits, or more where another value has them already.
  mutating func name(of value: JSONValue) -> String {
    if let name = names[value] { return name }
    let hash = HashFunction.sha256.hex(of: Octets(value.text)).description
    var name = String(hash.prefix(6))
    while values[name] != nil, name.count < hash.count {
      name = String(hash.prefix(name.count + 1))
    }
    values[name] = value
    names[value] = name
    return name
  }

  /// The lines of a JSON object with a value on each, sorted by name.
  var lines: String {
    let lines = values.sorted { $0.key < $1.key }.map { name, value in
      JSONValue.string(name).text + ":" + value.text
    }
    return lines.joined(separator: ",\n")
  }
}
