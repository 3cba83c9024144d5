#ifndef AUTHSPEC_CMICROHTTPD_SHIM_H
#define AUTHSPEC_CMICROHTTPD_SHIM_H
#include <microhttpd.h>
#endif
