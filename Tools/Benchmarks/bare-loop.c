// SPDX-License-Identifier: Apache-2.0

// Measures how fast the two libraries are without a harness: one thread, one loop, libcurl as the
// client and libmicrohttpd as the server of a Digest exchange (GET, 401 with a challenge, GET with
// Authorization, 200). Nothing is recorded or judged; the server only checks that there is an
// Authorization field. The speed of the harness is compared with this.
//
//     bare-loop kept|new CASES [FOLDER]
//
// With a folder both speak TLS with the files root.pem, server.pem and key.pem in it, the server
// with the TLS of libmicrohttpd.
//
// kept: all cases on one connection and one easy handle, reset between cases so that it forgets
// the nonce. new: a new easy and multi handle for each case, and so a new connection.
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <curl/curl.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { milliseconds_for_a_case = 2000 };

static const char user[] = "alice", password[] = "correct horse";
static int server_fd;
static struct MHD_Daemon *server;
static struct MHD_Response *challenge, *success;
static CURLM *multi;
static long requests;
static char url[64];
static const char *folder;
static char root[4096], certificate[1 << 16], key[1 << 16];

static void check(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "bare-loop: %s\n", what);
  exit(3);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void read_file(const char *name, char *content, size_t room) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  check(file != NULL, path);
  content[fread(content, 1, room - 1, file)] = 0;
  fclose(file);
}

// The server.

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **request) {
  (void)context, (void)path, (void)method, (void)version, (void)body, (void)body_size;
  static int seen;
  // A reply at the first call, when only the header section has arrived, would close the
  // connection.
  if (*request == NULL) {
    *request = &seen;
    return MHD_YES;
  }
  requests++;
  bool is_authorized =
      MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Authorization") != NULL;
  return MHD_queue_response(connection, is_authorized ? 200 : 401,
                            is_authorized ? success : challenge);
}

static void start_server(void) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (folder == NULL) {
    server = MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR,
                              &address, MHD_OPTION_END);
  } else {
    read_file("server.pem", certificate, sizeof certificate);
    read_file("key.pem", key, sizeof key);
    snprintf(root, sizeof root, "%s/root.pem", folder);
    server = MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_TLS, 0, NULL, NULL, answer, NULL,
                              MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_HTTPS_MEM_KEY, key,
                              MHD_OPTION_HTTPS_MEM_CERT, certificate, MHD_OPTION_END);
  }
  check(server != NULL, "the server does not start");
  server_fd = MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  unsigned port = MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT)->port;
  snprintf(url, sizeof url, "http%s://127.0.0.1:%u/vault", folder == NULL ? "" : "s", port);
  challenge = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(challenge, "WWW-Authenticate",
                          "Digest realm=\"vault\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c0\", "
                          "qop=\"auth\", algorithm=MD5");
  success = MHD_create_response_from_buffer(2, "in", MHD_RESPMEM_PERSISTENT);
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
  if (folder == NULL) return;
  curl_easy_setopt(easy, CURLOPT_CAINFO, root);
  curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
}

// The loop.

static bool is_done(void) {
  int left;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  if (message == NULL) return false;
  long status = 0;
  curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
  check(message->data.result == CURLE_OK && status == 200, "a case has failed");
  return true;
}

// curl_multi_perform with curl_multi_poll is 3-5 % faster here than curl_multi_socket_action with
// epoll or poll: it reads the server's latest reply without another wait.
static void play(CURL *easy) {
  curl_multi_add_handle(multi, easy);
  bool is_pending = false;
  while (true) {
    int running, ready;
    curl_multi_perform(multi, &running);
    if (is_done()) break;
    struct curl_waitfd server_wait = {.fd = server_fd, .events = CURL_WAIT_POLLIN};
    curl_multi_poll(multi, &server_wait, 1, is_pending ? 0 : milliseconds_for_a_case, &ready);
    if (server_wait.revents == 0 && !is_pending) continue;
    // During a handshake libmicrohttpd says that it is pending even if it waits for the client.
    unsigned long long wait;
    do {
      MHD_run(server);
      is_pending = MHD_get_timeout(server, &wait) == MHD_YES && wait == 0;
    } while (is_pending && folder == NULL);
  }
  curl_multi_remove_handle(multi, easy);
}

int main(int count, char **arguments) {
  bool has_cases = count == 3 || count == 4;
  bool is_kept = has_cases && strcmp(arguments[1], "kept") == 0;
  long cases = has_cases ? atol(arguments[2]) : 0;
  if (cases <= 0 || (!is_kept && strcmp(arguments[1], "new") != 0)) {
    fprintf(stderr, "usage: bare-loop kept|new CASES [FOLDER]\n");
    return 2;
  }
  folder = arguments[3];
  signal(SIGPIPE, SIG_IGN);
  curl_global_init(CURL_GLOBAL_ALL);
  start_server();

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
