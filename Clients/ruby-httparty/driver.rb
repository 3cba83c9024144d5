# SPDX-License-Identifier: Apache-2.0
# The driver of Ruby's HTTParty: logins by the options basic_auth and digest_auth of a request.
require "httparty"
require "stringio"
require "timeout"
require_relative "../_ruby/authspec_driver"

Places.replace_the_resolver

class Client
  def name = "Ruby HTTParty"
  def version = HTTParty::VERSION
  def can = %w[basic basic-unasked digest digest-sess preemptive proxy connect redirects userinfo headers change stream
    resolve tls client-certificate]
  def honours = %w[credentials preemptive redirects proxy resolve timeout_ms ca_file client_certificate
    client_certificates]

  def open(session, _is_new)
    raise Unsupported, "a proxy over TLS" if session["proxy"]&.start_with?("https:")
    if session["client_certificates"].any? && !session["client_certificate"]
      raise Unsupported, "certificates for several servers, or for a proxy"
    end
    @session = session
    Places.resolve = session["resolve"]
    true
  end

  def request(message)
    options = { format: :plain, headers: {}, timeout: @session["timeout_ms"] / 1000.0,
                follow_redirects: @session["redirects"].positive? }
    options[:limit] = @session["redirects"] + 1 if @session["redirects"].positive?
    message["headers"].each do |field, value|
      raise Unsupported, "two header lines of one name" if options[:headers].any? { |name, _| name.casecmp?(field) }
      options[:headers][field] = value
    end
    options.merge!(login(message["url"])).merge!(proxy).merge!(trust).merge!(body(message, options[:headers]))
    response = Timeout.timeout(@session["timeout_ms"] / 1000.0) do
      raise Unsupported, message["method"] unless HTTParty.respond_to?(message["method"].downcase)
      HTTParty.public_send(message["method"].downcase, message["url"], options)
    end
    pairs = response.headers.to_h.flat_map { |field, values| values.map { |value| [field, value] } }
    [response.code, pairs, response.body || ""]
  end

  def login(url)
    login = AuthspecDriver.choose(@session, "origin", url, %w[basic digest])
    return {} unless login
    raise Unsupported, "a login without a scheme" unless login["scheme"]
    raise Unsupported, "Digest without a challenge" if @session["preemptive"] && login["scheme"] == "digest"
    { "#{login["scheme"]}_auth": { username: login["user"], password: login["password"] } }
  end

  def proxy
    # Without an address Net::HTTP reads the environment.
    return { http_proxyaddr: nil } unless @session["proxy"]
    uri = URI(@session["proxy"])
    login = AuthspecDriver.choose(@session, "proxy", @session["proxy"]) || {}
    { http_proxyaddr: uri.host, http_proxyport: uri.port, http_proxyuser: login["user"], http_proxypass: login["password"] }
  end

  def trust
    return {} unless @session["ca_file"]
    file = @session["client_certificate"]
    # The option ssl_ca_file adds certificates to a store that all requests share.
    store = OpenSSL::X509::Store.new.add_file(@session["ca_file"])
    { cert_store: store }.merge(file ? { pem: File.read(file) } : {})
  end

  def body(message, headers)
    return {} unless message["body"]
    return { body: message["body"] } unless message["stream"] || message["chunked"]
    if message["chunked"] then headers["Transfer-Encoding"] = "chunked"
    else headers["Content-Length"] = message["body"].bytesize.to_s
    end
    { body_stream: StringIO.new(message["body"]) }
  end

  def close = nil

  def kind(error)
    case error
    when URI::Error, HTTParty::UnsupportedURIScheme then "url"
    when Timeout::Error then "timeout"
    when OpenSSL::SSL::SSLError then "tls"
    when HTTParty::RedirectionTooDeep then "redirects"
    when HTTParty::Error, Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error, Net::ProtocolError then "protocol"
    when SystemCallError, IOError, SocketError then "connection"
    else "internal"
    end
  end
end

AuthspecDriver.new(Client.new).run
