// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CNETTLE_SHIM_H
#define AUTHSPEC_CNETTLE_SHIM_H
#include <nettle/base64.h>
#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#endif
