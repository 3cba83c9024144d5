// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CCURL_SHIM_H
#define AUTHSPEC_CCURL_SHIM_H
// Distinct opaque types for easy, multi and share handles instead of void *.
#define CURL_STRICTER 1
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Why this file has functions: curl_easy_setopt, curl_multi_setopt, curl_share_setopt and
// curl_easy_getinfo are C variadics, which Swift does not import. There is one function for each
// type that an option takes, so that a wrong type is an error when the program is built.

// Options of type long: numbers and switches.
static inline CURLcode authspec_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// Options of type curl_off_t: sizes over 2 GB on every platform.
static inline CURLcode authspec_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// Options of type char *, which libcurl copies; NULL takes the option back.
static inline CURLcode authspec_easy_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPT_HTTPAUTH and CURLOPT_PROXYAUTH: bit masks that are unsigned long.
static inline CURLcode authspec_easy_set_mask(CURL *easy, CURLoption option, unsigned long value) {
  return curl_easy_setopt(easy, option, value);
}

// Options of type curl_blob: octets, which libcurl copies; none take the option back.
static inline CURLcode authspec_easy_set_blob(
    CURL *easy, CURLoption option, const void *octets, size_t count) {
  struct curl_blob blob = {(void *)octets, count, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, option, count == 0 ? NULL : &blob);
}

// CURLOPT_HTTPHEADER: a list that the caller keeps; NULL takes it back.
static inline CURLcode authspec_easy_set_list(
    CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPT_COPYPOSTFIELDS: octets, as many as CURLOPT_POSTFIELDSIZE_LARGE says, with NUL among them.
// No octets need an address too, since NULL means "ask the callback"; a count of -1 says that.
static inline CURLcode authspec_easy_copy_body(CURL *easy, const void *octets, curl_off_t count) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : octets);
}

// CURLOPT_ERRORBUFFER: CURL_ERROR_SIZE octets that the caller keeps.
static inline CURLcode authspec_easy_set_error_buffer(CURL *easy, char *buffer) {
  return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

// CURLOPT_SHARE: a share handle; NULL takes it back.
static inline CURLcode authspec_easy_set_share(CURL *easy, CURLSH *share) {
  return curl_easy_setopt(easy, CURLOPT_SHARE, share);
}

// CURLOPT_PRIVATE: the caller's context, to find it again when a transfer is done.
static inline CURLcode authspec_easy_set_context(CURL *easy, void *context) {
  return curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}

// The callback for a body's octets, and its context.
static inline CURLcode authspec_easy_on_body(
    CURL *easy, curl_write_callback callback, void *context) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

// The callback for a header section's lines, and its context.
static inline CURLcode authspec_easy_on_header(
    CURL *easy, curl_write_callback callback, void *context) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

// The callback that supplies a request's body, and its context.
static inline CURLcode authspec_easy_on_read(
    CURL *easy, curl_read_callback callback, void *context) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_READFUNCTION, callback);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_READDATA, context);
}

// The callback that winds a request's body back, and its context; NULL where that cannot be done.
static inline CURLcode authspec_easy_on_seek(
    CURL *easy, curl_seek_callback callback, void *context) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

// The callback that makes a socket, and its context.
static inline CURLcode authspec_easy_on_open(
    CURL *easy, curl_opensocket_callback callback, void *context) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

// Address and port that libcurl wants a socket for, where they are of IPv4; in this machine's order of octets.
static inline bool authspec_ipv4(
    const struct curl_sockaddr *address, uint32_t *host, uint16_t *port) {
  if (address->family != AF_INET || address->addrlen < sizeof(struct sockaddr_in)) return false;
  struct sockaddr_in internet;
  memcpy(&internet, &address->addr, sizeof internet);
  *host = ntohl(internet.sin_addr.s_addr);
  *port = ntohs(internet.sin_port);
  return true;
}

// Makes libcurl connect to a Unix socket address instead, no longer than the room that every libcurl has for addresses.
static inline bool authspec_set_local(
    struct curl_sockaddr *address, const uint8_t *octets, size_t count) {
  if (count > sizeof address->addr) return false;
  memcpy(&address->addr, octets, count);
  address->family = AF_UNIX;
  address->protocol = 0;
  address->addrlen = (unsigned int)count;
  return true;
}

// Information of type long: 0 where libcurl has none.
static inline long authspec_easy_long(CURL *easy, CURLINFO information) {
  long value = 0;
  return curl_easy_getinfo(easy, information, &value) == CURLE_OK ? value : 0;
}

// What authspec_easy_set_context set.
static inline void *authspec_easy_context(CURL *easy) {
  void *context = NULL;
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context) == CURLE_OK ? context : NULL;
}

// The callback that says which sockets to watch, and its context.
static inline CURLMcode authspec_multi_on_socket(
    CURLM *multi, curl_socket_callback callback, void *context) {
  CURLMcode result = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
  return result != CURLM_OK ? result : curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

// The callback that says when to call again, and its context.
static inline CURLMcode authspec_multi_on_timer(
    CURLM *multi, curl_multi_timer_callback callback, void *context) {
  CURLMcode result = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
  return result != CURLM_OK ? result : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// What the handles of a share have in common; all of them live on one thread, so no locks.
static inline CURLSHcode authspec_share_set(
    CURLSH *share, CURLSHoption option, curl_lock_data data) {
  return curl_share_setopt(share, option, data);
}

// Macros with casts are not imported either.
static const unsigned long authspec_auth_none = CURLAUTH_NONE;
static const unsigned long authspec_auth_basic = CURLAUTH_BASIC;
static const unsigned long authspec_auth_digest = CURLAUTH_DIGEST;
static const unsigned long authspec_auth_bearer = CURLAUTH_BEARER;
static const unsigned long authspec_auth_negotiate = CURLAUTH_NEGOTIATE;
static const long authspec_delegation_flag = CURLGSSAPI_DELEGATION_FLAG;
static const unsigned long authspec_auth_ntlm = CURLAUTH_NTLM;
static const unsigned long authspec_auth_only = CURLAUTH_ONLY;
static const long authspec_global_all = CURL_GLOBAL_ALL;
static const size_t authspec_read_abort = CURL_READFUNC_ABORT;
#endif
