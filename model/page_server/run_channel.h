// Questions of the page to its run.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace texpipe::page_server {

/// Asks one question after the other, whichever thread has it.
class RunChannel {
 public:
  explicit RunChannel(int socket) : socket_{socket} {}

  void say(std::string_view line);
  /// The run's answer to a word. It may take as long as the run needs to come to its next look; none: the run is over.
  std::optional<std::string> ask(std::string_view word);

 private:
  std::optional<char> next();

  int socket_;
  std::mutex asking_;
};

}  // namespace texpipe::page_server
