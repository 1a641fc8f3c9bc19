// Every command of the documentation runs: the lines of the ```sh blocks of README.md and of the pages that
// docs/README.md lists, a test for each page, in a folder of its own with what the repository ships. So each page
// stands alone. Blocks of other languages are not run here (```bash for what needs a network, another program, or what
// a user writes; ```text for output).
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
namespace fs = std::filesystem;

namespace {

const fs::path kSource{TEXPIPE_SOURCE_DIR};

std::vector<std::string> lines_of(const fs::path& page) {
  std::ifstream file{kSource / page};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string text_of(const fs::path& page) {
  std::string text;
  for (const std::string& line : lines_of(page)) text += line + '\n';
  return text;
}

/// README.md, the list of pages, and its pages in its order; paths from the source folder.
std::vector<fs::path> pages() {
  std::vector<fs::path> found{"README.md", "docs/README.md"};
  const std::string list = text_of("docs/README.md");
  const std::regex link{R"(\]\(([^)#:]+\.md)\))"};
  for (std::sregex_iterator match{list.begin(), list.end(), link}, end; match != end; ++match) {
    const fs::path page = ("docs" / fs::path{(*match)[1].str()}).lexically_normal();
    const bool known = std::find(found.begin(), found.end(), page) != found.end();
    if (!known && *page.begin() == "docs") found.push_back(page);
  }
  return found;
}

/// The word behind << whose line ends the text that follows; empty for a command without such a text.
std::string end_of_text(const std::string& line) {
  std::smatch word;
  return std::regex_search(line, word, std::regex{"<<'(\\w+)'"}) ? word[1].str() : std::string{};
}

/// The commands of all blocks of one language. Lines that end with a backslash go on in the next one.
std::vector<std::string> commands_of(const fs::path& page, const std::string& language) {
  std::vector<std::string> commands;
  bool inside = false, goes_on = false;
  std::string text_end;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```" + language;
      continue;
    }
    if (!inside || (line.empty() && text_end.empty())) continue;
    if (goes_on || !text_end.empty()) {
      commands.back() += '\n' + line;
      if (line == text_end) text_end.clear();
    } else {
      commands.push_back(line);
      text_end = end_of_text(line);
    }
    goes_on = text_end.empty() && line.ends_with('\\');
  }
  return commands;
}

/// Pages whose figures are those that their commands give or print, on whatever host.
bool holds_figures(const fs::path& page) {
  return page == "docs/tutorial/own-machine.md";
}

/// A text with one space in the place of several, and of ends of lines.
std::string in_one_line(const std::string& text) {
  std::istringstream words{text};
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// Lines of ```text blocks, taken apart where `...` leaves something out, and numbers of sentences that have a comma, a
/// point, or three digits.
std::vector<std::string> figures_of(const fs::path& page) {
  std::vector<std::string> figures;
  bool code = false, text = false;
  const std::regex number{R"(\d[\d,]*\.\d+|\d+,[\d,]*\d|\d{3,})"};
  for (std::string line : lines_of(page)) {
    if (line.starts_with("```")) {
      text = !code && line == "```text";
      code = !code;
      continue;
    }
    if (text) {
      for (std::size_t dots = line.find("..."); dots != std::string::npos; dots = line.find("...")) {
        figures.push_back(in_one_line(line.substr(0, dots)));
        line.erase(0, dots + 3);
      }
      figures.push_back(in_one_line(line));
    } else if (!code) {
      const std::string sentence = std::regex_replace(line, std::regex{"`[^`]*`|\\([^)]*\\)"}, "");
      for (std::sregex_iterator match{sentence.begin(), sentence.end(), number}, end; match != end; ++match)
        figures.push_back(match->str());
    }
  }
  return figures;
}

/// Runs the commands of a page, one after the other.
void run_page(const fs::path& page) {
  std::string printed;
  const ScratchFolder scratch;
  for (const auto& entry : fs::directory_iterator{kSource}) {
    const std::string name = entry.path().filename().string();
    if (name == "out" || name.starts_with(".")) continue;
    fs::create_symlink(fs::absolute(entry.path()), scratch / name);
  }
  fs::create_directory(scratch / "out");
  for (const std::string& command : commands_of(page, "sh")) {
    const CommandOutcome outcome = shell("cd '" + scratch.path().string() + "' && " + command);
    INFO(command << "\n" << outcome.err);
    const bool needs_rtl = command.find("cosim") != std::string::npos || command.find("=rtl") != std::string::npos;
    if (needs_rtl && outcome.code == 8) continue;  // built without Verilator
    CHECK(outcome.code == 0);
    printed += ' ' + in_one_line(command) + ' ' + in_one_line(outcome.out);
  }
  if (!holds_figures(page)) return;
  for (const std::string& figure : figures_of(page)) {
    INFO("no command of the page has or prints: " << figure);
    CHECK(printed.find(figure) != std::string::npos);
  }
}

class PageTest final : public Catch::ITestInvoker {
 public:
  explicit PageTest(fs::path page) : page_{std::move(page)} {}
  void invoke() const override { run_page(page_); }

 private:
  fs::path page_;
};

/// A test for each page with commands, so that they run side by side.
bool register_pages() {
  for (const fs::path& page : pages()) {
    if (commands_of(page, "sh").empty()) continue;
    Catch::AutoReg{new PageTest{page}, CATCH_INTERNAL_LINEINFO, "",
                   Catch::NameAndTags{"every command of " + page.string() + " runs", "[cli][pages]"}};
  }
  return true;
}

const bool kPagesRegistered = register_pages();

}  // namespace

TEST_CASE("commands are found on pages in all their forms", "[cli][pages]") {
  REQUIRE(kPagesRegistered);
  CHECK(pages().size() > 30);
  const ScratchFolder scratch;
  scratch.write(
      "page.md",
      "# A\n```sh\none a \\\n  b\n\ntwo\n```\n```bash\nother\n```\n```sh\ncat > f <<'END'\nx\n\nEND\nlast\n```\n");
  CHECK(commands_of(scratch / "page.md", "sh") ==
        std::vector<std::string>{"one a \\\n  b", "two", "cat > f <<'END'\nx\n\nEND", "last"});
}

TEST_CASE("every shipped study runs from a page", "[cli][pages]") {
  std::vector<std::string> commands;
  for (const fs::path& page : pages()) {
    for (std::string& command : commands_of(page, "sh")) commands.push_back(std::move(command));
  }
  CHECK(commands.size() > 80);
  for (const auto& entry : fs::directory_iterator{kSource / "configs/studies"}) {
    if (!entry.is_regular_file()) continue;  // families of studies run by other verbs
    const std::string run = "texpipe run configs/studies/" + entry.path().filename().string();
    INFO(run);
    CHECK(std::any_of(commands.begin(), commands.end(), [&](const std::string& c) { return c.starts_with(run); }));
  }
}

TEST_CASE("scripts and shipped files that pages name in commands exist", "[cli][pages]") {
  for (const fs::path& page : pages()) {
    for (const std::string& command : commands_of(page, "bash")) {
      std::istringstream words{command};
      for (std::string word; words >> word;) {
        const std::string top = word.substr(0, word.find('/'));
        if (top != "scripts" && top != "configs" && top != "tests" && top != "rtl_cosim") continue;
        if (word.find('{') != std::string::npos) continue;  // several files in one word
        INFO(page << ": " << command);
        CHECK(fs::exists(kSource / word));
      }
    }
  }
}
