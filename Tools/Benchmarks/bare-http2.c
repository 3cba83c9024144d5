// SPDX-License-Identifier: Apache-2.0

// Measures how fast the libraries are over HTTP/2 without a harness: one thread, one loop, libcurl
// as the client, GnuTLS and nghttp2 as the server of a Digest exchange (GET, 401 with a challenge,
// GET with Authorization, 200), agreed on in the handshake of TLS. Nothing is recorded or judged;
// the server only checks that there is an authorization field. See bare-loop.c.
//
//     bare-http2 kept|new CASES FOLDER
//
// The folder has root.pem, server.pem and key.pem.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { milliseconds_for_a_case = 2000, streams = 4096 };

static const char user[] = "alice", password[] = "correct horse";
static int listener, events;
static gnutls_certificate_credentials_t credentials;
static gnutls_priority_t priority;
static nghttp2_session_callbacks *callbacks;
static CURLM *multi;
static long requests;
static char url[64], root[4096];

struct connection {
  int fd;
  bool is_open;
  gnutls_session_t tls;
  nghttp2_session *http;
  // Whether the request on a stream has an authorization field.
  bool is_authorized[streams];
};

static void check(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "bare-http2: %s\n", what);
  exit(3);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// The server.

static int on_field(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
                    size_t name_length, const uint8_t *value, size_t value_length, uint8_t flags,
                    void *context) {
  (void)session, (void)value, (void)value_length, (void)flags;
  struct connection *connection = context;
  if (name_length == 13 && memcmp(name, "authorization", 13) == 0) {
    connection->is_authorized[frame->hd.stream_id % streams] = true;
  }
  return 0;
}

static ssize_t read_body(nghttp2_session *session, int32_t stream, uint8_t *room, size_t length,
                         uint32_t *flags, nghttp2_data_source *source, void *context) {
  (void)session, (void)stream, (void)length, (void)source, (void)context;
  memcpy(room, "in", 2);
  *flags |= NGHTTP2_DATA_FLAG_EOF;
  return 2;
}

#define FIELD(name, value)                                                                    \
  { (uint8_t *)(name), (uint8_t *)(value), sizeof(name) - 1, sizeof(value) - 1, 0 }

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *context) {
  struct connection *connection = context;
  if (frame->hd.type != NGHTTP2_HEADERS) return 0;
  requests++;
  bool *is_authorized = &connection->is_authorized[frame->hd.stream_id % streams];
  static const nghttp2_nv refusal[] = {
      FIELD(":status", "401"),
      FIELD("www-authenticate",
            "Digest realm=\"vault\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c0\", qop=\"auth\", "
            "algorithm=MD5"),
      FIELD("content-length", "0")};
  static const nghttp2_nv success[] = {FIELD(":status", "200"), FIELD("content-length", "2")};
  nghttp2_data_provider body = {.read_callback = read_body};
  if (*is_authorized) {
    nghttp2_submit_response(session, frame->hd.stream_id, success, 2, &body);
  } else {
    nghttp2_submit_response(session, frame->hd.stream_id, refusal, 3, NULL);
  }
  *is_authorized = false;
  return 0;
}

static void start_server(const char *folder) {
  char certificate[4096], key[4096];
  snprintf(root, sizeof root, "%s/root.pem", folder);
  snprintf(certificate, sizeof certificate, "%s/server.pem", folder);
  snprintf(key, sizeof key, "%s/key.pem", folder);
  gnutls_certificate_allocate_credentials(&credentials);
  check(gnutls_certificate_set_x509_key_file(credentials, certificate, key,
                                             GNUTLS_X509_FMT_PEM) >= 0,
        "there is no certificate");
  gnutls_priority_init(&priority, "NORMAL", NULL);
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, on_field);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  check(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 64) == 0,
        "the server does not listen");
  getsockname(listener, (struct sockaddr *)&address, &length);
  snprintf(url, sizeof url, "https://127.0.0.1:%u/vault", ntohs(address.sin_port));
  events = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(events, EPOLL_CTL_ADD, listener, &event);
}

static void accept_one(void) {
  int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
  if (fd < 0) return;
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct connection *connection = calloc(1, sizeof *connection);
  connection->fd = fd;
  gnutls_init(&connection->tls, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL |
                                    GNUTLS_NO_TICKETS);
  gnutls_priority_set(connection->tls, priority);
  gnutls_credentials_set(connection->tls, GNUTLS_CRD_CERTIFICATE, credentials);
  gnutls_datum_t protocol = {(unsigned char *)"h2", 2};
  gnutls_alpn_set_protocols(connection->tls, &protocol, 1, 0);
  gnutls_transport_set_int(connection->tls, fd);
  nghttp2_session_server_new(&connection->http, callbacks, connection);
  nghttp2_submit_settings(connection->http, NGHTTP2_FLAG_NONE, NULL, 0);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  epoll_ctl(events, EPOLL_CTL_ADD, fd, &event);
}

static void end(struct connection *connection) {
  close(connection->fd);
  gnutls_deinit(connection->tls);
  nghttp2_session_del(connection->http);
  free(connection);
}

static void serve(struct connection *connection) {
  if (!connection->is_open) {
    int result = gnutls_handshake(connection->tls);
    if (result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED) return;
    if (result < 0) return end(connection);
    connection->is_open = true;
  }
  static uint8_t room[1 << 16];
  ssize_t count;
  while ((count = gnutls_record_recv(connection->tls, room, sizeof room)) > 0) {
    if (nghttp2_session_mem_recv(connection->http, room, (size_t)count) < 0) {
      return end(connection);
    }
  }
  if (count != GNUTLS_E_AGAIN && count != GNUTLS_E_INTERRUPTED) return end(connection);
  // All that is due goes out in one record.
  size_t length = 0;
  const uint8_t *frame;
  while ((count = nghttp2_session_mem_send(connection->http, &frame)) > 0) {
    check(length + (size_t)count <= sizeof room, "the replies are too long");
    memcpy(room + length, frame, (size_t)count);
    length += (size_t)count;
  }
  if (length > 0) gnutls_record_send(connection->tls, room, length);
}

static bool run_server(void) {
  struct epoll_event ready[16];
  int count = epoll_wait(events, ready, 16, 0);
  for (int i = 0; i < count; i++) {
    if (ready[i].data.ptr == NULL) {
      accept_one();
    } else {
      serve(ready[i].data.ptr);
    }
  }
  return count > 0;
}

// The client.

static size_t on_body(char *octets, size_t size, size_t count, void *context) {
  (void)octets, (void)context;
  return size * count;
}

static void set_options(CURL *easy) {
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_USERNAME, user);
  curl_easy_setopt(easy, CURLOPT_PASSWORD, password);
  curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BASIC | CURLAUTH_DIGEST);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)milliseconds_for_a_case);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_CAINFO, root);
  curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
}

static bool is_done(void) {
  int left;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  if (message == NULL) return false;
  long status = 0, version = 0;
  curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(message->easy_handle, CURLINFO_HTTP_VERSION, &version);
  check(message->data.result == CURLE_OK && status == 200 && version == CURL_HTTP_VERSION_2_0,
        "a case has failed");
  return true;
}

static void play(CURL *easy) {
  curl_multi_add_handle(multi, easy);
  while (true) {
    int running, ready;
    curl_multi_perform(multi, &running);
    if (is_done()) break;
    if (run_server()) continue;
    struct curl_waitfd server_wait = {.fd = events, .events = CURL_WAIT_POLLIN};
    curl_multi_poll(multi, &server_wait, 1, milliseconds_for_a_case, &ready);
  }
  curl_multi_remove_handle(multi, easy);
}

int main(int count, char **arguments) {
  bool is_kept = count == 4 && strcmp(arguments[1], "kept") == 0;
  long cases = count == 4 ? atol(arguments[2]) : 0;
  if (cases <= 0 || (!is_kept && strcmp(arguments[1], "new") != 0)) {
    fprintf(stderr, "usage: bare-http2 kept|new CASES FOLDER\n");
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  curl_global_init(CURL_GLOBAL_ALL);
  start_server(arguments[3]);

  double start = seconds();
  CURL *easy = NULL;
  for (long i = 0; i < cases; i++) {
    if (easy == NULL) {
      multi = curl_multi_init();
      easy = curl_easy_init();
    }
    set_options(easy);
    play(easy);
    if (is_kept) {
      curl_easy_reset(easy);
    } else {
      curl_easy_cleanup(easy);
      curl_multi_cleanup(multi);
      easy = NULL;
    }
  }
  double taken = seconds() - start;
  check(requests == 2 * cases, "a case has not had two requests");
  printf("%ld cases, %.3f s, %.0f cases/s\n", cases, taken, (double)cases / taken);
  return 0;
}
