// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The driver protocol, for clients in Java: lines of JSON on standard input and output. */
abstract class Driver {
  /** The client does not support it; the case is skipped with that reason. */
  static final class Unsupported extends RuntimeException {
    Unsupported(String what) {
      super(what);
    }
  }

  /** A request; the body is null if there is none. */
  record Request(long id, String method, String url, List<List<String>> headers, byte[] body, boolean stream, boolean chunked,
    boolean websocket) {}

  /** A final response, with the messages that came on a websocket. */
  record Response(int status, Map<String, List<String>> headers, byte[] body, List<byte[]> messages) {
    Response(int status, Map<String, List<String>> headers, byte[] body) {
      this(status, headers, body, List.of());
    }
  }

  /** The settings of the session, including changes; null if no session is open. */
  Map<String, Object> session;
  private Object tickets;

  /** The addresses of names. Java's clients have no option for them, but Java reads this file instead of the system's names. */
  private static final Path HOSTS = Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp"), "hosts");

  static {
    System.setProperty("jdk.net.hosts.file", HOSTS.toString());
    Security.setProperty("networkaddress.cache.ttl", "0");
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
  }

  private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(2);

  /** The request that the thread plays. */
  private static final ThreadLocal<Long> PLAYED = new ThreadLocal<>();

  private final PrintStream out = System.out;
  private final AtomicLong asks = new AtomicLong();
  private final Map<Long, CompletableFuture<Map<String, Object>>> asked = new ConcurrentHashMap<>();
  private final Map<Long, Map<List<String>, Integer>> failures = new ConcurrentHashMap<>();
  /** How many requests have begun, and how many had before each of those that run. */
  private final AtomicLong begun = new AtomicLong();
  private final Map<Long, Long> before = new ConcurrentHashMap<>();

  /** The name, followed by the abilities, and by the version unless that is Java's. */
  abstract List<String> identity();

  /** The keys of the session that the client supports. */
  List<String> honours() {
    return List.of("credentials", "preemptive", "schemes", "redirects", "cookies", "proxy", "resolve", "timeout_ms", "ca_file",
      "client_certificate", "client_certificates");
  }

  /** Puts the session's tickets where KRB5_CONFIG and KRB5CCNAME, which a process cannot change, say. */
  void useTickets(boolean isNew) throws IOException {
    // Java cannot be told of other tickets, and keeps the connections of the former.
    if (!isNew && !Objects.equals(tickets, session.get("kerberos"))) throw new Unsupported("tickets that change");
    tickets = session.get("kerberos");
    var home = Path.of(System.getenv("HOME"));
    Files.deleteIfExists(home.resolve("tickets"));
    Files.writeString(home.resolve("krb5.conf"), "");
    if (!(tickets instanceof Map<?, ?> kerberos)) return;
    if (Boolean.TRUE.equals(kerberos.get("delegate"))) throw new Unsupported("credentials that are delegated");
    Files.copy(Path.of((String) kerberos.get("config")), home.resolve("krb5.conf"), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(Path.of(((String) kerberos.get("ccache")).replaceFirst("^FILE:", "")), home.resolve("tickets"));
  }

  /** Makes a new client for the session, or changes the current one; false if a new one had to replace it. */
  abstract boolean open(boolean isNew) throws Exception;

  abstract Response send(Request request) throws Exception;

  Response openWebSocket(Request request) throws Exception {
    throw new Unsupported("websocket");
  }

  abstract void close() throws IOException;

  /** The kind of an error that the client's documentation names. */
  abstract String kind(Exception error);

  /** The context of TLS that trusts the session's certificates and shows the client's; null if the session has none. */
  final SSLContext context() throws IOException, GeneralSecurityException {
    if (!(session.get("ca_file") instanceof String roots)) return null;
    if (!List.of().equals(session.getOrDefault("client_certificates", List.of())) && session.get("client_certificate") == null)
      throw new Unsupported("certificates for several servers, or for a proxy");
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    var certificates = CertificateFactory.getInstance("X.509");
    for (var root : certificates.generateCertificates(Files.newInputStream(Path.of(roots))))
      trusted.setCertificateEntry("root-" + trusted.size(), root);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(keys(certificates), trust.getTrustManagers(), null);
    return context;
  }

  private KeyManager[] keys(CertificateFactory certificates) throws IOException, GeneralSecurityException {
    if (!(session.get("client_certificate") instanceof String file)) return null;
    var parts = Files.readString(Path.of(file)).split("-----BEGIN PRIVATE KEY-----");
    var chain = certificates.generateCertificates(new ByteArrayInputStream(parts[0].getBytes(StandardCharsets.US_ASCII)))
      .toArray(new Certificate[0]);
    var octets = Base64.getMimeDecoder().decode(parts[1].replaceFirst("(?s)-----END.*", ""));
    var key = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(octets));
    var own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    own.setKeyEntry("own", key, new char[0], chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(own, new char[0]);
    return factory.getKeyManagers();
  }

  boolean is(String key) {
    return Boolean.TRUE.equals(session.get(key));
  }

  int number(String key) {
    return ((Long) session.get(key)).intValue();
  }

  /** The authenticator of the client: returns the login for an origin or proxy and realm, or asks for one. */
  final class Logins extends Authenticator {
    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      var target = getRequestorType() == RequestorType.PROXY ? "proxy" : "origin";
      var url = target.equals("proxy")
        ? (String) session.get("proxy")
        : getRequestingURL().getProtocol() + "://" + getRequestingURL().getAuthority().replaceFirst(".*@", "");
      var scheme = getRequestingScheme().toLowerCase();
      var allowed = (List<?>) session.get("schemes");
      if (allowed != null && !allowed.contains(scheme)) return null;
      var login = choose(target, url, getRequestingPrompt(), scheme);
      // The client does not say for which request it asks. It is that of this thread; if the client asks in a thread of
      // its own, assume the oldest running one.
      var request = PLAYED.get() == null ? oldest() : PLAYED.get();
      // A question for the target of a redirect follows no refusal.
      var place = target.equals("proxy") ? url : "" + getRequestingURL();
      var count = failures.get(request).merge(List.of(target, place, "" + getRequestingPrompt()), 1, Integer::sum) - 1;
      if (is("ask") && (login == null || count > 0)) login = ask(request, target, url, scheme, getRequestingPrompt(), count);
      // After a refusal there is no other login to give; each of the requests at once may ask once, also those that have
      // ended since.
      else if (count >= begun.get() - before.get(request)) login = null;
      return login == null ? null : new PasswordAuthentication(user(login), ((String) login.get("password")).toCharArray());
    }
  }

  /** The request that runs for the longest time: threads do not begin in the order of the requests. */
  private long oldest() {
    return before.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** The user, as Java takes one of a domain: DOMAIN\\user. */
  private static String user(Map<?, ?> login) {
    return login.get("domain") == null ? (String) login.get("user") : login.get("domain") + "\\" + login.get("user");
  }

  /** Scheme, host and port of a URL, as RFC 9110 4.3.1 compares them. */
  static String origin(String url) {
    if (url == null) return null;
    // The login for an http URL is for the ws URL of that server as well.
    var lower = url.toLowerCase().replaceFirst("^ws", "http");
    return lower.matches(".*:\\d+") ? lower : lower + (lower.startsWith("https:") ? ":443" : ":80");
  }

  private Map<?, ?> choose(String target, String url, String realm, String scheme) {
    Map<?, ?> chosen = null;
    int best = -1;
    for (var entry : (List<?>) session.getOrDefault("credentials", List.of())) {
      var login = (Map<?, ?>) entry;
      int rank = -1;
      if (login.get("target").equals(target)) {
        rank = 0;
        var said = new Object[] {login.get("scheme"), login.get("realm"), origin((String) login.get("url"))};
        var asked = new String[] {scheme, realm, origin(url)};
        for (int i = 0; i < 3 && rank >= 0; i++) if (said[i] != null) rank = said[i].equals(asked[i]) ? rank + (1 << i) : -1;
      }
      if (rank > best) {
        best = rank;
        chosen = login;
      }
    }
    return chosen;
  }

  private Map<String, Object> ask(long request, String target, String url, String scheme, String realm, int count) {
    var id = asks.incrementAndGet();
    asked.put(id, new CompletableFuture<>());
    var question = new HashMap<String, Object>(Map.of("ask", "credentials", "ask_id", id, "for", request, "target", target));
    question.putAll(Map.of("url", url, "scheme", scheme, "failures", count));
    question.put("realm", realm);
    say(question);
    var answer = asked.get(id).join();
    return "credentials".equals(answer.get("answer")) ? answer : null;
  }

  /** Runs the driver of the class with that name. */
  public static void main(String[] arguments) throws Exception {
    ((Driver) Class.forName(arguments[0]).getDeclaredConstructor().newInstance()).run();
  }

  /** Answers lines until the input ends. */
  void run() throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.setOut(System.err);
    for (String line; (line = lines.readLine()) != null; ) {
      @SuppressWarnings("unchecked")
      var message = (Map<String, Object>) JSON.read(line);
      if (message.get("ask_id") instanceof Long id) {
        asked.get(id).complete(message);
      } else if (message.get("op").equals("request")) {
        new Thread(() -> answer(message)).start();
      } else {
        answer(message);
      }
    }
    System.exit(0);
  }

  private void answer(Map<String, Object> message) {
    var line = new TreeMap<String, Object>();
    try {
      line.putAll(play(message));
    } catch (Unsupported reason) {
      line.put("unsupported", reason.getMessage());
    } catch (Exception error) {
      line.put("error", Map.of("kind", kind(error), "message", error.toString()));
    } catch (Error error) {
      // For example a stack overflow in the client, which its documentation does not name.
      line.put("error", Map.of("kind", "internal", "message", error.toString()));
    }
    line.put("id", message.get("id"));
    say(line);
  }

  private Map<String, Object> play(Map<String, Object> message) throws Exception {
    switch ((String) message.get("op")) {
      case "hello":
        return Map.of("client", identity().get(0), "version", identity().size() > 2 ? identity().get(2) : System.getProperty("java.version"), "can", List.of(identity().get(1).split(" ")));
      case "open", "close":
        if (session != null) close();
        session = null;
        if (message.get("op").equals("close")) return Map.of("ok", true);
        session = new HashMap<>(Map.of("redirects", 10L, "timeout_ms", 2000L));
        configure(message);
        return Map.of("ok", true, "kept", open(true));
      case "change":
        configure(message);
        return Map.of("ok", true, "kept", open(false));
      case "request":
        if (session == null) return Map.of("error", Map.of("kind", "internal", "message", "no session is open"));
        return answer(request(message));
      default:
        throw new Unsupported((String) message.get("op"));
    }
  }

  private void configure(Map<String, Object> message) throws IOException {
    for (var entry : ((Map<?, ?>) message.get("session")).entrySet()) {
      var value = entry.getValue();
      boolean isDefault = value == null || value.equals(false) || value.equals(Map.of()) || value.equals(List.of());
      if (!isDefault && !honours().contains(entry.getKey())) throw new Unsupported((String) entry.getKey());
      session.put((String) entry.getKey(), value);
    }
    for (var entry : (List<?>) session.getOrDefault("credentials", List.of()))
      if (((Map<?, ?>) entry).get("token") != null) throw new Unsupported("a token");
    useNames();
  }

  /** The spellings of a name that a URL may have: Java compares the names of that file with regard to case. */
  private static Set<String> spellings(String name) {
    var first = name.split("[.]", 2);
    var capitals = Pattern.compile("(^|[.])[a-z]").matcher(name).replaceAll(found -> found.group().toUpperCase());
    var mixed = first.length < 2 ? name : first[0].toUpperCase() + "." + first[1];
    var capital = name.substring(0, 1).toUpperCase() + name.substring(1);
    return new TreeSet<>(List.of(name, name.toLowerCase(), name.toUpperCase(), capitals, mixed, capital));
  }

  private void useNames() throws IOException {
    var hosts = new StringBuilder("127.0.0.1 localhost\n");
    for (var entry : ((Map<?, ?>) session.getOrDefault("resolve", Map.of())).entrySet()) {
      var name = ((String) entry.getKey()).split(":");
      var place = ((String) entry.getValue()).split(":");
      if (!name[1].equals(place[1])) throw new Unsupported("a name that leads to another port");
      for (var spelling : spellings(name[0])) hosts.append(place[0]).append(' ').append(spelling).append('\n');
    }
    Files.writeString(HOSTS, hosts);
  }

  @SuppressWarnings("unchecked")
  private Request request(Map<String, Object> message) {
    var body = (String) message.get("body");
    if (message.get("target") != null) throw new Unsupported("target");
    return new Request(
      (Long) message.get("id"), (String) message.get("method"), (String) message.get("url"),
      (List<List<String>>) message.getOrDefault("headers", List.of()), body == null ? null : Base64.getDecoder().decode(body),
      Boolean.TRUE.equals(message.get("stream")), Boolean.TRUE.equals(message.get("chunked")),
      Boolean.TRUE.equals(message.get("websocket")));
  }

  private Map<String, Object> answer(Request request) throws Exception {
    failures.put(request.id(), new ConcurrentHashMap<>());
    before.put(request.id(), begun.getAndIncrement());
    PLAYED.set(request.id());
    try {
      var response = request.websocket() ? openWebSocket(request) : send(request);
      var headers = response.headers().entrySet().stream().filter(field -> field.getKey() != null)
        .flatMap(field -> field.getValue().stream().map(value -> List.of(field.getKey(), value))).toList();
      var encoder = Base64.getEncoder();
      var answer = new HashMap<String, Object>(
        Map.of("status", response.status(), "headers", headers, "body", encoder.encodeToString(response.body())));
      if (request.websocket()) answer.put("messages", response.messages().stream().map(encoder::encodeToString).toList());
      return answer;
    } finally {
      before.remove(request.id());
      failures.remove(request.id());
    }
  }

  /** Ends a request by the client's own function when its time is over, unless it is closed before. */
  final Limit limit(Runnable end) {
    var limit = new Limit();
    limit.task = TIMER.schedule(() -> {
      limit.isOver = true;
      end.run();
    }, number("timeout_ms"), TimeUnit.MILLISECONDS);
    return limit;
  }

  static final class Limit implements AutoCloseable {
    volatile boolean isOver;
    private ScheduledFuture<?> task;

    @Override
    public void close() {
      task.cancel(false);
    }
  }

  private synchronized void say(Map<String, Object> line) {
    out.println(JSON.write(line));
    out.flush();
  }
}
