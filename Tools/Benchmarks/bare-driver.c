// SPDX-License-Identifier: Apache-2.0

// Measures how many requests a second a driver makes without a harness: it writes the lines of
// docs/driver-protocol.md to the driver, and a minimal server answers the driver's requests.
//
//     bare-driver COUNT PROGRAM ARGUMENT...
//
// Each request has a new client, as each input of a campaign does: open, request (a GET, 401 with a
// challenge, a GET with Authorization, 200), close. The challenges alternate between Basic and
// Digest. A request that does not end with 200 is an error.
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_connections = 16, most_octets = 65536 };

static struct {
  int fd;
  size_t count;
  char head[8192];
} connections[most_connections];
static int listener, to_driver, from_driver;
static char line[most_octets];
static size_t line_count;
static bool is_digest;

static void check(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "bare-driver: %s\n", what);
  exit(3);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void write_all(int fd, const char *octets, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, octets, count);
    check(written > 0, "somebody does not listen");
    octets += written, count -= (size_t)written;
  }
}

// The server.

static unsigned short start_server(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  check(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 16) == 0 &&
            getsockname(listener, (struct sockaddr *)&address, &size) == 0,
        "the server does not start");
  for (int i = 0; i < most_connections; i++) connections[i].fd = -1;
  return ntohs(address.sin_port);
}

static void accept_connection(void) {
  for (int i = 0; i < most_connections; i++) {
    if (connections[i].fd >= 0) continue;
    connections[i].fd = accept(listener, NULL, NULL);
    connections[i].count = 0;
    return;
  }
  check(false, "too many connections");
}

static void serve(int place) {
  static const char basic[] = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n"
                              "WWW-Authenticate: Basic realm=\"vault\"\r\n\r\n";
  static const char digest[] = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n"
                               "WWW-Authenticate: Digest realm=\"vault\", qop=\"auth\", algorithm=MD5, "
                               "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c0\"\r\n\r\n";
  static const char success[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nin";
  char *head = connections[place].head;
  size_t room = sizeof connections[place].head - 1 - connections[place].count;
  ssize_t count = read(connections[place].fd, head + connections[place].count, room);
  if (count <= 0) {
    close(connections[place].fd);
    connections[place].fd = -1;
    return;
  }
  connections[place].count += (size_t)count;
  head[connections[place].count] = 0;
  if (strstr(head, "\r\n\r\n") == NULL) return;
  const char *reply = strstr(head, "\r\nAuthorization: ") != NULL ? success : is_digest ? digest : basic;
  connections[place].count = 0;
  bool is_last = strstr(head, "\r\nConnection: close\r\n") != NULL;
  write_all(connections[place].fd, reply, strlen(reply));
  if (!is_last) return;
  close(connections[place].fd);
  connections[place].fd = -1;
}

// The driver.

static pid_t start_driver(char **arguments) {
  int in[2], out[2];
  check(pipe(in) == 0 && pipe(out) == 0, "no pipes");
  pid_t process = fork();
  if (process == 0) {
    dup2(in[0], 0), dup2(out[1], 1);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]), close(listener);
    execvp(arguments[0], arguments);
    _exit(127);
  }
  close(in[0]), close(out[1]);
  to_driver = in[1], from_driver = out[0];
  return process;
}

// Writes a line and serves until the driver answers it; true if the answer contains that word.
static bool call(const char *text, const char *word) {
  write_all(to_driver, text, strlen(text));
  line_count = 0;
  for (;;) {
    struct pollfd fds[2 + most_connections] = {{.fd = from_driver, .events = POLLIN},
                                               {.fd = listener, .events = POLLIN}};
    for (int i = 0; i < most_connections; i++)
      fds[2 + i] = (struct pollfd){.fd = connections[i].fd, .events = POLLIN};
    check(poll(fds, 2 + most_connections, 20000) > 0, "the driver does not answer");
    if (fds[1].revents) accept_connection();
    for (int i = 0; i < most_connections; i++)
      if (fds[2 + i].revents) serve(i);
    if (!fds[0].revents) continue;
    ssize_t count = read(from_driver, line + line_count, sizeof line - 1 - line_count);
    check(count > 0, "the driver has ended");
    line_count += (size_t)count;
    line[line_count] = 0;
    if (line[line_count - 1] == '\n') return strstr(line, word) != NULL;
  }
}

int main(int count, char **arguments) {
  check(count > 2, "usage: bare-driver COUNT PROGRAM ARGUMENT...");
  long requests = strtol(arguments[1], NULL, 10);
  signal(SIGPIPE, SIG_IGN);
  unsigned port = start_server();
  pid_t process = start_driver(arguments + 2);
  char text[2048];
  long id = 1;
  check(call("{\"id\":1,\"op\":\"hello\",\"protocol\":1}\n", "\"can\""), "no answer to hello");
  double began = seconds();
  for (long request = 0; request < requests; request++) {
    is_digest = request % 2 == 1;
    snprintf(text, sizeof text,
             "{\"id\":%ld,\"op\":\"open\",\"session\":{\"credentials\":[{\"target\":\"origin\","
             "\"url\":\"http://127.0.0.1:%u\",\"realm\":null,\"scheme\":null,\"user\":\"alice\","
             "\"password\":\"correct horse\",\"domain\":null,\"token\":null}],\"preemptive\":false,"
             "\"ask\":false,\"schemes\":null,\"redirects\":10,\"cookies\":false,\"proxy\":null,"
             "\"tunnel\":false,\"resolve\":{},\"timeout_ms\":2000,\"ca_file\":null,"
             "\"client_certificate\":null,\"netrc\":null,\"store\":null}}\n",
             ++id, port);
    check(call(text, "\"ok\""), line);
    snprintf(text, sizeof text,
             "{\"id\":%ld,\"op\":\"request\",\"method\":\"GET\",\"url\":\"http://127.0.0.1:%u/vault\","
             "\"headers\":[],\"body\":null,\"stream\":false,\"chunked\":false,\"target\":null}\n",
             ++id, port);
    check(call(text, "200"), line);
    snprintf(text, sizeof text, "{\"id\":%ld,\"op\":\"close\"}\n", ++id);
    check(call(text, "\"ok\""), line);
  }
  double time = seconds() - began;
  close(to_driver);
  waitpid(process, NULL, 0);
  printf("%ld requests, %.3f s, %.0f requests/s\n", requests, time, (double)requests / time);
}
