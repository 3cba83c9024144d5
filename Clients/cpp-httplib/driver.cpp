// SPDX-License-Identifier: Apache-2.0
// The driver of cpp-httplib: a Client for each origin, which is kept for the session.
#include <httplib.h>
#include <memory>
#include "../_cpp/authspec_driver.hpp"

static std::map<std::string, std::unique_ptr<httplib::Client>> clients;

static std::unique_ptr<httplib::Client> made(const Place &at, const std::string &url) {
  std::string file = session["client_certificate"].is_string() ? session["client_certificate"] : "";
  auto client = std::make_unique<httplib::Client>(at.origin(), file, file);
  if (!client->is_valid()) throw Failure{"url", url};
  client->set_keep_alive(true);
  client->set_follow_location(session["redirects"] > 0);
  auto limit = std::chrono::milliseconds(session["timeout_ms"].get<int>());
  client->set_connection_timeout(limit), client->set_read_timeout(limit), client->set_write_timeout(limit);
  if (session["ca_file"].is_string()) client->set_ca_cert_path(session["ca_file"].get<std::string>());
  if (auto own = login("origin", url); !own.is_null())
    own["scheme"] == "digest" ? client->set_digest_auth(own["user"], own["password"]) : client->set_basic_auth(own["user"], own["password"]);
  std::map<std::string, std::string> addresses;
  for (auto &[name, address] : session["resolve"].items()) {
    auto from = place("http://" + name), to = place("http://" + address.get<std::string>());
    if (from.port != to.port) throw Unsupported{"a name that leads to another port"};
    addresses[from.host] = to.host;
  }
  client->set_hostname_addr_map(addresses);
  if (!session["proxy"].is_string()) return client;
  auto proxy = place(session["proxy"]);
  if (proxy.scheme == "https") throw Unsupported{"a proxy over TLS"};
  client->set_proxy(proxy.host, proxy.port);
  if (auto gate = login("proxy", session["proxy"]); !gate.is_null())
    gate["scheme"] == "digest" ? client->set_proxy_digest_auth(gate["user"], gate["password"]) : client->set_proxy_basic_auth(gate["user"], gate["password"]);
  return client;
}

static json request(const json &call) {
  if (call.value("stream", false) || call.value("chunked", false) || call.value("target", json()).is_string()) throw Unsupported{"stream, chunked or target"};
  auto at = place(call["url"]);
  auto &client = clients[at.origin()];
  if (!client) client = made(at, call["url"]);
  httplib::Request request;
  request.method = call["method"];
  request.path = at.path;
  for (auto &field : call["headers"]) request.headers.emplace(field[0], octets(field[1]));
  if (call["body"].is_string()) request.body = decoded(call["body"]);
  auto begun = std::chrono::steady_clock::now();
  auto result = client->send(request);
  if (!result) {
    auto error = result.error();
    auto kind = error == httplib::Error::ExceedRedirectCount ? "redirects" : error == httplib::Error::SSLServerVerification || error == httplib::Error::SSLConnection || error == httplib::Error::SSLLoadingCerts ? "tls" : "connection";
    if (error == httplib::Error::ConnectionTimeout || std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(session["timeout_ms"].get<int>())) kind = "timeout";
    throw Failure{kind, httplib::to_string(error)};
  }
  json headers = json::array();
  for (auto &[name, value] : result->headers) headers.push_back({characters(name), characters(value)});
  return {{"status", result->status}, {"headers", headers}, {"body", encoded(result->body)}};
}

static json answer(const json &call) {
  auto op = call["op"];
  if (op == "hello")
    return {{"client", "cpp-httplib"}, {"version", CPPHTTPLIB_VERSION}, {"can", {"basic", "basic-unasked", "digest", "digest-sha-256", "preemptive", "proxy", "proxy-digest", "connect", "redirects", "headers", "memory", "change", "resolve", "tls", "client-certificate"}}};
  if (op == "open" || op == "close") clients.clear(), session = nullptr;
  if (op == "close") return {{"ok", true}};
  if (op == "open" || op == "change") {
    auto old = session;
    session = told(session, call["session"], {"credentials", "preemptive", "redirects", "proxy", "resolve", "timeout_ms", "ca_file", "client_certificate", "client_certificates"});
    if (!session["client_certificates"].empty() && session["client_certificate"].is_null()) throw Unsupported{"certificates for several servers, or for a proxy"};
    if (session.value("preemptive", false) && std::any_of(session["credentials"].begin(), session["credentials"].end(), [](auto &entry) { return entry["scheme"] == "digest"; })) throw Unsupported{"Digest without a challenge"};
    if (session != old) clients.clear();
    return {{"ok", true}, {"kept", op == "open" || session == old}};
  }
  if (op != "request") throw Unsupported{op};
  return session.is_null() ? json{{"error", {{"kind", "internal"}, {"message", "no session is open"}}}} : request(call);
}

int main() { return serve(answer); }
