// Runs the built texpipe command and keeps what it says.
#pragma once

#include <string>

namespace texpipe::test {

struct CommandOutcome {
  int code = -1;  // exit code; 128 + n when signal n ended it
  std::string out;
  std::string err;
};

/// Runs `texpipe ARGUMENTS` (a shell text) from the source folder. `environment` is a prefix such as `NAME=value`.
CommandOutcome run_texpipe(const std::string& arguments, const std::string& environment = "");

/// Runs a shell command line from the source folder, with the texpipe command's folder first on the PATH.
CommandOutcome shell(const std::string& command);

}  // namespace texpipe::test
