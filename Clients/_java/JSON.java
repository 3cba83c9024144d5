// SPDX-License-Identifier: Apache-2.0

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers, booleans and null: the JDK has no JSON parser. */
final class JSON {
  private final String text;
  private int at;

  private JSON(String text) {
    this.text = text;
  }

  static Object read(String text) {
    return new JSON(text).value();
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      return "{" + String.join(",", map.entrySet().stream().map(e -> write(e.getKey()) + ":" + write(e.getValue())).toList()) + "}";
    }
    if (value instanceof List<?> list) return "[" + String.join(",", list.stream().map(JSON::write).toList()) + "]";
    if (!(value instanceof String string)) return String.valueOf(value);
    var out = new StringBuilder("\"");
    for (char c : string.toCharArray()) {
      if (c < ' ' || c == '"' || c == '\\' || c > '~') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  private char next() {
    while (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ',' || text.charAt(at) == ':') at++;
    return text.charAt(at);
  }

  private Object value() {
    switch (next()) {
      case '{':
        var map = new LinkedHashMap<String, Object>();
        for (at++; next() != '}'; ) {
          var key = string();
          map.put(key, value());
        }
        at++;
        return map;
      case '[':
        var list = new ArrayList<Object>();
        for (at++; next() != ']'; ) list.add(value());
        at++;
        return list;
      case '"':
        return string();
      default:
        int start = at;
        while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) at++;
        var word = text.substring(start, at);
        return switch (word) {
          case "null" -> null;
          case "true", "false" -> word.equals("true");
          default -> word.matches("-?\\d+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
        };
    }
  }

  private String string() {
    var out = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      if (text.charAt(at) != '\\') {
        out.append(text.charAt(at));
        continue;
      }
      char c = text.charAt(++at);
      if (c == 'u') {
        out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
        at += 4;
      } else {
        int control = "bfnrt".indexOf(c);
        out.append(control < 0 ? c : "\b\f\n\r\t".charAt(control));
      }
    }
    at++;
    return out.toString();
  }
}
