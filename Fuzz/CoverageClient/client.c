/* A client that answers Basic, called once for each request: client URL USER PASSWORD.
   What it does with a realm is seen in its code only, not in its requests, until it crashes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static char host[64], path[1024];
static int port;

/* One request; returns the status, and the first challenge. */
static int request(const char *credentials, char *challenge, size_t size) {
  static char head[1 << 17];
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  struct timeval patience = {.tv_sec = 0, .tv_usec = 300000};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), status = 0;
  size_t count = 0;
  inet_pton(AF_INET, host, &place.sin_addr);
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(descriptor, (struct sockaddr *)&place, sizeof place)) return 0;
  dprintf(descriptor, "GET %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n%s\r\n", path, host, port, credentials);
  for (;;) {
    ssize_t more = read(descriptor, head + count, sizeof head - 1 - count);
    if (more <= 0) break;
    count += (size_t)more;
    head[count] = 0;
    /* A head is enough: that of the final response. */
    char *start = head, *end;
    while ((end = strstr(start, "\r\n\r\n")) && !strncmp(start + 9, "1", 1)) start = end + 4;
    if (end) break;
  }
  close(descriptor);
  head[count] = 0;
  challenge[0] = 0;
  sscanf(head, "HTTP/1.%*c %d", &status);
  char *line = strcasestr(head, "\nWWW-Authenticate:");
  if (line) {
    line += 18;
    while (*line == ' ') line++;
    snprintf(challenge, size, "%.*s", (int)strcspn(line, "\r\n"), line);
  }
  return status;
}

static char seen[256];

/* Behind the next octet that is neither letter nor digit, and that was not there before; null where there is none. */
static const char *another(const char *text) {
  for (; *text; text++) {
    unsigned char octet = (unsigned char)*text;
    if (isalnum(octet) || seen[octet]) continue;
    seen[octet] = 1;
    return text + 1;
  }
  return 0;
}

/* A fault behind comparisons, one within the other: nothing but the edges taken tells how far an input came. */
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

/* Base 64 with padding (RFC 4648 4). */
static void encode(const unsigned char *text, size_t count, char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t place = 0; place < count; place += 3) {
    unsigned bits = text[place] << 16;
    if (place + 1 < count) bits |= text[place + 1] << 8;
    if (place + 2 < count) bits |= text[place + 2];
    *out++ = digits[bits >> 18];
    *out++ = digits[bits >> 12 & 63];
    *out++ = place + 1 < count ? digits[bits >> 6 & 63] : '=';
    *out++ = place + 2 < count ? digits[bits & 63] : '=';
  }
  *out = 0;
}

int main(int count, char **words) {
  static char challenge[1 << 16], login[256], token[400], line[512];
  if (count != 4 || sscanf(words[1], "http://%63[^:]:%d%1023s", host, &port, path) != 3) return 2;
  int status = request("", challenge, sizeof challenge);
  if (status == 401 && !strncasecmp(challenge, "Basic", 5)) {
    char *realm = strcasestr(challenge, "realm=\"");
    if (realm) {
      realm += 7;
      realm[strcspn(realm, "\"")] = 0;
      look(realm);
    }
    snprintf(login, sizeof login, "%s:%s", words[2], words[3]);
    encode((const unsigned char *)login, strlen(login), token);
    snprintf(line, sizeof line, "Authorization: Basic %s\r\n", token);
    status = request(line, challenge, sizeof challenge);
  }
  printf("%d\n", status);
  return 0;
}
