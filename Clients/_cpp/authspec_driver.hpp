// SPDX-License-Identifier: Apache-2.0
// The driver protocol, for clients in C++: lines of JSON on standard input and output.
#pragma once
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <regex>

using json = nlohmann::json;
struct Unsupported { std::string what; };
struct Failure { const char *kind; std::string message; };

static json session;

static std::string encoded(const std::string &octets) {
  std::string text(4 * ((octets.size() + 2) / 3) + 1, 0);
  text.resize(EVP_EncodeBlock((unsigned char *)&text[0], (const unsigned char *)octets.data(), octets.size()));
  return text;
}

static std::string decoded(const std::string &text) {
  std::string octets(text.size(), 0);
  auto count = EVP_DecodeBlock((unsigned char *)&octets[0], (const unsigned char *)text.data(), text.size());
  octets.resize(count - std::count(text.end() - std::min<size_t>(2, text.size()), text.end(), '='));
  return octets;
}

// In header fields each octet is the character with its number, written in UTF-8.
static std::string characters(const std::string &octets) {
  std::string text;
  for (unsigned char c : octets) c < 128 ? text += c : (text += char(0xc0 | c >> 6), text += char(0x80 | (c & 63)));
  return text;
}

static std::string octets(const std::string &text) {
  std::string result;
  for (size_t i = 0; i < text.size(); i++) result += (text[i] & 0xfc) == 0xc0 ? (i++, char(text[i - 1] << 6 | (text[i] & 63))) : text[i];
  return result;
}

// Scheme, host and port of a URL, and its path with the query.
struct Place { std::string scheme, host; int port; std::string path; std::string origin() const { return scheme + "://" + host + ":" + std::to_string(port); } };

static Place place(const std::string &url) {
  static const std::regex form("([A-Za-z]+)://(\\[[^\\]]*\\]|[^:/?#@]*)(:\\d+)?([/?][^#]*)?(#.*)?");
  std::smatch found;
  if (!std::regex_match(url, found, form)) throw Failure{"url", url};
  auto lower = [](std::string text) { for (auto &c : text) c = tolower(c); return text; };
  auto scheme = lower(found[1]);
  auto path = found[4].str();
  return {scheme, lower(found[2]), found[3].length() ? std::stoi(found[3].str().substr(1)) : scheme == "https" ? 443 : 80, path[0] == '/' ? path : "/" + path};
}

// The most specific login for an origin or proxy; null if there is none.
static json login(const std::string &target, const std::string &url) {
  json best;
  int most = -1;
  for (auto &entry : session["credentials"]) {
    if (entry["target"] != target || (!entry["url"].is_null() && place(entry["url"]).origin() != place(url).origin())) continue;
    int rank = 4 * !entry["url"].is_null() + 2 * !entry["realm"].is_null() + !entry["scheme"].is_null();
    if (rank == most) throw Unsupported{"logins that differ in realm or scheme only"};
    if (rank > most) most = rank, best = entry;
  }
  if (!best.is_null() && (!best["token"].is_null() || best["scheme"].is_null())) throw Unsupported{"a login without a scheme"};
  return best;
}

// The settings of a session with changes; those of `honours` and those that are empty or false are
// supported.
static json told(const json &old, const json &changes, const std::vector<std::string> &honours) {
  json session = old.is_null() ? json{{"credentials", json::array()}, {"redirects", 10}, {"timeout_ms", 2000}, {"resolve", json::object()}} : old;
  for (auto &[key, value] : changes.items()) {
    bool plain = value.is_null() || value == false || ((value.is_array() || value.is_object()) && value.empty());
    if (!plain && std::find(honours.begin(), honours.end(), key) == honours.end()) throw Unsupported{key};
    session[key] = value;
  }
  return session;
}

// Answers lines until the input ends.
template <typename Answer> int serve(Answer answer) {
  for (std::string line; std::getline(std::cin, line);) {
    auto call = json::parse(line);
    json reply;
    try {
      reply = answer(call);
    } catch (const Unsupported &reason) {
      reply = {{"unsupported", reason.what}};
    } catch (const Failure &failure) {
      reply = {{"error", {{"kind", failure.kind}, {"message", failure.message}}}};
    } catch (const std::exception &error) {
      reply = {{"error", {{"kind", "internal"}, {"message", error.what()}}}};
    }
    reply["id"] = call["id"];
    std::cout << reply.dump(-1, ' ', true, json::error_handler_t::replace) << std::endl;
  }
  return 0;
}
