// Program that serves a run's live page, as the run sees it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "host/files/descriptor.h"

namespace texpipe::cli {

/// Starts the program and answers what it asks, when it is asked to. The server is no thread of this process: one would
/// cost every shared pointer and allocation of the run a lock.
class PageServer {
 public:
  using Handler = std::function<std::string(std::string_view word)>;

  /// @param port   0: one that is free
  /// @param token  that every request needs
  /// Errors: kUsage for a port that cannot be used; kUnsupported when the program is not there.
  PageServer(unsigned port, const std::string& token, Handler handler);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  unsigned port() const { return port_; }

  /// Answers what has been asked, and what is asked within `wait`; a signal ends it earlier. False: the program is no
  /// more there, and nobody will ask again.
  bool serve(std::chrono::milliseconds wait);

 private:
  bool answer_lines();

  Handler handler_;
  study::Descriptor socket_;
  pid_t process_ = 0;
  unsigned port_ = 0;
  std::string asked_;  // begin of a line whose end has not come
};

}  // namespace texpipe::cli
