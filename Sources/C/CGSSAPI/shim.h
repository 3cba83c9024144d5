// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CGSSAPI_SHIM_H
#define AUTHSPEC_CGSSAPI_SHIM_H
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* MIT Kerberos is loaded while the program runs, so that everything else works without it, and is built without its headers.
   These are the types of its ABI: RFC 2744 3, gssapi_ext.h (key-value sets) and krb5.h (keys and octets). */
struct authspec_gss_octets { size_t count; const void *octets; };
struct authspec_gss_identifier { uint32_t count; const void *octets; };
struct authspec_gss_identifiers { size_t count; struct authspec_gss_identifier *list; };
struct authspec_gss_pair { const char *key, *value; };
struct authspec_gss_pairs { uint32_t count; struct authspec_gss_pair *list; };
struct authspec_gss_bindings {
  uint32_t initiator_type;
  struct authspec_gss_octets initiator;
  uint32_t acceptor_type;
  struct authspec_gss_octets acceptor;
  struct authspec_gss_octets data;
};
struct authspec_krb5_key { int32_t magic, type; unsigned int count; const unsigned char *octets; };
struct authspec_krb5_octets { int32_t magic; unsigned int count; char *octets; };
struct authspec_krb5_encrypted { int32_t magic, type; unsigned int version; struct authspec_krb5_octets text; };

/* The functions of libgssapi_krb5 and libk5crypto that are used. */
struct authspec_gss {
  uint32_t (*acquire)(
      uint32_t *, void *, uint32_t, const struct authspec_gss_identifiers *, int, const struct authspec_gss_pairs *, void **,
      void *, void *);
  uint32_t (*limit)(uint32_t *, void *, const struct authspec_gss_identifiers *);
  uint32_t (*accept)(
      uint32_t *, void **, void *, const struct authspec_gss_octets *, const struct authspec_gss_bindings *, void **,
      struct authspec_gss_identifier **, struct authspec_gss_octets *, uint32_t *, uint32_t *, void **);
  uint32_t (*initiate)(
      uint32_t *, void *, void **, void *, const struct authspec_gss_identifier *, uint32_t, uint32_t,
      const struct authspec_gss_bindings *, const struct authspec_gss_octets *, struct authspec_gss_identifier **,
      struct authspec_gss_octets *, uint32_t *, uint32_t *);
  uint32_t (*import)(uint32_t *, const struct authspec_gss_octets *, const struct authspec_gss_identifier *, void **);
  uint32_t (*display)(uint32_t *, void *, struct authspec_gss_octets *, void *);
  uint32_t (*words)(
      uint32_t *, uint32_t, int, const struct authspec_gss_identifier *, uint32_t *, struct authspec_gss_octets *);
  uint32_t (*release_octets)(uint32_t *, struct authspec_gss_octets *);
  uint32_t (*release_name)(uint32_t *, void **);
  uint32_t (*release_credentials)(uint32_t *, void **);
  uint32_t (*delete_context)(uint32_t *, void **, void *);
  uint32_t (*use_cache)(uint32_t *, const char *, const char **);
  uint32_t (*get_mic)(uint32_t *, void *, uint32_t, const struct authspec_gss_octets *, struct authspec_gss_octets *);
  uint32_t (*verify_mic)(
      uint32_t *, void *, const struct authspec_gss_octets *, const struct authspec_gss_octets *, uint32_t *);
  int32_t (*encrypt)(
      void *, const struct authspec_krb5_key *, int32_t, void *, const struct authspec_krb5_octets *,
      struct authspec_krb5_encrypted *);
  int32_t (*encrypted_length)(void *, int32_t, size_t, size_t *);
};

/* One step of a security context, of either side. */
struct authspec_gss_step {
  uint32_t major, minor, flags;
  /* The token for the other side: released with authspec_gss_release_token. */
  struct authspec_gss_octets token;
  /* The mechanism that was chosen; belongs to the library. */
  struct authspec_gss_identifier *mechanism;
  /* The name of the initiator, from the acceptor's side: released with the token. */
  struct authspec_gss_octets name;
  /* True if the initiator delegated credentials. */
  int delegated;
};

/* dlsym returns void *, which Swift cannot turn into functions of so many types. Returns null, or what is missing. */
static inline const char *authspec_gss_load(struct authspec_gss *gss) {
  void *library = dlopen("libgssapi_krb5.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libgssapi_krb5.so.2";
  void *crypto = dlopen("libk5crypto.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!crypto) return "libk5crypto.so.3";
#define AUTHSPEC_FIND(place, from, name) \
  do { \
    void *found = dlsym(from, name); \
    if (!found) return name; \
    memcpy(&gss->place, &found, sizeof found); \
  } while (0)
  AUTHSPEC_FIND(acquire, library, "gss_acquire_cred_from");
  AUTHSPEC_FIND(limit, library, "gss_set_neg_mechs");
  AUTHSPEC_FIND(accept, library, "gss_accept_sec_context");
  AUTHSPEC_FIND(initiate, library, "gss_init_sec_context");
  AUTHSPEC_FIND(import, library, "gss_import_name");
  AUTHSPEC_FIND(display, library, "gss_display_name");
  AUTHSPEC_FIND(words, library, "gss_display_status");
  AUTHSPEC_FIND(release_octets, library, "gss_release_buffer");
  AUTHSPEC_FIND(release_name, library, "gss_release_name");
  AUTHSPEC_FIND(release_credentials, library, "gss_release_cred");
  AUTHSPEC_FIND(delete_context, library, "gss_delete_sec_context");
  AUTHSPEC_FIND(use_cache, library, "gss_krb5_ccache_name");
  AUTHSPEC_FIND(get_mic, library, "gss_get_mic");
  AUTHSPEC_FIND(verify_mic, library, "gss_verify_mic");
  AUTHSPEC_FIND(encrypt, crypto, "krb5_c_encrypt");
  AUTHSPEC_FIND(encrypted_length, crypto, "krb5_c_encrypt_length");
#undef AUTHSPEC_FIND
  return NULL;
}

/* The identifiers of mechanisms and kinds of names: 1.2.840.113554.1.2.2, 1.3.6.1.5.5.2 and 1.2.840.113554.1.2.2.1. Swift
   cannot make a pointer that stays valid. */
static struct authspec_gss_identifier authspec_gss_kerberos = {9, "\x2a\x86\x48\x86\xf7\x12\x01\x02\x02"};
static struct authspec_gss_identifier authspec_gss_spnego = {6, "\x2b\x06\x01\x05\x05\x02"};
static struct authspec_gss_identifier authspec_gss_principal = {10, "\x2a\x86\x48\x86\xf7\x12\x01\x02\x02\x01"};

/* Credentials from a store: a keytab and no replay cache for an acceptor, a ccache for an initiator. No environment variable
   is read for them. SPNEGO negotiates Kerberos only, whatever other mechanisms the machine has. The arguments are structures
   that point to each other, plainer in C. */
static inline uint32_t authspec_gss_acquire(
    const struct authspec_gss *gss, const char *keytab, const char *cache, void **credentials, uint32_t *minor) {
  struct authspec_gss_identifier both[2] = {authspec_gss_kerberos, authspec_gss_spnego};
  struct authspec_gss_identifiers mechanisms = {2, both}, kerberos = {1, both};
  struct authspec_gss_pair acceptor[2] = {{"keytab", keytab}, {"rcache", "none:"}}, initiator[1] = {{"ccache", cache}};
  struct authspec_gss_pairs store = {keytab ? 2 : 1, keytab ? acceptor : initiator};
  *credentials = NULL;
  uint32_t major = gss->acquire(
      minor, NULL, UINT32_MAX, &mechanisms, keytab ? 2 : 1 /* GSS_C_ACCEPT : GSS_C_INITIATE */, &store, credentials, NULL, NULL);
  if (major) return major;
  major = gss->limit(minor, *credentials, &kerberos);
  if (major) {
    uint32_t ignored;
    gss->release_credentials(&ignored, credentials);
  }
  return major;
}

static inline struct authspec_gss_bindings authspec_gss_bind(const void *octets, size_t count) {
  /* GSS_C_AF_UNSPEC is 0 in MIT's header; RFC 5929 4: only application_data is used. */
  struct authspec_gss_bindings bindings;
  memset(&bindings, 0, sizeof bindings);
  bindings.data.count = count;
  bindings.data.octets = octets;
  return bindings;
}

/* Null bindings are none. A failed step deletes the context. */
static inline struct authspec_gss_step authspec_gss_accept(
    const struct authspec_gss *gss, void *credentials, void **context, const void *token, size_t count, const void *bindings,
    size_t bindings_count) {
  struct authspec_gss_step step;
  memset(&step, 0, sizeof step);
  struct authspec_gss_octets input = {count, token};
  struct authspec_gss_bindings bound = authspec_gss_bind(bindings, bindings_count);
  void *name = NULL, *delegated = NULL;
  uint32_t ignored;
  step.major = gss->accept(
      &step.minor, context, credentials, &input, bindings ? &bound : NULL, &name, &step.mechanism, &step.token, &step.flags,
      NULL, &delegated);
  if (name) {
    if (gss->display(&ignored, name, &step.name, NULL)) memset(&step.name, 0, sizeof step.name);
    gss->release_name(&ignored, &name);
  }
  step.delegated = delegated != NULL;
  if (delegated) gss->release_credentials(&ignored, &delegated);
  return step;
}

/* A null token begins. */
static inline struct authspec_gss_step authspec_gss_initiate(
    const struct authspec_gss *gss, void *credentials, void **context, void *target, int spnego, uint32_t flags,
    const void *token, size_t count, const void *bindings, size_t bindings_count) {
  struct authspec_gss_step step;
  memset(&step, 0, sizeof step);
  struct authspec_gss_octets input = {count, token};
  struct authspec_gss_bindings bound = authspec_gss_bind(bindings, bindings_count);
  step.major = gss->initiate(
      &step.minor, credentials, context, target, spnego ? &authspec_gss_spnego : &authspec_gss_kerberos, flags, 0,
      bindings ? &bound : NULL, &input, &step.mechanism, &step.token, &step.flags, NULL);
  return step;
}

static inline void authspec_gss_release_step(const struct authspec_gss *gss, struct authspec_gss_step *step) {
  uint32_t ignored;
  if (step->token.octets) gss->release_octets(&ignored, &step->token);
  if (step->name.octets) gss->release_octets(&ignored, &step->name);
}

/* A name of the form service/host@REALM, which needs neither DNS nor a configuration. */
static inline uint32_t authspec_gss_name(const struct authspec_gss *gss, const char *text, void **name, uint32_t *minor) {
  struct authspec_gss_octets octets = {strlen(text), text};
  *name = NULL;
  return gss->import(minor, &octets, &authspec_gss_principal, name);
}

static inline void authspec_gss_release_credentials(const struct authspec_gss *gss, void *credentials) {
  uint32_t ignored;
  if (credentials) gss->release_credentials(&ignored, &credentials);
}

static inline void authspec_gss_release_name(const struct authspec_gss *gss, void *name) {
  uint32_t ignored;
  if (name) gss->release_name(&ignored, &name);
}

static inline void authspec_gss_delete_context(const struct authspec_gss *gss, void **context) {
  uint32_t ignored;
  if (*context) gss->delete_context(&ignored, context, NULL);
  *context = NULL;
}

/* The MIC token of octets, to be released with authspec_gss_release_octets; empty on an error. */
static inline struct authspec_gss_octets authspec_gss_mic(
    const struct authspec_gss *gss, void *context, const void *octets, size_t count) {
  struct authspec_gss_octets input = {count, octets}, mic = {0, NULL};
  uint32_t minor;
  if (gss->get_mic(&minor, context, 0, &input, &mic)) memset(&mic, 0, sizeof mic);
  return mic;
}

static inline void authspec_gss_release_octets(const struct authspec_gss *gss, struct authspec_gss_octets *octets) {
  uint32_t ignored;
  if (octets->octets) gss->release_octets(&ignored, octets);
}

/* Not zero if the MIC is that of the octets. */
static inline int authspec_gss_is_mic(
    const struct authspec_gss *gss, void *context, const void *octets, size_t count, const void *mic, size_t mic_count) {
  struct authspec_gss_octets input = {count, octets}, token = {mic_count, mic};
  uint32_t minor;
  return gss->verify_mic(&minor, context, &input, &token, NULL) == 0;
}

/* The first message of a status, at most size - 1 octets: of a mechanism, or of GSS-API itself. */
static inline void authspec_gss_words(
    const struct authspec_gss *gss, uint32_t code, int of_mechanism, char *text, size_t size) {
  struct authspec_gss_octets words = {0, NULL};
  uint32_t minor, more = 0;
  text[0] = 0;
  uint32_t major = gss->words(
      &minor, code, of_mechanism ? 2 : 1, of_mechanism ? &authspec_gss_kerberos : NULL, &more, &words);
  if (!major && words.octets) {
    size_t count = words.count < size - 1 ? words.count : size - 1;
    memcpy(text, words.octets, count);
    text[count] = 0;
  }
  if (words.octets) gss->release_octets(&minor, &words);
}

/* The cache that the calling thread's later contexts take tickets from; null for the default. */
static inline uint32_t authspec_gss_use_cache(const struct authspec_gss *gss, const char *cache) {
  uint32_t minor;
  return gss->use_cache(&minor, cache, NULL);
}

/* Encrypts with a key of Kerberos (RFC 3961). Returns the number of octets, or 0. */
static inline size_t authspec_krb5_encrypt(
    const struct authspec_gss *gss, int32_t type, const unsigned char *key, unsigned int key_count, int32_t usage,
    const unsigned char *plain, size_t count, unsigned char *encrypted, size_t size) {
  size_t needed = 0;
  if (gss->encrypted_length(NULL, type, count, &needed) || needed > size) return 0;
  struct authspec_krb5_key keyblock = {0, type, key_count, key};
  struct authspec_krb5_octets input = {0, (unsigned int)count, (char *)plain};
  struct authspec_krb5_encrypted output = {0, type, 0, {0, (unsigned int)needed, (char *)encrypted}};
  if (gss->encrypt(NULL, &keyblock, usage, NULL, &input, &output)) return 0;
  return output.text.count;
}
#endif
