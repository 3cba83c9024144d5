// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CZLIB_SHIM_H
#define AUTHSPEC_CZLIB_SHIM_H
#include <zlib.h>
#endif
