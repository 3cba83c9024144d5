# SPDX-License-Identifier: Apache-2.0
# The driver of Ruby's HTTPClient: one client for a session, logins by its authenticators.
require "httpclient"
require "set"
require "stringio"
require "timeout"
require_relative "../_ruby/authspec_driver"

Places.replace_the_resolver

class Client
  def name = "Ruby HTTPClient"
  def version = HTTPClient::VERSION
  def can = %w[basic digest digest-sess ntlm ntlm-v2 proxy-ntlm by-challenge preemptive per-origin proxy proxy-digest connect redirects cookies
    headers memory change stream resolve tls client-certificate]
  def honours = %w[credentials preemptive schemes redirects cookies proxy resolve timeout_ms ca_file client_certificate
    client_certificates]

  def open(session, is_new)
    raise Unsupported, "a proxy over TLS" if session["proxy"]&.start_with?("https:")
    if session["client_certificates"].any? && !session["client_certificate"]
      raise Unsupported, "certificates for several servers, or for a proxy"
    end
    # Nothing removes a login or a certificate from a client.
    bound = session.values_at("credentials", "schemes", "preemptive", "ca_file", "client_certificate")
    kept = !is_new && bound == @bound
    make(session) unless kept
    @session, @bound = session, bound
    Places.resolve = session["resolve"]
    @http.proxy = session["proxy"]
    @http.follow_redirect_count = session["redirects"]
    @http.cookie_manager = session["cookies"] ? @jar : nil
    kept || is_new
  end

  def make(session)
    close
    @http, @added = HTTPClient.new, Set.new
    @jar = @http.cookie_manager
    # Its timeouts are for parts of a request; the driver limits all of it.
    @http.connect_timeout = @http.send_timeout = @http.receive_timeout = 0
    if session["ca_file"]
      @http.ssl_config.clear_cert_store
      @http.ssl_config.add_trust_ca(session["ca_file"])
    end
    file = session["client_certificate"]
    @http.ssl_config.client_cert = OpenSSL::X509::Certificate.new(File.read(file)) if file
    @http.ssl_config.client_key = OpenSSL::PKey.read(File.read(file)) if file
    session["credentials"].each { |login| add(login, session, login["url"]) if login["url"] || login["target"] == "proxy" }
  end

  # A login without a scheme is for both of them. HTTPClient needs a URL below which a Digest login is sent.
  def add(login, session, url)
    raise Unsupported, "a token" if login["token"]
    return add_for_all(login, url) if login["domain"] && [login["scheme"], session["schemes"]] == [nil, nil]
    schemes = (login["scheme"] ? [login["scheme"]] : %w[basic digest]) & (session["schemes"] || %w[basic digest])
    filter = login["target"] == "proxy" ? @http.proxy_auth : @http.www_auth
    schemes.each do |scheme|
      authenticator = scheme == "basic" ? filter.basic_auth : filter.digest_auth
      authenticator.set(url && URI(url), login["user"], login["password"])
      authenticator.force_auth = session["preemptive"] if scheme == "basic"
    end
  end

  # NTLM has no authenticator of its own in the interface: `set_auth` sets those of all schemes, and forgets what is known
  # of challenges.
  def add_for_all(login, url)
    return unless @added.add?([login["target"], url])
    user = "#{login["domain"]}\\#{login["user"]}"
    return @http.set_proxy_auth(user, login["password"]) if login["target"] == "proxy"
    @http.set_auth(url, user, login["password"])
  end

  def request(message)
    uri = URI(message["url"])
    # A login for any origin is one for that of the request, unless there is another for it.
    general = AuthspecDriver.choose(@session, "origin", message["url"], %w[basic digest])
    add(general, @session, "#{uri.scheme}://#{uri.host}:#{uri.port}") if general && !general["url"]
    body = message["body"]
    body = StringIO.new(body) if body && (message["stream"] || message["chunked"])
    headers = message["headers"].map(&:dup)
    headers << ["Content-Length", message["body"].bytesize.to_s] if message["stream"] && !message["chunked"]
    response = Timeout.timeout(@session["timeout_ms"] / 1000.0) do
      @http.request(message["method"], message["url"], body: body, header: headers,
                    follow_redirect: @session["redirects"].positive?)
    end
    raise HTTPClient::BadResponseError, "no status" unless response.status
    [response.status, response.http_header.all, response.content || ""]
  end

  def close
    @http&.reset_all
    @http = nil
  end

  def kind(error)
    case error
    when URI::Error, ArgumentError then "url"
    when Timeout::Error, HTTPClient::TimeoutError then "timeout"
    when OpenSSL::SSL::SSLError then "tls"
    when HTTPClient::BadResponseError then error.message.include?("retry count exceeded") ? "redirects" : "protocol"
    when HTTPClient::KeepAliveDisconnected, SystemCallError, IOError, SocketError then "connection"
    else "internal"
    end
  end
end

AuthspecDriver.new(Client.new).run
