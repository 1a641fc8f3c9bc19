// The tutorial on a hang dump: its commands print what the page says that they print.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/run_command.h"

using namespace texpipe::test;

namespace {

/// A block of the page: its language and lines.
struct PageBlock {
  std::string language;
  std::vector<std::string> lines;
};

std::vector<PageBlock> blocks_of(const std::string& file) {
  std::ifstream page{file};
  std::vector<PageBlock> blocks;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), {}});
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

/// Place behind a line of the output that begins as one of the page, up to its dots; npos: there is none from `from`
/// on.
std::size_t find_line(const std::string& output, const std::string& line, std::size_t from) {
  const std::string begin = "\n" + line.substr(0, line.find("..."));
  const std::size_t at = ("\n" + output).find(begin, from);
  return at == std::string::npos ? at : at + begin.size() - 1;
}

}  // namespace

TEST_CASE("the commands of the tutorial on a hang dump print what its page shows, in that order", "[cli][state]") {
  const auto blocks = blocks_of(TEXPIPE_SOURCE_DIR "/docs/tutorial/hang-dump.md");
  std::string output;
  std::size_t compared = 0;
  for (const PageBlock& block : blocks) {
    if (block.language == "sh") {
      std::string script = "set -e\n";
      for (const std::string& line : block.lines) script += line + '\n';
      const CommandOutcome outcome = shell(script);
      INFO(script << outcome.err);
      CHECK(outcome.code == 0);
      output = outcome.out;
      continue;
    }
    std::size_t from = 0;
    for (const std::string& line : block.lines) {
      if (line == "...") continue;
      CAPTURE(line, output);
      const std::size_t behind = find_line(output, line, from);
      REQUIRE(behind != std::string::npos);
      from = behind;
      ++compared;
    }
  }
  CHECK(compared >= 12);
}
