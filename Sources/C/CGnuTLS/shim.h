// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CGNUTLS_SHIM_H
#define AUTHSPEC_CGNUTLS_SHIM_H
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdbool.h>
#include <string.h>

// GNUTLS_CURVE_TO_BITS is a macro with a parameter, which Swift does not import.
static const unsigned int authspec_gnutls_p256 = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);

// These flags are macros of the same names as enumerators; Swift imports neither as an unsigned int.
//
// A server issues tickets only if its scenario says so: a resumed session shows no certificate, and so
// nothing of what a client thinks of it.
static const unsigned int authspec_gnutls_server_that_resumes =
    (unsigned int)GNUTLS_SERVER | (unsigned int)GNUTLS_NONBLOCK | (unsigned int)GNUTLS_NO_SIGNAL |
    (unsigned int)GNUTLS_POST_HANDSHAKE_AUTH;
static const unsigned int authspec_gnutls_server =
    authspec_gnutls_server_that_resumes | (unsigned int)GNUTLS_NO_TICKETS;

// Likewise for clients.
static const unsigned int authspec_gnutls_client =
    (unsigned int)GNUTLS_CLIENT | (unsigned int)GNUTLS_NONBLOCK | (unsigned int)GNUTLS_NO_SIGNAL |
    (unsigned int)GNUTLS_POST_HANDSHAKE_AUTH;

// A client has received a ticket, in either version. The flag is an enumerator of another type than the
// function's result.
static inline bool authspec_gnutls_has_ticket(gnutls_session_t session) {
  return (gnutls_session_get_flags(session) & (unsigned int)GNUTLS_SFLAGS_SESSION_TICKET) != 0;
}

// The library frees the data of a session that it has read from an application's store.
static inline gnutls_datum_t authspec_gnutls_copy(const unsigned char *octets, unsigned int size) {
  gnutls_datum_t copy = {gnutls_malloc(size), size};
  if (copy.data == NULL) copy.size = 0;
  else memcpy(copy.data, octets, size);
  return copy;
}

// gnutls_free is a variable, which threads could change: Swift does not read such.
static inline void authspec_gnutls_free(void *octets) { gnutls_free(octets); }

// A macro that holds a cast, which Swift does not import.
static const unsigned int authspec_gnutls_any_message = GNUTLS_HANDSHAKE_ANY;
#endif
