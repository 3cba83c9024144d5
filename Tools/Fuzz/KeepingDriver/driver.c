// SPDX-License-Identifier: Apache-2.0

/* A driver by docs/driver-protocol.md that makes plain requests, each with a buffer of its own. With the argument keep it never
   frees these buffers: driver [keep] */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* Returns the text after the header section of the final response; null if it has not arrived yet. */
static char *end(char *text) {
  char *end;
  while ((end = strstr(text, "\r\n\r\n")) && !strncmp(text + 9, "1", 1)) text = end + 4;
  return end;
}

/* Reads a header section; returns the status of the final response, 0 if there is none. */
static int request(const char *host, int port, const char *path, char *text, size_t size) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  struct timeval patience = {.tv_sec = 0, .tv_usec = 300000};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), status = 0;
  size_t count = 0;
  inet_pton(AF_INET, host, &place.sin_addr);
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  text[0] = 0;
  if (!connect(descriptor, (struct sockaddr *)&place, sizeof place)) {
    dprintf(descriptor, "GET %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n", path, host, port);
    ssize_t more;
    while (!end(text) && count < size - 1 && (more = read(descriptor, text + count, size - 1 - count)) > 0) {
      count += (size_t)more;
      text[count] = 0;
    }
  }
  close(descriptor);
  char *start = text, *next;
  while (sscanf(start, "HTTP/1.%*c %d", &status) == 1 && status < 200 && (next = strstr(start, "\r\n\r\n"))) {
    start = next + 4;
    status = 0;
  }
  return status;
}

int main(int count, char **words) {
  static char host[64], path[1024];
  static const size_t room = 1 << 18;
  char *line = 0;
  size_t size = 0;
  int keeps = count > 1 && !strcmp(words[1], "keep");
  setvbuf(stdout, 0, _IOLBF, 0);
  while (getline(&line, &size, stdin) > 0) {
    char *number = strstr(line, "\"id\":"), *url = strstr(line, "\"url\":\"http://");
    int id = number ? atoi(number + 5) : 0, port;
    if (strstr(line, "\"op\":\"hello\"")) {
      printf("{\"id\":%d,\"client\":\"keeping\",\"version\":\"1\",\"can\":[]}\n", id);
    } else if (strstr(line, "\"op\":\"request\"") && url && sscanf(url + 14, "%63[^:]:%d%1023[^\"]", host, &port, path) == 3) {
      char *text = malloc(room);
      if (!text) return 1;
      memset(text, 0, room);
      int status = request(host, port, path, text, room);
      if (!keeps) free(text);
      if (status) {
        printf("{\"id\":%d,\"status\":%d}\n", id, status);
      } else {
        printf("{\"id\":%d,\"error\":{\"kind\":\"protocol\",\"message\":\"no response\"}}\n", id);
      }
    } else {
      printf("{\"id\":%d,\"ok\":true}\n", id);
    }
  }
  return 0;
}
