// SPDX-License-Identifier: Apache-2.0

/* The callbacks of clang's -fsanitize-coverage=trace-pc-guard: each edge has a counter in AFL's shared memory. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/shm.h>

static uint8_t own[1 << 16], *map = own;

__attribute__((constructor(101))) static void attach(void) {
  const char *number = getenv("__AFL_SHM_ID");
  if (!number) return;
  void *place = shmat(atoi(number), 0, 0);
  if (place != (void *)-1) map = place;
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  static uint32_t last;
  if (start == stop || *start) return;
  while (start < stop) *start++ = ++last;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { map[*guard & 0xFFFF]++; }
