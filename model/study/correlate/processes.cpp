#include "study/correlate/processes.h"

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
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::json;

/// What a process tells: its result, or its error.
std::string told(const std::function<std::string(std::size_t)>& work, std::size_t piece) {
  try {
    return Json{{"result", work(piece)}}.dump();
  } catch (const Error& error) {
    Json list = Json::array();
    for (const Diagnostic& d : error.diagnostics())
      list.push_back({d.position.file, d.position.line, d.position.column, d.path, d.problem, d.hint});
    return Json{{"code", static_cast<int>(error.code())}, {"diagnostics", list}}.dump();
  } catch (const std::exception& error) {
    return Json{{"code", static_cast<int>(ExitCode::kInternalError)},
                {"diagnostics", Json::array({Json::array({"", 0, 0, "", error.what(), ""})})}}
        .dump();
  }
}

std::vector<Diagnostic> diagnostics_of(const Json& list) {
  std::vector<Diagnostic> diagnostics;
  for (const Json& d : list)
    diagnostics.push_back({.position = {d[0], d[1], d[2]}, .path = d[3], .problem = d[4], .hint = d[5]});
  return diagnostics;
}

struct Process {
  std::size_t piece = 0;
  pid_t id = 0;
  int pipe = -1;
  std::string told{};
};

class Pool {
 public:
  Pool(std::size_t count, unsigned jobs, const std::function<std::string(std::size_t)>& work)
      : work_{work}, jobs_{std::max(jobs, 1u)}, count_{count}, told_(count) {}
  ~Pool() {
    for (const Process& process : running_) {
      kill(process.id, SIGKILL);
      waitpid(process.id, nullptr, 0);
      close(process.pipe);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::vector<std::string> run(const std::function<void()>& ended) {
    while (next_ < count_ || !running_.empty()) {
      while (next_ < count_ && running_.size() < jobs_) start(next_++);
      const std::size_t before = running_.size();
      listen();
      for (std::size_t n = running_.size(); n < before; ++n)
        if (ended) ended();
    }
    return std::move(told_);
  }

 private:
  [[noreturn]] static void fail(const char* what) {
    throw Error{ExitCode::kInternalError, std::string{what} + ": " + std::strerror(errno)};
  }

  void start(std::size_t piece) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) fail("no pipe to a process");
    std::cout.flush();
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t id = fork();
    if (id < 0) fail("no process for a row");
    if (id == 0) {
      // Nobody is left to hear when the parent is gone.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      close(ends[0]);
      const std::string text = told(work_, piece);
      for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = write(ends[1], text.data() + at, text.size() - at);
        if (written < 0 && errno != EINTR) _exit(1);
        at += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
      }
      _exit(0);
    }
    close(ends[1]);
    running_.push_back({.piece = piece, .id = id, .pipe = ends[0]});
  }

  void listen() {
    std::vector<pollfd> pipes;
    for (const Process& process : running_) pipes.push_back({process.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), -1) < 0) {
      if (errno == EINTR) return;
      fail("processes cannot be waited for");
    }
    for (std::size_t n = running_.size(); n-- > 0;) {
      if (pipes[n].revents == 0) continue;
      std::array<char, 4096> bytes;
      const ssize_t count = read(pipes[n].fd, bytes.data(), bytes.size());
      if (count > 0) {
        running_[n].told.append(bytes.data(), static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        end(n);
      }
    }
  }

  void end(std::size_t n) {
    Process process = std::move(running_[n]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(n));
    close(process.pipe);
    int status = 0;
    while (waitpid(process.id, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      const std::string how =
          WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status)) : "without a result";
      throw Error{ExitCode::kInternalError, "a process of a run ended " + how};
    }
    told_[process.piece] = std::move(process.told);
  }

  const std::function<std::string(std::size_t)>& work_;
  unsigned jobs_;
  std::size_t count_;
  std::size_t next_ = 0;
  std::vector<Process> running_;
  std::vector<std::string> told_;
};

}  // namespace

std::vector<std::string> divide_among_processes(std::size_t count, unsigned jobs,
                                                const std::function<std::string(std::size_t)>& work,
                                                const std::function<void()>& ended) {
  std::vector<std::string> results;
  std::vector<Diagnostic> problems;
  std::optional<ExitCode> code;
  for (const std::string& text : Pool{count, jobs, work}.run(ended)) {
    const Json json = Json::parse(text);
    if (json.contains("result")) {
      results.push_back(json["result"]);
      continue;
    }
    if (!code) code = static_cast<ExitCode>(json["code"].get<int>());
    std::vector<Diagnostic> more = diagnostics_of(json["diagnostics"]);
    std::move(more.begin(), more.end(), std::back_inserter(problems));
  }
  if (code) throw Error{*code, std::move(problems)};
  return results;
}

}  // namespace texpipe::study
