# SPDX-License-Identifier: Apache-2.0
# The driver protocol, for clients in Ruby: lines of JSON on standard input and output.
require "json"
require "socket"
require "uri"

class Unsupported < StandardError; end

# The addresses of names in a session's `resolve`, for clients without an option for them: authspec
# does not judge how names are resolved.
module Places
  class << self
    attr_accessor :resolve

    def of(host, port)
      address, _, at = resolve.find { |name, _| name.casecmp?("#{host}:#{port}") }&.last&.rpartition(":")
      address ? [address, at] : [host, port]
    end

    def replace_the_resolver
      TCPSocket.prepend(Opening)
      Socket.singleton_class.prepend(Connecting)
    end
  end
  self.resolve = {}

  module Opening
    def initialize(host, port, ...) = super(*Places.of(host, port), ...)
  end

  module Connecting
    def tcp(host, port, ...) = super(*Places.of(host, port), ...)
  end
end

# A client has name, version, can, honours (keys of the session), open(session, is_new), which
# returns false if a new client had to be made, request(message), which returns status, header pairs
# and body, close, and kind(error) for errors that its documentation names.
class AuthspecDriver
  DEFAULTS = {
    "credentials" => [], "preemptive" => false, "ask" => false, "schemes" => nil, "redirects" => 10, "cookies" => false,
    "proxy" => nil, "tunnel" => false, "resolve" => {}, "timeout_ms" => 2000, "ca_file" => nil,
    "client_certificate" => nil, "client_certificates" => [], "pins" => [], "netrc" => nil, "store" => nil
  }.freeze

  def initialize(client)
    @client = client
    $stdout.sync = true
  end

  def run
    $stdin.each_line do |line|
      message = JSON.parse(line)
      answer = begin
        answer(message)
      rescue Unsupported => e
        { unsupported: e.message }
      rescue StandardError => e
        { error: { kind: @client.kind(e), message: "#{e.class}: #{e.message}".scrub } }
      end
      $stdout.puts JSON.generate(answer.merge(id: message["id"]))
    end
  end

  # Scheme, host and port of a URL, as RFC 9110 4.3.1 compares them.
  def self.origin(url)
    uri = URI(url)
    [uri.scheme.downcase, uri.host.downcase, uri.port]
  end

  # The login for an origin or proxy, for clients with one login, of one of these schemes.
  def self.choose(session, target, url, schemes = ["basic"])
    fitting = session["credentials"].select do |entry|
      entry["target"] == target && (entry["url"].nil? || origin(entry["url"]) == origin(url))
    end
    ranked = fitting.group_by { |entry| %w[url realm scheme].map { |key| entry[key] ? 1 : 0 } }.max_by(&:first)
    return nil unless ranked
    login = ranked.last.first
    raise Unsupported, "logins that differ in realm or scheme only" if ranked.last.size > 1
    raise Unsupported, "a login for another scheme" if login["token"] || ![nil, *schemes].include?(login["scheme"])
    login
  end

  # The file with the client's certificate for an origin; nil if it has none.
  def self.certificate(session, url)
    session["client_certificates"].find { |entry| entry["target"] == "origin" && origin(entry["url"]) == origin(url) }&.fetch("file")
  end

  private

  def answer(message)
    case message["op"]
    when "hello" then { client: @client.name, version: @client.version, can: @client.can }
    when "open", "close"
      @client.close if @session
      @session = nil
      return { ok: true } if message["op"] == "close"
      configure(DEFAULTS, message["session"], true)
    when "change" then configure(@session, message["session"], false)
    when "request"
      return { error: { kind: "internal", message: "no session is open" } } unless @session
      raise Unsupported, "target" if message["target"]
      message["headers"].each { |pair| pair[1] = pair[1].encode("ISO-8859-1").b }
      message["body"] = message["body"].unpack1("m") if message["body"]
      status, headers, body = @client.request(message)
      # Each octet is the character with its number, so that JSON can hold any octets.
      headers = headers.map { |pair| pair.map { |text| text.b.encode("UTF-8", "ISO-8859-1") } }
      { status: status, headers: headers, body: [body].pack("m0") }
    else raise Unsupported, message["op"]
    end
  end

  def configure(old, changes, is_new)
    changes.each do |key, value|
      next if @client.honours.include?(key) || [nil, false, {}, [], ["basic"]].include?(value)
      raise Unsupported, key
    end
    @session = old.merge(changes)
    { ok: true, kept: @client.open(@session, is_new) }
  end
end
