// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CNGHTTP2_SHIM_H
#define AUTHSPEC_CNGHTTP2_SHIM_H
#include <nghttp2/nghttp2.h>

// The enumerators of a frame's type are compared with an octet, and those of its flags are tested in
// one; Swift imports each enumeration as a type of its own.
static inline int authspec_h2_is(const nghttp2_frame *frame, nghttp2_frame_type type) {
  return frame->hd.type == (uint8_t)type;
}
static inline int authspec_h2_ends_stream(const nghttp2_frame *frame) {
  return (frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS) &&
         (frame->hd.flags & NGHTTP2_FLAG_END_STREAM);
}

// nghttp2_frame is a union, whose members Swift reads only through the pointer of one of them.
static inline int authspec_h2_is_first(const nghttp2_frame *frame) {
  return frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat != NGHTTP2_HCAT_HEADERS;
}
static inline uint32_t authspec_h2_error(const nghttp2_frame *frame) {
  return frame->hd.type == NGHTTP2_GOAWAY       ? frame->goaway.error_code
         : frame->hd.type == NGHTTP2_RST_STREAM ? frame->rst_stream.error_code
                                                : 0;
}
static inline int32_t authspec_h2_last_stream(const nghttp2_frame *frame) {
  return frame->goaway.last_stream_id;
}

// A source of data has its callback in a structure with a union, which Swift cannot make in place.
static inline int authspec_h2_respond(nghttp2_session *session, int32_t stream,
                                      const nghttp2_nv *fields, size_t count,
                                      nghttp2_data_source_read_callback read) {
  nghttp2_data_provider provider = {.read_callback = read};
  return nghttp2_submit_response(session, stream, fields, count, read ? &provider : 0);
}
static inline int32_t authspec_h2_request(nghttp2_session *session, const nghttp2_nv *fields,
                                          size_t count, nghttp2_data_source_read_callback read) {
  nghttp2_data_provider provider = {.read_callback = read};
  return nghttp2_submit_request(session, 0, fields, count, read ? &provider : 0, 0);
}

// A limit of later versions, and of those that distributions have mended: a thousand streams that a client
// resets on one connection are an attack. libcurl resets each stream on a connection that is kept.
__attribute__((weak)) void nghttp2_option_set_stream_reset_rate_limit(nghttp2_option *, uint64_t,
                                                                      uint64_t);
static inline void authspec_h2_allow_resets(nghttp2_option *option) {
  if (nghttp2_option_set_stream_reset_rate_limit) {
    nghttp2_option_set_stream_reset_rate_limit(option, 1u << 30, 1u << 30);
  }
}

#endif
