// Every command of the README runs: the lines of its ```sh blocks, one after the other in a folder with what the
// repository ships. Blocks of other languages (```bash for scripts that build or test the project, ```text for output)
// are not run here.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> readme_lines() {
  std::ifstream file{fs::path{TEXPIPE_SOURCE_DIR} / "README.md"};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// The lines of all blocks of one language.
std::vector<std::string> block_lines(const std::string& language) {
  std::vector<std::string> lines;
  bool inside = false;
  for (const std::string& line : readme_lines()) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```" + language;
    } else if (inside && !line.empty()) {
      lines.push_back(line);
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("every command in the README runs", "[cli][readme]") {
  const ScratchFolder scratch;
  for (const auto& entry : fs::directory_iterator{TEXPIPE_SOURCE_DIR}) {
    const std::string name = entry.path().filename().string();
    if (name == "out" || name.starts_with(".")) continue;
    fs::create_symlink(fs::absolute(entry.path()), scratch / name);
  }
  const std::vector<std::string> commands = block_lines("sh");
  CHECK(commands.size() >= 8);
  for (const std::string& command : commands) {
    const CommandOutcome outcome = shell("cd '" + scratch.path().string() + "' && " + command);
    INFO(command << "\n" << outcome.err);
    const bool needs_rtl = command.find("cosim") != std::string::npos || command.find("=rtl") != std::string::npos;
    if (needs_rtl && outcome.code == 8) continue;  // built without Verilator
    CHECK(outcome.code == 0);
  }
}

TEST_CASE("every shipped study runs from the README", "[cli][readme]") {
  const std::vector<std::string> commands = block_lines("sh");
  for (const auto& entry : fs::directory_iterator{fs::path{TEXPIPE_SOURCE_DIR} / "configs/studies"}) {
    if (!entry.is_regular_file()) continue;  // families of studies run by other verbs
    const std::string run = "texpipe run configs/studies/" + entry.path().filename().string();
    INFO(run);
    CHECK(std::any_of(commands.begin(), commands.end(), [&](const std::string& c) { return c.starts_with(run); }));
  }
}

TEST_CASE("the README tells the meaning of every exit code", "[cli][readme]") {
  std::string text;
  for (const std::string& line : readme_lines()) text += line + '\n';
  for (const int code : {0, 1, 2, 3, 4, 5, 6, 7, 8, 130, 143}) {
    INFO(code);
    CHECK(text.find("| " + std::to_string(code) + " |") != std::string::npos);
  }
}

TEST_CASE("scripts that the README names exist", "[cli][readme]") {
  for (const std::string& line : block_lines("bash")) {
    const std::string script = line.substr(0, line.find(' '));
    INFO(line);
    CHECK(fs::exists(fs::path{TEXPIPE_SOURCE_DIR} / script));
  }
}
