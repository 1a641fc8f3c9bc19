// Texts of the command about itself: help, version, completion, manual page.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

/// The verbs of the command's help: first words of the lines that are indented by two, in front of the options.
std::vector<std::string> verbs_of(const std::string& help) {
  std::vector<std::string> verbs;
  std::istringstream lines{help.substr(0, help.find("Options of every verb"))};
  std::string line;
  while (std::getline(lines, line)) {
    if (!line.starts_with("  ") || line.starts_with("   ")) continue;
    std::string word;
    std::istringstream{line} >> word;
    verbs.push_back(word);
  }
  return verbs;
}

/// Columns of the longest line.
std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines{text};
  std::string line;
  while (std::getline(lines, line)) longest = std::max(longest, line.size());
  return longest;
}

/// Completions that bash offers for a command line that ends where the cursor is.
std::string completed(const std::string& words) {
  return shell(
             "bash -c 'source <(texpipe completion bash); t() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _texpipe; "
             "echo \"${COMPREPLY[*]}\"; }; t " +
             words + "'")
      .out;
}

}  // namespace

TEST_CASE("texpipe help, help VERB and help VERB VERB print what --help prints", "[cli][help]") {
  CHECK(run_texpipe("help").out == run_texpipe("--help").out);
  const std::vector<std::string> verbs = verbs_of(run_texpipe("help").out);
  REQUIRE(verbs.size() > 10);
  for (const std::string& verb : verbs) {
    INFO(verb);
    const CommandOutcome help = run_texpipe("help " + verb);
    CHECK(help.code == 0);
    CHECK(help.out == run_texpipe(verb + " --help").out);
  }
  CHECK(run_texpipe("help texture decode").out == run_texpipe("texture decode --help").out);
  const CommandOutcome unknown = run_texpipe("help texture deocde");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("texpipe texture has no verb deocde; did you mean decode?"));
}

TEST_CASE("help fits 80 columns, or those of the terminal", "[cli][help]") {
  std::vector<std::string> verbs = verbs_of(run_texpipe("help").out);
  verbs.insert(verbs.end(), {"", "texture decode", "config show", "sweep status"});
  for (const std::string& verb : verbs) {
    INFO(verb);
    CHECK(longest_line(run_texpipe("help " + verb, "COLUMNS=").out) <= 80);
    CHECK(longest_line(run_texpipe("help " + verb, "COLUMNS=120").out) <= 120);
  }
  CHECK(run_texpipe("help run", "COLUMNS=120").out != run_texpipe("help run", "COLUMNS=").out);
  CHECK(run_texpipe("help run", "COLUMNS=wide").out == run_texpipe("help run", "COLUMNS=").out);
}

TEST_CASE("help has verbs in groups, examples and our words for values", "[cli][help]") {
  const std::string help = run_texpipe("help").out;
  for (const char* title : {"\nRun studies\n", "\nUnderstand runs\n", "\nExamples\n"})
    CHECK_THAT(help, Contains(title));
  CHECK_THAT(help, !Contains("\nMore\n"));
  const std::string run = run_texpipe("help run").out;
  for (const char* text :
       {"-p, --parameter PATH=VALUE", "--out DIR", "--serve PORT", "--trace-window FROM..TO", "Examples"})
    CHECK_THAT(run, Contains(text));
  for (const std::string& verb : verbs_of(help)) CHECK_THAT(run_texpipe("help " + verb).out, !Contains(" TEXT"));
}

TEST_CASE("every example of the help is a command line that the verb takes", "[cli][help]") {
  std::istringstream lines{run_texpipe("help").out + run_texpipe("help run").out + run_texpipe("help compare").out +
                           run_texpipe("help explain").out + run_texpipe("help config").out +
                           run_texpipe("help sweep").out + run_texpipe("help stats").out};
  std::string line;
  int examples = 0;
  while (std::getline(lines, line)) {
    if (!line.starts_with("  texpipe ")) continue;
    INFO(line);
    // Its words are taken: what is wrong, if anything, is that a file is not there.
    const CommandOutcome outcome = shell(line + " --help");
    CHECK(outcome.code == 0);
    ++examples;
  }
  CHECK(examples > 12);
}

TEST_CASE("texpipe version prints what --version prints, as JSON too", "[cli][help]") {
  const CommandOutcome version = run_texpipe("version");
  CHECK(version.code == 0);
  CHECK(version.out == run_texpipe("--version").out);
  CHECK(nlohmann::json::parse(run_texpipe("version --json").out).at("libraries").contains("systemc"));
}

TEST_CASE("a verb that does not exist is refused with those that do", "[cli][help]") {
  const CommandOutcome unknown = run_texpipe("xyzzy");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("expected one of run,"));
  CHECK(run_texpipe("help xyzzy").code == 2);
}

TEST_CASE("bash completes verbs, options, words of a list and parameters", "[cli][help]") {
  CHECK(completed("texpipe vers") == "version\n");
  CHECK(completed("texpipe -q config sch") == "schema\n");
  CHECK(completed("texpipe config schema \"\"") == "study machine sweep\n");
  CHECK(completed("texpipe completion \"\"") == "bash zsh fish\n");
  CHECK(completed("texpipe run study.yaml --waves-f") == "--waves-from\n");
  CHECK(completed("texpipe run --quie") == "--quiet\n");
  CHECK(completed("texpipe run -p slice.l3.mshr") == "slice.l3.mshrs=\n");
  CHECK(completed("texpipe run -p workload.zoom.t") == "workload.zoom.turn=\n");
  CHECK(completed("texpipe run \"\"") == "\n");  // files, by the shell
  CHECK(completed("texpipe run configs/studies/pixel_interpolator.yaml -p workload.pl") == "workload.place=\n");
  CHECK(completed("texpipe run configs/studies/first_look.yaml -p workload.pl") == "\n");
  CHECK(completed("texpipe run study.yaml -p workload.kind=texture") == "workload.kind=texture_walk\n");
  CHECK(completed("texpipe run study.yaml -p workload.kind = texture") ==
        "texture_walk\n");  // as bash takes words apart
  CHECK_THAT(completed("texpipe run study.yaml -p l1.replacement = \"\""), Contains("lru"));
  CHECK(completed("texpipe run study.yaml -p timing =") == "untimed loosely_timed approximately_timed\n");
  CHECK(completed("texpipe stats x --format = js") == "json\n");
  CHECK(completed("texpipe explain run --only slice.l3.mshr") == "slice.l3.mshrs\n");
  CHECK(completed("texpipe enum SURFACE_FOR") == "SURFACE_FORMAT\n");
  CHECK_THAT(completed("texpipe enum SURFACE_FORMAT BC7"), Contains("BC7_UNORM"));
  CHECK(completed("texpipe message encode SFID_SAMPLER message_ty") == "message_type=\n");
  CHECK(completed("texpipe run nowhere.yaml -p workload.pl") == "workload.place=\n");
  CHECK_THAT(completed("texpipe \"\""), Contains("run") && Contains("trace"));
}

TEST_CASE("bash completes the statistics of a run", "[cli][help]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string();
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=8x8 --out '" + run + "'").code == 0);
  CHECK(completed("texpipe stats " + run + " slice.l3.hits") == "slice.l3.hits\n");
  CHECK(completed("texpipe compare " + run + " " + run + " --fail-on cyc") == "cycles\n");
}

TEST_CASE("every shell's completion has every verb", "[cli][help]") {
  const std::vector<std::string> verbs = verbs_of(run_texpipe("help").out);
  for (const char* name : {"bash", "zsh", "fish"}) {
    const CommandOutcome script = run_texpipe(std::string{"completion "} + name);
    CHECK(script.code == 0);
    for (const std::string& verb : verbs) CHECK_THAT(script.out, Contains(verb));
  }
  CHECK(run_texpipe("completion cmd").code == 2);
}

TEST_CASE("the manual page tells every verb, option and exit code", "[cli][help]") {
  const CommandOutcome page = run_texpipe("man");
  CHECK(page.code == 0);
  for (const std::string& verb : verbs_of(run_texpipe("help").out)) CHECK_THAT(page.out, Contains("texpipe " + verb));
  for (const char* text : {"\\-\\-waves\\-from", "texpipe texture decode", "\\fBTEXPIPE_*\\fR", "\\fB143\\fR"}) {
    CHECK_THAT(page.out, Contains(text));
  }
  const CommandOutcome set =
      shell("command -v groff >/dev/null || exit 0; texpipe man | groff -man -Tutf8 -ww >/dev/null");
  CHECK(set.code == 0);
  CHECK(set.err.empty());
}

TEST_CASE("the reference has every parameter and statistic with words for it", "[cli][help]") {
  const auto json = nlohmann::json::parse(run_texpipe("config reference --json").out);
  std::set<std::string> parameters, statistics;
  for (const char* list : {"study", "machine", "statistics"}) {
    for (const auto& entry : json[list]) {
      INFO(entry.dump());
      CHECK_FALSE(entry["description"].get<std::string>().empty());
      (std::string{list} == "statistics" ? statistics : parameters).insert(entry["path"]);
    }
  }
  for (const char* study : {"first_look", "msaa_coverage", "pixel_interpolator"}) {
    const ScratchFolder scratch;
    const std::string file = "configs/studies/" + std::string{study} + ".yaml";
    std::istringstream paths{run_texpipe("config paths " + file).out};
    std::string path;
    while (std::getline(paths, path)) CHECK(parameters.contains(path));
    const std::string run = (scratch / "run").string();
    REQUIRE(run_texpipe("run " + file + " -q --out '" + run + "'").code == 0);
    const auto stats = nlohmann::json::parse(scratch.read("run/stats.json"));
    for (const auto& group : stats["groups"]) {
      const std::string pattern = std::regex_replace(group["path"].get<std::string>(), std::regex{R"(\[\d+\])"}, "[*]");
      for (const auto& statistic : group["statistics"]) {
        const std::string path = pattern + '.' + statistic["name"].get<std::string>();
        INFO(path);
        CHECK(statistics.contains(path));
      }
    }
  }
}

TEST_CASE("the reference is one page without anything to load and a manual page", "[cli][help]") {
  const ScratchFolder scratch;
  const std::string page = (scratch / "reference.html").string();
  CHECK(run_texpipe("config reference -o '" + page + "'").code == 0);
  CHECK(run_texpipe("config reference -o '" + page + "'").code == 2);
  const std::string html = scratch.read("reference.html");
  CHECK(html.size() < (2u << 20));
  CHECK_THAT(html, Contains("id=\"slice.subslice.sampler.l1.size\"") &&
                       Contains("id=\"stats.slice.subslice[*].sampler.l1.lookups\"") && Contains("default-src 'none'"));
  CHECK_THAT(html, !Contains("http:") && !Contains("https:"));
  const CommandOutcome man = run_texpipe("config reference --format man");
  CHECK_THAT(man.out, Contains(".TH TEXPIPE-REFERENCE 7") && Contains("\\fBslice.l3.size\\fR"));
  const CommandOutcome set = shell(
      "command -v groff >/dev/null || exit 0; texpipe config reference --format man | groff -man -Tutf8 -ww "
      ">/dev/null");
  CHECK(set.code == 0);
  CHECK(set.err.empty());
  CHECK(run_texpipe("config reference --format pdf").code == 2);
  CHECK(run_texpipe("config paths nowhere.yaml").code == 4);
}

TEST_CASE("the exit codes of docs/reference are those of the manual page", "[cli][help]") {
  const std::string page = run_texpipe("man").out;
  const CommandOutcome documented = shell("cat docs/reference/exit-codes.md");
  std::istringstream lines{page.substr(page.find(".SH EXIT STATUS"))};
  std::string line;
  int codes = 0;
  while (std::getline(lines, line) && line != ".SH ENVIRONMENT") {
    if (!line.starts_with("\\fB")) continue;
    const std::string code = line.substr(3, line.find("\\fR") - 3);
    std::getline(lines, line);
    std::string meaning;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\') continue;
      meaning += line[i] == '"' ? '`' : line[i];
    }
    CHECK_THAT(documented.out, Contains("| " + code + " | " + meaning + " |"));
    ++codes;
  }
  CHECK(codes == 11);
}

TEST_CASE("messages on a dumb terminal have no colour", "[cli][help]") {
  const std::string script = "command -v script >/dev/null || exit 77; script -qec 'texpipe nope' /dev/null";
  const CommandOutcome colour = shell("unset NO_COLOR; export TERM=xterm; " + script);
  if (colour.code == 77) return;
  CHECK_THAT(colour.out, Contains("\033[31m"));
  CHECK_THAT(shell("unset NO_COLOR; export TERM=dumb; " + script).out, !Contains("\033["));
  CHECK_THAT(shell("export TERM=xterm NO_COLOR=1; " + script).out, !Contains("\033["));
}
