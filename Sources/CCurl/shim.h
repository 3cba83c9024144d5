#ifndef AUTHSPEC_CCURL_SHIM_H
#define AUTHSPEC_CCURL_SHIM_H
// Distinct opaque types for easy, multi and share handles instead of void *.
#define CURL_STRICTER 1
#include <curl/curl.h>
#endif
