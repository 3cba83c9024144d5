// SPDX-License-Identifier: Apache-2.0

import java.io.*;
import java.util.*;
import org.apache.hc.client5.http.*;
import org.apache.hc.client5.http.auth.*;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.*;
import org.apache.hc.client5.http.impl.classic.*;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.*;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.ssl.SSLConnectionSocketFactory;
import org.apache.hc.core5.http.*;
import org.apache.hc.core5.http.config.*;
import org.apache.hc.core5.http.io.entity.*;
import org.apache.hc.core5.util.*;

/** The driver of Apache HttpClient 5: for a session one CredentialsProvider, AuthCache and CookieStore. */
final class Apache5Driver extends Driver {
  /** The client's own, but with tickets for the host of the URL, and not for the name that its address has. */
  private static final KerberosConfig BY_URL = KerberosConfig.custom().setUseCanonicalHostname(false).build();
  private static final Registry<AuthSchemeFactory> SCHEMES = RegistryBuilder.<AuthSchemeFactory>create()
    .register("Basic", BasicSchemeFactory.INSTANCE).register("Digest", DigestSchemeFactory.INSTANCE).register("NTLM", NTLMSchemeFactory.INSTANCE)
    .register("Negotiate", new SPNegoSchemeFactory(BY_URL, SystemDefaultDnsResolver.INSTANCE))
    .register("Kerberos", new KerberosSchemeFactory(BY_URL, SystemDefaultDnsResolver.INSTANCE)).build();
  private CloseableHttpClient client;
  private BasicCredentialsProvider logins;
  private BasicAuthCache known;
  private BasicCookieStore cookies;
  private RequestConfig config;
  private List<Object> built;

  @Override
  List<String> identity() {
    return List.of("Apache HttpClient5",
      "basic digest ntlm ntlm-v2 proxy-ntlm negotiate proxy-negotiate digest-sess digest-sha-256 by-challenge preemptive per-origin proxy proxy-digest connect redirects cookies headers memory change concurrent stream resolve tls client-certificate proxy-tls",
      VersionInfo.loadVersionInfo("org.apache.hc.client5", getClass().getClassLoader()).getRelease());
  }

  @Override
  List<String> honours() {
    var all = new ArrayList<>(super.honours());
    all.add("kerberos");
    return all;
  }

  @Override
  boolean open(boolean isNew) throws Exception {
    var settled = Arrays.asList(session.get("credentials"), session.get("ca_file"), session.get("client_certificates"));
    boolean kept = !isNew && settled.equals(built);
    if (!kept) {
      close();
      var manager = PoolingHttpClientConnectionManagerBuilder.create().setMaxConnPerRoute(8);
      var trust = context();
      if (trust != null) manager.setSSLSocketFactory(new SSLConnectionSocketFactory(trust));
      // By default it also repeats a request after a 429 or 503, whatever challenge comes with it.
      var retries = new org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy() {
        @Override public boolean retryRequest(HttpResponse response, int count, org.apache.hc.core5.http.protocol.HttpContext context) { return false; }
      };
      client = HttpClients.custom().setConnectionManager(manager.build()).setRetryStrategy(retries).setDefaultAuthSchemeRegistry(SCHEMES).build();
      logins = new BasicCredentialsProvider();
      known = new BasicAuthCache();
      cookies = new BasicCookieStore();
    }
    built = settled;
    useTickets(isNew);
    var proxy = session.get("proxy") instanceof String url ? host(url) : null;
    var time = Timeout.ofMilliseconds(number("timeout_ms"));
    @SuppressWarnings("unchecked")
    var schemes = (List<String>) session.get("schemes");
    config = RequestConfig.custom().setProxy(proxy).setRedirectsEnabled(number("redirects") > 0)
      .setMaxRedirects(number("redirects")).setConnectTimeout(time).setResponseTimeout(time)
      .setTargetPreferredAuthSchemes(schemes).setProxyPreferredAuthSchemes(schemes).setCookieSpec(is("cookies") ? "strict" : "ignore").build();
    if (session.get("kerberos") != null) logins.setCredentials(new AuthScope(null, null, -1, null, "Negotiate"), new KerberosCredentials(null));
    for (var entry : (List<?>) session.getOrDefault("credentials", List.of())) {
      var login = (Map<?, ?>) entry;
      var url = login.get("url") == null && login.get("target").equals("proxy") ? session.get("proxy") : login.get("url");
      var scope = url == null ? new AuthScope(null, null, -1, (String) login.get("realm"), (String) login.get("scheme"))
        : new AuthScope(host(origin("" + url)), (String) login.get("realm"), (String) login.get("scheme"));
      var user = (String) login.get("user");
      var password = ((String) login.get("password")).toCharArray();
      // NTLM takes credentials of its own class.
      boolean isForNTLM = login.get("domain") != null || "ntlm".equals(login.get("scheme"));
      logins.setCredentials(scope, isForNTLM ? new NTCredentials(user, password, null, (String) login.get("domain")) : new UsernamePasswordCredentials(user, password));
    }
    return kept || isNew;
  }

  /** A host as the client has it for a request. */
  private static HttpHost host(String url) throws HttpException {
    return org.apache.hc.client5.http.routing.RoutingSupport.determineHost(new HttpUriRequestBase("GET", java.net.URI.create(url)));
  }

  @Override
  Response send(Request request) throws Exception {
    var made = new HttpUriRequestBase(request.method(), new java.net.URI(request.url()));
    made.setConfig(config);
    for (var field : request.headers()) made.addHeader(field.get(0), field.get(1));
    var body = request.body();
    if (request.stream()) made.setEntity(new InputStreamEntity(new ByteArrayInputStream(body), request.chunked() ? -1 : body.length, null));
    else if (body != null) made.setEntity(new ByteArrayEntity(body, null, request.chunked()));
    // What a client knows is in the context of a request ("Preemptive authentication" of its examples).
    var context = HttpClientContext.create();
    context.setCredentialsProvider(logins);
    context.setAuthCache(known);
    context.setCookieStore(cookies);
    for (var host : is("preemptive") ? new HttpHost[] {org.apache.hc.client5.http.routing.RoutingSupport.determineHost(made), config.getProxy()} : new HttpHost[0]) {
      var login = host == null ? null : logins.getCredentials(new AuthScope(host), context);
      var scheme = new BasicScheme();
      if (login != null) scheme.initPreemptive(login);
      if (login != null) known.put(host, scheme);
    }
    try (var limit = limit(made::cancel); var response = client.execute(made, context)) {
      var headers = new LinkedHashMap<String, List<String>>();
      for (var field : response.getHeaders()) headers.computeIfAbsent(field.getName(), name -> new ArrayList<>()).add(field.getValue());
      return new Response(response.getCode(), headers, response.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(response.getEntity()));
    } catch (IOException | IllegalStateException error) {
      throw made.isCancelled() ? new InterruptedIOException("cancelled after the time for the request") : error;
    }
  }

  @Override
  void close() throws IOException {
    if (client != null) client.close();
  }

  @Override
  String kind(Exception error) {
    var cause = error instanceof ClientProtocolException && error.getCause() != null ? error.getCause() : error;
    if (error instanceof java.net.URISyntaxException || ("" + cause.getMessage()).matches("Target host is not specified|.*(URI|scheme).*")) return "url";
    if (cause instanceof RedirectException) return "redirects";
    if (cause instanceof javax.net.ssl.SSLException) return "tls";
    if (cause instanceof InterruptedIOException) return "timeout";
    if (cause instanceof HttpException || cause instanceof MalformedChunkCodingException || cause instanceof ClientProtocolException) return "protocol";
    return error instanceof IOException ? "connection" : "internal";
  }
}
