// SPDX-License-Identifier: Apache-2.0

import java.io.*;
import java.util.*;
import javax.net.ssl.SSLException;
import org.apache.http.*;
import org.apache.http.auth.*;
import org.apache.http.client.*;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.*;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.entity.*;
import org.apache.http.config.*;
import org.apache.http.impl.auth.*;
import org.apache.http.impl.client.*;
import org.apache.http.util.*;

/** The driver of Apache HttpClient 4: for a session one CredentialsProvider, AuthCache and CookieStore. */
final class Apache4Driver extends Driver {
  /** Those that it has by itself, but with tickets for the host of the URL, and not for the name that its address has. */
  private static final Registry<AuthSchemeProvider> SCHEMES = RegistryBuilder.<AuthSchemeProvider>create()
    .register("Basic", new BasicSchemeFactory()).register("Digest", new DigestSchemeFactory()).register("NTLM", new NTLMSchemeFactory())
    .register("Negotiate", new SPNegoSchemeFactory(true, false)).register("Kerberos", new KerberosSchemeFactory(true, false)).build();
  private CloseableHttpClient client;
  private BasicCredentialsProvider logins;
  private BasicAuthCache known;
  private BasicCookieStore cookies;
  private RequestConfig config;
  private List<Object> built;

  @Override
  List<String> identity() {
    return List.of("Apache HttpClient",
      "basic digest ntlm ntlm-v2 proxy-ntlm negotiate proxy-negotiate digest-sess digest-sha-256 by-challenge preemptive per-origin proxy proxy-digest connect"
        + " redirects cookies userinfo headers memory change concurrent stream resolve tls client-certificate proxy-tls",
      VersionInfo.loadVersionInfo("org.apache.http.client", getClass().getClassLoader()).getRelease());
  }

  @Override
  List<String> honours() {
    var all = new ArrayList<>(super.honours());
    all.add("kerberos");
    return all;
  }

  @Override
  boolean open(boolean isNew) throws Exception {
    var settled = Arrays.asList(session.get("ca_file"), session.get("client_certificates"));
    boolean kept = !isNew && settled.equals(built);
    if (!kept) {
      close();
      client = HttpClients.custom().setMaxConnPerRoute(8).setSSLContext(context()).setDefaultAuthSchemeRegistry(SCHEMES).build();
      logins = new BasicCredentialsProvider();
      known = new BasicAuthCache();
      cookies = new BasicCookieStore();
    }
    built = settled;
    useTickets(isNew);
    var proxy = session.get("proxy") instanceof String url ? HttpHost.create(url) : null;
    @SuppressWarnings("unchecked")
    var schemes = (List<String>) session.get("schemes");
    config = RequestConfig.custom().setProxy(proxy).setRedirectsEnabled(number("redirects") > 0)
      .setMaxRedirects(number("redirects")).setConnectTimeout(number("timeout_ms")).setSocketTimeout(number("timeout_ms"))
      .setTargetPreferredAuthSchemes(schemes).setProxyPreferredAuthSchemes(schemes).setCookieSpec(is("cookies") ? "default" : "ignoreCookies").build();
    logins.clear();
    if (session.get("kerberos") != null) logins.setCredentials(new AuthScope(null, -1, null, "Negotiate"), new KerberosCredentials(null));
    for (var entry : (List<?>) session.getOrDefault("credentials", List.of())) {
      var login = (Map<?, ?>) entry;
      var url = login.get("url") == null && login.get("target").equals("proxy") ? session.get("proxy") : login.get("url");
      // A host without a port would stand for all ports.
      var scope = url == null ? new AuthScope(null, -1, (String) login.get("realm"), (String) login.get("scheme"))
        : new AuthScope(HttpHost.create(origin("" + url)), (String) login.get("realm"), (String) login.get("scheme"));
      var user = (String) login.get("user");
      var password = (String) login.get("password");
      // NTLM takes credentials of its own class.
      boolean isForNTLM = login.get("domain") != null || "ntlm".equals(login.get("scheme"));
      logins.setCredentials(scope, isForNTLM ? new NTCredentials(user, password, null, (String) login.get("domain")) : new UsernamePasswordCredentials(user, password));
    }
    return kept || isNew;
  }

  @Override
  Response send(Request request) throws Exception {
    var builder = RequestBuilder.create(request.method()).setUri(request.url()).setConfig(config);
    for (var field : request.headers()) builder.addHeader(field.get(0), field.get(1));
    if (request.stream()) builder.setEntity(new InputStreamEntity(new ByteArrayInputStream(request.body()), request.chunked() ? -1 : request.body().length));
    else if (request.body() != null) builder.setEntity(new ByteArrayEntity(request.body()));
    if (request.chunked()) ((AbstractHttpEntity) builder.getEntity()).setChunked(true);
    // "HTTP authentication and execution context" of its tutorial: what a client knows is in the context of a request.
    var context = HttpClientContext.create();
    context.setCredentialsProvider(logins);
    context.setAuthCache(known);
    context.setCookieStore(cookies);
    var host = URIUtils.extractHost(builder.getUri());
    if (is("preemptive") && host != null) {
      known.put(host, new BasicScheme());
      if (config.getProxy() != null) known.put(config.getProxy(), new BasicScheme(ChallengeState.PROXY));
    }
    var made = builder.build();
    try (var limit = limit(made::abort); var response = client.execute(made, context)) {
      var headers = new LinkedHashMap<String, List<String>>();
      for (var field : response.getAllHeaders()) headers.computeIfAbsent(field.getName(), name -> new ArrayList<>()).add(field.getValue());
      var body = response.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(response.getEntity());
      return new Response(response.getStatusLine().getStatusCode(), headers, body);
    } catch (IOException | IllegalStateException error) {
      throw made.isAborted() ? new InterruptedIOException("aborted after the time for the request") : error;
    }
  }

  @Override
  void close() throws IOException {
    if (client != null) client.close();
  }

  @Override
  String kind(Exception error) {
    var cause = error instanceof ClientProtocolException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof IllegalArgumentException || ("" + cause.getMessage()).startsWith("URI does not specify")) return "url";
    if (cause instanceof RedirectException) return "redirects";
    if (cause instanceof NonRepeatableRequestException) return "body";
    if (cause instanceof SSLException) return "tls";
    if (cause instanceof InterruptedIOException) return "timeout";
    if (cause instanceof HttpException || cause instanceof MalformedChunkCodingException || cause instanceof ClientProtocolException) return "protocol";
    return error instanceof IOException ? "connection" : "internal";
  }
}
