// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CGNUTLS_SHIM_H
#define AUTHSPEC_CGNUTLS_SHIM_H
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// GNUTLS_CURVE_TO_BITS is a macro with a parameter, which Swift does not import.
static const unsigned int authspec_gnutls_p256 = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);

// These flags are macros of the same names as enumerators; Swift imports neither as an unsigned int.
//
// Tickets are off: a resumed session shows no certificate, and so nothing of what a client thinks of it.
static const unsigned int authspec_gnutls_server =
    (unsigned int)GNUTLS_SERVER | (unsigned int)GNUTLS_NONBLOCK | (unsigned int)GNUTLS_NO_SIGNAL |
    (unsigned int)GNUTLS_NO_TICKETS | (unsigned int)GNUTLS_POST_HANDSHAKE_AUTH;

// Likewise for clients. Tickets are off here as well, so that each connection verifies its server.
static const unsigned int authspec_gnutls_client =
    (unsigned int)GNUTLS_CLIENT | (unsigned int)GNUTLS_NONBLOCK | (unsigned int)GNUTLS_NO_SIGNAL |
    (unsigned int)GNUTLS_NO_TICKETS | (unsigned int)GNUTLS_POST_HANDSHAKE_AUTH;

// gnutls_free is a variable, which threads could change: Swift does not read such.
static inline void authspec_gnutls_free(void *octets) { gnutls_free(octets); }

// A macro that holds a cast, which Swift does not import.
static const unsigned int authspec_gnutls_any_message = GNUTLS_HANDSHAKE_ANY;
#endif
