#include "support/run_command.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace texpipe::test {

namespace fs = std::filesystem;

namespace {

std::string read_and_remove(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream{path}.rdbuf();
  fs::remove(path);
  return text.str();
}

}  // namespace

CommandOutcome shell(const std::string& command) {
  static int runs = 0;
  const std::string stem =
      fs::temp_directory_path() / ("texpipe_cli_" + std::to_string(getpid()) + "_" + std::to_string(runs++));
  const std::string folder = fs::path{TEXPIPE_COMMAND}.parent_path();
  const std::string line = "cd '" TEXPIPE_SOURCE_DIR "' && PATH='" + folder + "':\"$PATH\"; { " + command + "\n} >" +
                           stem + ".out 2>" + stem + ".err </dev/null";
  const int status = std::system(line.c_str());
  CommandOutcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = read_and_remove(stem + ".out");
  outcome.err = read_and_remove(stem + ".err");
  return outcome;
}

CommandOutcome run_texpipe(const std::string& arguments, const std::string& environment) {
  return shell(environment + " texpipe " + arguments);
}

}  // namespace texpipe::test
