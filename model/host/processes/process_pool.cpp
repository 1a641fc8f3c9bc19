#include "host/processes/process_pool.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "base/diagnostic.h"
#include "host/files/descriptor.h"

namespace texpipe::study {

namespace {

[[noreturn]] void fail(const char* what) {
  throw Error{ExitCode::kInternalError, std::string{what} + ": " + std::strerror(errno)};
}

}  // namespace

ProcessPool::~ProcessPool() {
  for (const Process& process : running_) kill(process.id, SIGKILL);
  for (const Process& process : running_) {
    waitpid(process.id, nullptr, 0);
    close(process.pipe);
  }
}

void ProcessPool::start(std::size_t piece, const std::function<void(const Tell&)>& work) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail("no pipe to a process");
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) fail("no process for a run");
  if (id == 0) {
    // Nobody is left to hear when the parent is gone.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    setpgid(0, 0);
    close(ends[0]);
    bool heard = true;
    work([&](std::string_view text) { return heard = heard && write_all(ends[1], text); });
    _exit(heard ? 0 : 1);
  }
  close(ends[1]);
  running_.push_back({.piece = piece, .id = id, .pipe = ends[0]});
}

std::vector<ProcessPool::Ended> ProcessPool::wait(std::chrono::milliseconds most) {
  std::vector<Ended> ended;
  std::vector<pollfd> pipes;
  for (const Process& process : running_) pipes.push_back({process.pipe, POLLIN, 0});
  if (poll(pipes.data(), pipes.size(), static_cast<int>(most.count())) < 0) {
    if (errno == EINTR) return ended;
    fail("processes cannot be waited for");
  }
  for (std::size_t n = running_.size(); n-- > 0;) {
    if (pipes[n].revents == 0) continue;
    std::array<char, 4096> bytes;
    const ssize_t count = read(pipes[n].fd, bytes.data(), bytes.size());
    if (count > 0) {
      running_[n].told.append(bytes.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      ended.push_back(end(n));
    }
  }
  return ended;
}

ProcessPool::Ended ProcessPool::end(std::size_t n) {
  Process process = std::move(running_[n]);
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(n));
  close(process.pipe);
  int status = 0;
  while (waitpid(process.id, &status, 0) < 0 && errno == EINTR) {
  }
  const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  std::string how = WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status))
                    : well              ? ""
                                        : "with exit code " + std::to_string(WEXITSTATUS(status));
  return {.piece = process.piece, .told = std::move(process.told), .how = well ? "" : std::move(how)};
}

}  // namespace texpipe::study
