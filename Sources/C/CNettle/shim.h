// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CNETTLE_SHIM_H
#define AUTHSPEC_CNETTLE_SHIM_H
#include <nettle/arcfour.h>
#include <nettle/base64.h>
#include <nettle/des.h>
#include <nettle/hmac.h>
#include <nettle/md4.h>
#include <nettle/md5.h>
#include <nettle/pbkdf2.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#endif
