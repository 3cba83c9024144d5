// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CPROCESS_SHIM_H
#define AUTHSPEC_CPROCESS_SHIM_H
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#if defined(__linux__)
#include <linux/fs.h>
#include <sys/ioctl.h>
#else
#include <sys/stat.h>
#endif
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* Swift's module of the C library is made without _GNU_SOURCE, so it does not declare these. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
#if defined(__GLIBC__)
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
#endif

/* Many calls on two objects that must both be freed, with flags whose types differ between systems: plainer in C.
   A null folder is the caller's own. Returns 0, or an errno. */
static inline int authspec_spawn(
    pid_t *pid, const char *program, char *const argv[], char *const envp[], const char *folder,
    int in, int out, int err) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  if (!code) code = posix_spawnattr_setflags(&attributes, flags);
  if (!code) code = posix_spawnattr_setpgroup(&attributes, 0);
  if (!code) code = posix_spawnattr_setsigmask(&attributes, &none);
  if (!code) code = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!code && folder) code = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, in, 0);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, out, 1);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, err, 2);
#if defined(__GLIBC__)
  if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
  if (!code) code = posix_spawnp(pid, program, &actions, &attributes, argv, envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

/* posix_spawn has no limits: they are set a moment after the start, which is soon enough for what they guard against.
   The constants' types differ between C libraries. No memory limit where that is 0. Linux only. */
static inline void authspec_limit(pid_t pid, unsigned long long memory, unsigned long long files) {
#if defined(__linux__)
  struct { unsigned long long soft, hard; } limit;
  limit.soft = limit.hard = 0;
  syscall(SYS_prlimit64, pid, RLIMIT_CORE, &limit, 0);
  limit.soft = limit.hard = files;
  syscall(SYS_prlimit64, pid, RLIMIT_NOFILE, &limit, 0);
  /* A file that grows without bound would fill the disk. */
  limit.soft = limit.hard = 1ULL << 30;
  syscall(SYS_prlimit64, pid, RLIMIT_FSIZE, &limit, 0);
  if (memory) {
    /* Not the address space, which some runtimes reserve in terabytes. */
    limit.soft = limit.hard = memory;
    syscall(SYS_prlimit64, pid, RLIMIT_DATA, &limit, 0);
  }
#else
  (void)pid, (void)memory, (void)files;
#endif
}

/* A copy of this process, which must have one thread only; 0 in the copy. Swift's module hides fork. The copy says nothing
   on standard error, leaves no core file, has so much memory to itself, and ends when it works for so many seconds after
   authspec_begin_work without doing that again: time of the processor, so that a busy machine makes no difference. */
static inline pid_t authspec_fork(unsigned long long memory) {
  pid_t pid = fork();
  if (pid) return pid;
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, 2);
  authspec_limit(getpid(), memory, 4096);
  return 0;
}

static inline void authspec_begin_work(int seconds) {
  struct itimerval time;
  memset(&time, 0, sizeof time);
  time.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &time, NULL);
}

/* A descriptor that is readable once the process has ended; -1 where the system has none. Variadic calls do not import. */
static inline int authspec_pidfd(pid_t pid) {
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  return -1;
#endif
}

/* True once the process has ended; it is not waited for, so its number stays taken. siginfo_t is a union in a struct. */
static inline int authspec_has_ended(pid_t pid) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT)) return errno != EINTR;
  return info.si_pid == pid;
}

/* Waits for a process that has ended. The macros about its status do not import: its exit status, or minus its signal. */
static inline int authspec_reap(pid_t pid) {
  int status = 0;
  pid_t found;
  do found = waitpid(pid, &status, 0);
  while (found < 0 && errno == EINTR);
  if (found < 0) return 0;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* A pipe that no other process inherits; the flags are not in Swift's module. Neither end is 0, 1 or 2, even where these
   are closed, or they would be overwritten on the way to a child. Returns 0, or an errno. */
static inline int authspec_pipe(int *reading, int *writing) {
  int ends[2];
#if defined(__linux__)
  if (syscall(SYS_pipe2, ends, O_CLOEXEC)) return errno;
#else
  if (pipe(ends)) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  for (int i = 0; i < 2; i++) {
    if (ends[i] > 2) continue;
    int higher = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
    int code = errno;
    close(ends[i]);
    ends[i] = higher;
    if (higher < 0) {
      close(ends[1 - i]);
      return code;
    }
  }
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

/* An input that is empty, and inherited by nobody; never 0, 1 or 2. open is variadic. -1 with errno set. */
static inline int authspec_open_nothing(void) {
  int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 || descriptor > 2) return descriptor;
  int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int code = errno;
  close(descriptor);
  errno = code;
  return higher;
}

/* Sets or clears the flag that keeps every user from changing a file, whatever their rights. ioctl is variadic, and the
   flag differs between systems. Returns 0, or an errno. */
static inline int authspec_set_immutable(const char *path, int is_set) {
#if defined(__linux__)
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return errno;
  int flags = 0;
  int code = ioctl(descriptor, FS_IOC_GETFLAGS, &flags) ? errno : 0;
  flags = is_set ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
  if (!code && ioctl(descriptor, FS_IOC_SETFLAGS, &flags)) code = errno;
  close(descriptor);
  return code;
#else
  return chflags(path, is_set ? UF_IMMUTABLE : 0) ? errno : 0;
#endif
}

/* fcntl is variadic. */
static inline void authspec_set_nonblocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/* Swift's module of the C library has no <malloc.h>, which is one of glibc. The thresholds are octets: of a single
   block, and of free memory at the end of the heap, above which the memory goes back to the system. */
static inline void authspec_keep_freed_memory(int block, int end) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, block);
  mallopt(M_TRIM_THRESHOLD, end);
#else
  (void)block, (void)end;
#endif
}
#endif
