// SPDX-License-Identifier: Apache-2.0

// Measures how fast a command is started and waited for without a harness. The cost of a command
// under test in the harness is compared with this.
//
//     bare-spawn COUNT PROGRAM [ARGUMENT]...
//
// Standard input is empty, the output of the command is discarded, its environment is the caller's.
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  long count = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
  if (count <= 0) return fprintf(stderr, "usage: bare-spawn COUNT PROGRAM [ARGUMENT]...\n"), 2;
  double began = seconds();
  for (long i = 0; i < count; i++) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions)) return 3;
    int code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!code) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!code) code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t pid;
    if (!code) code = posix_spawnp(&pid, argv[2], &actions, NULL, argv + 2, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (code) return fprintf(stderr, "bare-spawn: %s cannot be started\n", argv[2]), 3;
    int status;
    if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status)) return 3;
  }
  double took = seconds() - began;
  printf("%ld processes, %.3f s, %.0f cases/s\n", count, took, (double)count / took);
  return 0;
}
