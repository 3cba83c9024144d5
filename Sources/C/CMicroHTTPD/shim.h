// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CMICROHTTPD_SHIM_H
#define AUTHSPEC_CMICROHTTPD_SHIM_H

#ifdef __linux__
// microhttpd.h would take <sys/socket.h> and others into this module, as they are in no module of their
// own, and files of Swift that import Glibc alone would lose sight of what is in them. It leaves that out
// where it is told that somebody has seen to it; what it needs are these and a name.
#define MHD_PLATFORM_H
#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>
#include <sys/types.h>
struct sockaddr;
#endif
#include <microhttpd.h>

// Swift imports no macro that holds a cast.
static const uint64_t authspec_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t authspec_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

// Swift imports no function with variable arguments; here they have types besides. The daemon has no
// thread and no listening socket: it is given connections, and runs when it is told to.
static inline struct MHD_Daemon *authspec_start_daemon(
    size_t memory, size_t increment, unsigned int connections, MHD_LogCallback log,
    void *(*start)(void *context, const char *target, struct MHD_Connection *connection),
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback notify, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_SUPPRESS_DATE_NO_CLOCK
          | MHD_USE_ERROR_LOG,
      0, NULL, NULL, handle, context,
      MHD_OPTION_EXTERNAL_LOGGER, log, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, increment,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_URI_LOG_CALLBACK, start, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context,
      MHD_OPTION_END);
}

#ifdef __linux__
// Glibc declares accept4 for _GNU_SOURCE only, without which Swift imports it: one call to the system
// instead of three.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int authspec_accept(int listener, int flags) {
  return accept4(listener, NULL, NULL, flags);
}
#endif

#ifdef __linux__
// O_PATH stands behind _GNU_SOURCE as well: a descriptor that names a file, and can do nothing else with it.
#include <fcntl.h>
#ifndef O_PATH
#define O_PATH 010000000
#endif
static inline int authspec_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }
#endif

// Variable arguments again.
static inline int authspec_set_response_flags(
    struct MHD_Response *response, enum MHD_ResponseFlags flags) {
  return MHD_set_response_options(response, flags, MHD_RO_END) == MHD_YES;
}

// Variable arguments again, and a union of which only one member is meant.
static inline int authspec_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int authspec_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline void *authspec_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// The library wants an address, which nobody asks it for; struct sockaddr has sixteen octets.
static inline int authspec_add_connection(struct MHD_Daemon *daemon, int descriptor) {
  const uint64_t address[2] = {0, 0};
  return MHD_add_connection(
             daemon, descriptor, (const struct sockaddr *) address, sizeof address)
      == MHD_YES;
}

static inline size_t authspec_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
#endif
