// SPDX-License-Identifier: Apache-2.0

/* A client that inspects the realm of a challenge and never answers: client URL USER PASSWORD.
   Only its edge coverage shows what it does with a realm, until it crashes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static char host[64], path[1024];
static int port;

/* One request; returns the status, and the first line of challenges. */
static int request(char *challenges, size_t size) {
  static char head[1 << 17];
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  struct timeval patience = {.tv_sec = 0, .tv_usec = 300000};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), status = 0;
  size_t count = 0;
  inet_pton(AF_INET, host, &place.sin_addr);
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(descriptor, (struct sockaddr *)&place, sizeof place)) return 0;
  dprintf(descriptor, "GET %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n", path, host, port);
  for (;;) {
    ssize_t more = read(descriptor, head + count, sizeof head - 1 - count);
    if (more <= 0) break;
    count += (size_t)more;
    head[count] = 0;
    /* The header section of the final response is enough. */
    char *start = head, *end;
    while ((end = strstr(start, "\r\n\r\n")) && !strncmp(start + 9, "1", 1)) start = end + 4;
    if (end) break;
  }
  close(descriptor);
  head[count] = 0;
  challenges[0] = 0;
  sscanf(head, "HTTP/1.%*c %d", &status);
  char *line = strcasestr(head, "\nWWW-Authenticate:");
  if (line) {
    line += 18;
    while (*line == ' ') line++;
    snprintf(challenges, size, "%.*s", (int)strcspn(line, "\r\n"), line);
  }
  return status;
}

static char seen[256];

/* Returns the text after the next octet that is neither letter nor digit and is new; null if there is none. */
static const char *another(const char *text) {
  for (; *text; text++) {
    unsigned char octet = (unsigned char)*text;
    if (isalnum(octet) || seen[octet]) continue;
    seen[octet] = 1;
    return text + 1;
  }
  return 0;
}

/* A defect behind nested comparisons: only edge coverage shows how far an input gets. */
static void look(const char *realm) {
  if ((realm = another(realm))) {
    if ((realm = another(realm))) {
      if ((realm = another(realm))) {
        if ((realm = another(realm))) {
          if ((realm = another(realm))) {
            if ((realm = another(realm))) {
              if ((realm = another(realm))) {
                if ((realm = another(realm))) {
                  if ((realm = another(realm))) {
                    if ((realm = another(realm))) abort();
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

int main(int count, char **words) {
  static char challenges[1 << 16];
  if (count != 4 || sscanf(words[1], "http://%63[^:]:%d%1023s", host, &port, path) != 3) return 2;
  int status = request(challenges, sizeof challenges);
  char *realm = strcasestr(challenges, "realm=\"");
  if (realm) {
    realm += 7;
    realm[strcspn(realm, "\"")] = 0;
    look(realm);
  }
  printf("%d\n", status);
  return 0;
}
