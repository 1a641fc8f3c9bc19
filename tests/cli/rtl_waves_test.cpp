// Signals of RTL in the waves of a run.
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

constexpr std::uint64_t kFrom = 600, kTo = 900, kPeriod = 952;  // cycles; ps at 1.05 GHz

/// A dump by name of signal: its value from each time on.
struct Dump {
  std::map<std::string, std::map<std::uint64_t, std::string>> signals;
  std::uint64_t first = 0, last = 0;
  bool in_order = true;

  explicit Dump(const std::string& text) {
    std::map<std::string, std::string> names;  // by code
    std::string scope;
    std::istringstream lines{text};
    std::uint64_t time = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words{line};
      std::string word, kind, bits, code, name;
      words >> word;
      if (word == "$scope") {
        words >> kind >> name;
        scope += name + ".";
      } else if (word == "$upscope") {
        const std::size_t dot = scope.find_last_of('.', scope.size() - 2);
        scope.resize(dot == std::string::npos ? 0 : dot + 1);
      } else if (word == "$var") {
        words >> kind >> bits >> code >> name;
        names[code] = scope + name;
        signals[scope + name];
      } else if (word[0] == '#') {
        const std::uint64_t next = std::stoull(word.substr(1));
        in_order &= next >= time;
        time = next;
        if (first == 0) first = time;
        last = time;
      } else if (word[0] == 'b') {
        words >> code;
        signals[names[code]][time] = word.substr(1);
      } else if (word[0] == '0' || word[0] == '1') {
        signals[names[word.substr(1)]][time] = word.substr(0, 1);
      }
    }
  }

  bool at(const std::string& name, std::uint64_t time) const {
    return std::prev(signals.at(name).upper_bound(time))->second.find('1') != std::string::npos;
  }
};

std::string first_look(const std::string& block, const std::string& arguments, const std::filesystem::path& folder) {
  return "run configs/studies/first_look.yaml -q --timing approximately_timed -p "
         "machine=configs/machines/rtl_sampler.yaml -p workload.image=16x12 "
         "-p 'slice.subslice[*].sampler" +
         block + ".implementation=rtl' " + arguments + " --out '" + folder.string() + "'";
}

}  // namespace

TEST_CASE("waves of a run have the signals of RTL beside the sockets, in the cycles of the model",
          "[cli][rtl][waves]") {
  const auto [block, top] = GENERATE(std::pair{".address_generator", "address_generator"},
                                     std::pair{".l1", "texture_cache"}, std::pair{".decoder", "texel_decoder"},
                                     std::pair{".filter", "texture_filter"}, std::pair{"", "sampler"});
  INFO(top);
  const ScratchFolder scratch;
  const std::string path = std::string{"slice.subslice[0].sampler"} + block;
  const std::string waves = "--waves '" + (scratch / "x.vcd").string() + "' --waves-from " + std::to_string(kFrom) +
                            " --waves-to " + std::to_string(kTo) + " --waves-block '" + path + "'";
  const CommandOutcome plain = run_texpipe(first_look(block, "", scratch / "plain"));
  if (plain.code == 8) return;  // there is no RTL
  REQUIRE(plain.code == 0);
  const CommandOutcome waved = run_texpipe(first_look(block, waves, scratch / "waved"));
  INFO(waved.err);
  REQUIRE(waved.code == 0);
  // Looking changes nothing.
  CHECK(scratch.read("waved/stats.json") == scratch.read("plain/stats.json"));

  const Dump dump{scratch.read("x.vcd")};
  CHECK(dump.in_order);
  CHECK(dump.first >= kFrom * kPeriod);
  CHECK(dump.last <= kTo * kPeriod);
  CHECK(dump.signals.count(path + ".rtl.clk") == 1);
  const std::string inside = path + ".rtl." + top + ".";
  CHECK(dump.signals.lower_bound(inside)->first.starts_with(inside));

  std::istringstream gtkwave{scratch.read("x.gtkw")};
  std::size_t shown = 0;
  for (std::string line; std::getline(gtkwave, line);) {
    if (!line.starts_with("slice")) continue;
    const std::size_t range = line.find('[', line.rfind('.'));
    INFO(line);
    CHECK(dump.signals.count(line.substr(0, range)) == 1);
    ++shown;
  }
  CHECK(shown > 10);
  std::istringstream surfer{scratch.read("x.sucl")};
  for (std::string word, name; surfer >> word;) {
    if (word != "variable_add") continue;
    surfer >> name;
    CHECK(dump.signals.count(name) == 1);
    --shown;
  }
  CHECK(shown == 0);
}

TEST_CASE("what a socket takes in a cycle of the waves, the RTL behind it takes in the same one", "[cli][rtl][waves]") {
  const ScratchFolder scratch;
  const std::string path = "slice.subslice[0].sampler.filter";
  const CommandOutcome run =
      run_texpipe(first_look(".filter", "--waves '" + (scratch / "x.vcd").string() + "'", scratch / "run"));
  if (run.code == 8) return;  // there is no RTL
  INFO(run.err);
  REQUIRE(run.code == 0);
  const Dump dump{scratch.read("x.vcd")};
  unsigned taken = 0;
  for (std::uint64_t time = 0; time < dump.last; time += kPeriod) {
    const bool socket = dump.at(path + ".in.requests", time);
    // Where the RTL is not clocked, its signals keep their values.
    const bool clocked = dump.signals.at(path + ".rtl.clk").count(time) != 0;
    const bool rtl = clocked && dump.at(path + ".rtl.in_valid", time) && dump.at(path + ".rtl.in_ready", time);
    INFO(time / kPeriod);
    CHECK(socket == rtl);
    taken += socket;
  }
  CHECK(taken > 100);
}

TEST_CASE("a save file of waves that exists stops the run before it begins", "[cli][rtl][waves]") {
  const ScratchFolder scratch;
  scratch.write("x.gtkw", "mine");
  const CommandOutcome run =
      run_texpipe(first_look(".filter", "--waves '" + (scratch / "x.vcd").string() + "'", scratch / "run"));
  if (run.code == 8) return;  // there is no RTL
  CHECK(run.code == 2);
  CHECK_THAT(run.err, Catch::Matchers::Contains("x.gtkw"));
  CHECK(scratch.read("x.gtkw") == "mine");
  CHECK(!std::filesystem::exists(scratch / "run" / "stats.json"));
  CHECK(!std::filesystem::exists(scratch / "x.vcd"));
}
