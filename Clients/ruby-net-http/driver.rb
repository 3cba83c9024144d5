# SPDX-License-Identifier: Apache-2.0
# The driver of Ruby's Net::HTTP: Basic by basic_auth; one started connection for each origin.
require "net/http"
require "openssl"
require "stringio"
require "timeout"
require "zlib"
require_relative "../_ruby/authspec_driver"

class NetHTTP
  def name = "Ruby net/http"
  def version = RUBY_VERSION
  def can = %w[basic basic-unasked preemptive proxy connect headers memory change stream resolve tls client-certificate
    client-certificate-per-origin]
  def honours = %w[credentials preemptive proxy timeout_ms redirects resolve ca_file client_certificate client_certificates]

  def open(session, is_new)
    @connections = {} if is_new
    raise Unsupported, "a proxy over TLS" if session["proxy"]&.start_with?("https:")
    # A proxy and its login, trust and certificates belong to a connection.
    bound = [session["proxy"], session["proxy"] && AuthspecDriver.choose(session, "proxy", session["proxy"]),
             session["ca_file"], session["client_certificates"]]
    kept = is_new || bound == @bound
    close unless kept
    @session, @bound = session, bound
    kept
  end

  def close
    @connections.each_value { |http| http.finish if http.started? }
    @connections.clear
  end

  def request(message)
    uri = URI(message["url"])
    raise URI::InvalidURIError, "not an HTTP URL: #{uri}" unless uri.is_a?(URI::HTTP)
    body = message["body"]
    request = Net::HTTPGenericRequest.new(message["method"], !body.nil?, message["method"] != "HEAD", uri)
    message["headers"].each { |field, value| request.add_field(field, value) }
    login = AuthspecDriver.choose(@session, "origin", "#{uri.scheme}://#{uri.host}:#{uri.port}")
    request.basic_auth(login["user"], login["password"]) if login && !request["Authorization"]
    if body && (message["stream"] || message["chunked"])
      request.body_stream = StringIO.new(body)
      message["chunked"] ? request["Transfer-Encoding"] = "chunked" : request.content_length = body.bytesize
    elsif body
      request.body = body
    end
    # The timeouts of Net::HTTP apply to each read, and it tries again after a timeout.
    response = Timeout.timeout(@session["timeout_ms"] / 1000.0) { connection(uri).request(request) }
    pairs = response.to_hash.flat_map { |field, values| values.map { |value| [field, value] } }
    [response.code.to_i, pairs, response.body || ""]
  end

  def connection(uri)
    http = @connections[[uri.scheme, uri.host, uri.port]] ||= secured(make(uri), uri)
    http.started? ? http : http.start
  end

  def make(uri)
    return direct(uri) unless @session["proxy"]
    proxy = URI(@session["proxy"])
    login = AuthspecDriver.choose(@session, "proxy", @session["proxy"]) || {}
    Net::HTTP.new(uri.hostname, uri.port, proxy.hostname, proxy.port, login["user"], login["password"])
  end

  def secured(http, uri)
    return http unless uri.scheme == "https"
    http.use_ssl = true
    http.ca_file = @session["ca_file"] if @session["ca_file"]
    file = AuthspecDriver.certificate(@session, "#{uri.scheme}://#{uri.host}:#{uri.port}")
    return http unless file
    chain = OpenSSL::X509::Certificate.load_file(file)
    http.cert, http.extra_chain_cert, http.key = chain.first, chain.drop(1), OpenSSL::PKey.read(File.read(file))
    http
  end

  def direct(uri)
    http = Net::HTTP.new(uri.hostname, uri.port, nil)
    place = @session["resolve"].find { |name, _| name.casecmp?("#{uri.host}:#{uri.port}") }&.last
    return http unless place
    address, port = place.split(":")
    raise Unsupported, "a name that leads to another port" unless port.to_i == uri.port
    http.ipaddr = address
    http
  end

  def kind(error)
    case error
    when URI::InvalidURIError then "url"
    when Timeout::Error then "timeout"
    when OpenSSL::SSL::SSLError then "tls"
    when Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error, Net::ProtocolError then "protocol"
    when SystemCallError, IOError, SocketError then "connection"
    else "internal"
    end
  end
end

AuthspecDriver.new(NetHTTP.new).run
