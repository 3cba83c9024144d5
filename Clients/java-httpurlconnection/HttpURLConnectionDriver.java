// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/** The driver of HttpURLConnection: an Authenticator with its logins, a CookieManager, a Proxy. */
final class HttpURLConnectionDriver extends Driver {
  private final Queue<HttpURLConnection> used = new ConcurrentLinkedQueue<>();
  private Logins logins;
  private CookieManager cookies;
  private Object given;
  private Object trust;
  private SSLSocketFactory sockets;

  public static void main(String[] arguments) throws Exception {
    new HttpURLConnectionDriver().run();
  }

  @Override
  List<String> identity() {
    return List.of(
      "Java HttpURLConnection",
      "basic digest digest-sess digest-sha-256 ntlm ntlm-v2 proxy-ntlm negotiate proxy-negotiate by-challenge per-origin per-realm ask proxy proxy-digest redirects"
        + " cookies headers memory change concurrent stream resolve connect tls client-certificate");
  }

  @Override
  List<String> honours() {
    return List.of("credentials", "ask", "schemes", "redirects", "cookies", "proxy", "resolve", "timeout_ms",
      "ca_file", "client_certificate", "client_certificates", "kerberos");
  }

  @Override
  boolean open(boolean isNew) throws IOException, GeneralSecurityException {
    if (session.get("proxy") instanceof String url && url.startsWith("https:")) throw new Unsupported("a proxy over TLS");
    // A connection is kept for the socket factory that opened it.
    var told = Arrays.asList(session.get("ca_file"), session.get("client_certificates"));
    if (isNew || !told.equals(trust)) {
      var context = context();
      sockets = context == null ? null : context.getSocketFactory();
    }
    trust = told;
    if (isNew) forgetTickets();
    // An Authenticator has the cache of logins, so another login needs another Authenticator.
    if (isNew || !Objects.equals(given, session.get("credentials"))) logins = new Logins();
    if (isNew) cookies = new CookieManager();
    useTickets(isNew);
    given = session.get("credentials");
    CookieHandler.setDefault(is("cookies") ? cookies : null);
    return true;
  }

  @Override
  Response send(Request request) throws IOException {
    var proxy = Proxy.NO_PROXY;
    if (session.get("proxy") instanceof String url) {
      var at = URI.create(url);
      proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress(at.getHost(), at.getPort()));
    }
    var connection = (HttpURLConnection) new URL(request.url()).openConnection(proxy);
    used.add(connection);
    if (sockets != null && connection instanceof HttpsURLConnection secured) secured.setSSLSocketFactory(sockets);
    connection.setAuthenticator(logins);
    connection.setConnectTimeout(number("timeout_ms"));
    connection.setReadTimeout(number("timeout_ms"));
    connection.setInstanceFollowRedirects(number("redirects") > 0);
    try {
      connection.setRequestMethod(request.method());
    } catch (ProtocolException error) {
      throw new Unsupported(error.getMessage());
    }
    for (var field : request.headers()) connection.addRequestProperty(field.get(0), field.get(1));
    if (request.body() != null) {
      if (!List.of("POST", "PUT").contains(request.method())) throw new Unsupported("a body with " + request.method());
      connection.setDoOutput(true);
      if (request.chunked()) connection.setChunkedStreamingMode(0);
      else if (request.stream()) connection.setFixedLengthStreamingMode(request.body().length);
      try (var body = connection.getOutputStream()) {
        body.write(request.body());
      }
    }
    var status = connection.getResponseCode();
    try (var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Response(status, connection.getHeaderFields(), stream == null ? new byte[0] : stream.readAllBytes());
    }
  }

  @Override
  void close() {
    for (HttpURLConnection connection; (connection = used.poll()) != null; ) connection.disconnect();
  }

  @Override
  String kind(Exception error) {
    var message = "" + error.getMessage();
    if (error instanceof HttpRetryException) return "body";
    if (error instanceof MalformedURLException) return "url";
    if (error instanceof SocketTimeoutException) return "timeout";
    if (error instanceof SSLException) return "tls";
    if (error instanceof ProtocolException) return message.contains("redirected too many") ? "redirects" : "protocol";
    if (error instanceof SocketException || error instanceof UnknownHostException) return "connection";
    if (error instanceof IOException) {
      if (message.contains("Invalid Http response") || message.contains("Premature EOF")) return "protocol";
      return message.toLowerCase().contains("authenticat") ? "authentication" : "other";
    }
    return "internal";
  }

  /** Java remembers for each host, as long as the process runs, whether there were tickets when it was first asked for them. */
  private static void forgetTickets() {
    try {
      var supported = Class.forName("sun.net.www.protocol.http.NegotiateAuthentication").getDeclaredField("supported");
      supported.setAccessible(true);
      supported.set(null, null);
    } catch (ReflectiveOperationException | RuntimeException error) {
      throw new Unsupported("sessions with tickets of their own: " + error);
    }
  }
}
