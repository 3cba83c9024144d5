// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.CookieManager;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ProxySelector;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** The driver of java.net.http.HttpClient: an Authenticator with its logins, a CookieManager, a ProxySelector. */
final class HttpClientDriver extends Driver {
  private HttpClient client;
  private List<Object> built;
  private int closed;

  public static void main(String[] arguments) throws Exception {
    new HttpClientDriver().run();
  }

  @Override
  List<String> identity() {
    return List.of(
      "Java HttpClient",
      "basic by-challenge per-origin per-realm ask proxy redirects cookies headers memory change concurrent stream resolve"
        + " connect tls client-certificate websocket");
  }

  @Override
  List<String> honours() {
    return List.of("credentials", "ask", "schemes", "redirects", "cookies", "proxy", "resolve", "timeout_ms",
      "ca_file", "client_certificate", "client_certificates");
  }

  @Override
  boolean open(boolean isNew) throws IOException, GeneralSecurityException {
    // A client's settings, except the timeout, and the logins that it has cached cannot be changed.
    var wanted = Arrays.asList(number("redirects") > 0, is("cookies"), session.get("proxy"), session.get("credentials"), is("ask"),
      session.get("ca_file"), session.get("client_certificates"));
    if (session.get("proxy") instanceof String url && url.startsWith("https:")) throw new Unsupported("a proxy over TLS");
    if (!isNew && wanted.equals(built)) return true;
    built = wanted;
    var builder = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY);
    if (is("ask") || !List.of().equals(session.getOrDefault("credentials", List.of()))) builder.authenticator(new Logins());
    builder.followRedirects(number("redirects") > 0 ? HttpClient.Redirect.NORMAL : HttpClient.Redirect.NEVER);
    var context = context();
    if (context != null) builder.sslContext(context);
    if (is("cookies")) builder.cookieHandler(new CookieManager());
    if (session.get("proxy") instanceof String url) {
      builder.proxy(ProxySelector.of(new InetSocketAddress(URI.create(url).getHost(), URI.create(url).getPort())));
    }
    client = builder.build();
    return isNew;
  }

  @Override
  Response send(Request request) throws IOException, InterruptedException {
    var builder = HttpRequest.newBuilder(uri(request.url())).timeout(Duration.ofMillis(number("timeout_ms")));
    var body = BodyPublishers.noBody();
    if (request.stream()) {
      // The supplier has no second stream, so the request then fails.
      var streams = List.of(new ByteArrayInputStream(request.body())).iterator();
      body = BodyPublishers.ofInputStream(() -> streams.hasNext() ? streams.next() : null);
      if (!request.chunked()) body = BodyPublishers.fromPublisher(body, request.body().length);
    } else if (request.body() != null) {
      body = BodyPublishers.ofByteArray(request.body());
      if (request.chunked()) body = BodyPublishers.fromPublisher(body);
    }
    try {
      for (var field : request.headers()) builder.header(field.get(0), field.get(1));
      // Uses the builder's own function for a method if there is one.
      if (request.method().equals("GET") && request.body() == null) builder.GET();
      else if (request.method().equals("DELETE") && request.body() == null) builder.DELETE();
      else builder.method(request.method(), body);
    } catch (IllegalArgumentException error) {
      throw new Unsupported(error.getMessage());
    }
    // The request's timeout is for its header section, and starts again when the client repeats the
    // request.
    var running = client.sendAsync(builder.build(), BodyHandlers.ofByteArray());
    var response = finished(running, number("timeout_ms") + 200);
    // A proxy's response to CONNECT has no body here.
    var content = response.body() == null ? new byte[0] : response.body();
    return new Response(response.statusCode(), response.headers().map(), content);
  }

  @Override
  Response openWebSocket(Request request) throws IOException, InterruptedException {
    var messages = new ArrayList<byte[]>();
    var text = new StringBuilder();
    var octets = new ByteArrayOutputStream();
    var closed = new CompletableFuture<Integer>();
    var listener = new WebSocket.Listener() {
      @Override
      public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
          messages.add(text.toString().getBytes(StandardCharsets.UTF_8));
          text.setLength(0);
        }
        socket.request(1);
        return null;
      }

      @Override
      public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        while (data.hasRemaining()) octets.write(data.get());
        if (last) {
          messages.add(octets.toByteArray());
          octets.reset();
        }
        socket.request(1);
        return null;
      }

      @Override
      public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        closed.complete(code);
        return null;
      }

      @Override
      public void onError(WebSocket socket, Throwable error) {
        closed.completeExceptionally(error);
      }
    };
    var limit = Duration.ofMillis(number("timeout_ms"));
    var builder = client.newWebSocketBuilder().connectTimeout(limit);
    for (var field : request.headers()) builder.header(field.get(0), field.get(1));
    WebSocket socket;
    try {
      socket = finished(builder.buildAsync(uri(request.url()), listener), number("timeout_ms") + 200);
    } catch (WebSocketHandshakeException error) {
      var response = error.getResponse();
      if (response == null || response.statusCode() == 101) throw new ProtocolException(error.getMessage());
      return new Response(response.statusCode(), response.headers().map(), new byte[0]);
    }
    if (request.body() != null) socket.sendText(new String(request.body(), StandardCharsets.UTF_8), true);
    if (finished(closed, number("timeout_ms")) == WebSocket.NORMAL_CLOSURE + 6) throw new SocketException("closed without a Close");
    // The client answers the Close after its listener has returned.
    for (int i = 0; i < 100 && !socket.isOutputClosed(); i++) Thread.sleep(1);
    return new Response(101, Map.of(), new byte[0], messages);
  }

  private static <T> T finished(CompletableFuture<T> running, int milliseconds) throws IOException, InterruptedException {
    try {
      return running.get(milliseconds, TimeUnit.MILLISECONDS);
    } catch (TimeoutException error) {
      running.cancel(true);
      throw new HttpTimeoutException("not finished in time");
    } catch (ExecutionException error) {
      if (error.getCause() instanceof IOException cause) throw cause;
      if (error.getCause() instanceof RuntimeException cause) throw cause;
      throw new IllegalStateException(error.getCause());
    }
  }

  private static final class BadURL extends RuntimeException {
    BadURL(Exception error) {
      super(error.getMessage());
    }
  }

  private URI uri(String url) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException error) {
      throw new BadURL(error);
    }
  }

  @Override
  void close() {
    // Before Java 21 a client has no close: its connections and its thread end with garbage
    // collection.
    client = null;
    if (++closed % 32 == 0) System.gc();
  }

  @Override
  String kind(Exception error) {
    var message = "" + error.getMessage();
    if (error instanceof BadURL) return "url";
    if (error instanceof HttpTimeoutException) return "timeout";
    if (error instanceof SSLException) return "tls";
    if (error instanceof ProtocolException) return "protocol";
    if (error instanceof IllegalArgumentException) return message.contains("scheme") || message.contains("host") ? "url" : "internal";
    if (!(error instanceof IOException)) return "internal";
    if (message.contains("authentication attempts") || message.contains("No credentials")) return "authentication";
    if (message.contains("retries")) return "redirects";
    if (message.contains("stream supplied") || message.contains("streamSupplier")) return "body";
    if (error instanceof ConnectException || error instanceof SocketException || message.matches("(?s).*(reset|closed|EOF|no bytes|Broken pipe).*")) {
      return "connection";
    }
    return message.matches("(?s).*([Ii]nvalid|header|[Pp]arse|[Mm]alformed|Protocol|chunk|length|[Bb]ad|status).*") ? "protocol" : "other";
  }
}
