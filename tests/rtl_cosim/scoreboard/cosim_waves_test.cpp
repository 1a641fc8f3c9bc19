#include "rtl_cosim/scoreboard/cosim_waves.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_cosim/scoreboard/stream_cosim.h"
#include "rtl_cosim/scoreboard/texel_decoder_block.h"
#include "timing/observe/vcd.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

namespace {

/// A dump by name of signal: its value from each time on.
using Signals = std::map<std::string, std::map<std::uint64_t, std::string>>;

Signals signals_of(const std::string& dump) {
  Signals signals;
  std::map<std::string, std::string> names;  // by code
  std::string scope;
  std::uint64_t time = 0;
  std::istringstream lines{dump};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words{line};
    std::string word, kind, bits, code, name;
    words >> word;
    if (word == "$scope") {
      words >> kind >> name;
      scope += name + ".";
    } else if (word == "$upscope") {
      scope.resize(scope.find_last_of('.', scope.size() - 2) + 1);
    } else if (word == "$var") {
      words >> kind >> bits >> code >> name;
      names[code] = scope + name;
      signals[scope + name];
    } else if (word[0] == '#') {
      time = std::stoull(word.substr(1));
    } else if (word[0] == 'b') {
      words >> code;
      signals[names[code]][time] = word.substr(1);
    } else if (word[0] == '0' || word[0] == '1') {
      signals[names[word.substr(1)]][time] = word.substr(0, 1);
    }
  }
  return signals;
}

std::string at(const Signals& signals, const std::string& name, std::uint64_t time) {
  return std::prev(signals.at(name).upper_bound(time))->second;
}

struct Run {
  StreamMismatch mismatch;
  CosimWaves waves;
  Signals signals;
};

Run run_with_a_bug() {
  const TexelDecoderBlock block{TexelDecoderVariant::kFifthsAsSevenths, {gen9::SurfaceFormat::kBc4Unorm}};
  const StreamCosimParameters shortest = shrink(block, {.requests = 500});
  Run run;
  run.mismatch = *run_stream_cosim(block, shortest, &run.waves).first;
  std::ostringstream dump;
  timing::VcdFile file{dump};
  run.waves.write(file);
  run.signals = signals_of(dump.str());
  return run;
}

}  // namespace

TEST_CASE("waves of a mismatch have the RTL's inner signals and what the bench and the model know", "[rtl][waves]") {
  const Run run = run_with_a_bug();
  const std::uint64_t when = run.mismatch.cycle * 1000;
  CHECK(at(run.signals, "bench.differs", when) == "1");
  CHECK(at(run.signals, "bench.differs", when - 1000) == "0");
  CHECK(at(run.signals, "rtl.clk", when) == "0");
  CHECK(at(run.signals, "rtl.clk", when + 500) == "1");
  CHECK(at(run.signals, "rtl.out_valid", when) == "1");
  CHECK(at(run.signals, "rtl.out_codes", when) != at(run.signals, "model.out_codes", when));
  CHECK(at(run.signals, "rtl.out_codes", when).size() == 4 * kTexelCodeBits);
  CHECK(run.signals.count("rtl.texel_decoder.gen_channel[0].first_product") == 1);
}

namespace {

/// RTL whose dump is as Verilator writes it.
struct DumpedRtl final : Traced {
  bool trace(std::string& text, Window) override {
    text =
        "$timescale 1ps $end\n $scope module TOP $end\n  $var wire  8 ! up [0:7] $end\n  $var wire  1 \" five [5:5] "
        "$end\n"
        "  $scope module unit $end\n   $var real 64 # gain $end\n   $var wire  4 $ mem[1] [6:3] $end\n"
        "  $upscope $end\n $upscope $end\n$enddefinitions $end\n"
        "#0\nb1 !\n1\"\nr0.25 #\nb1010 $\n#1\nr-1.5e-07 #\n";
    return true;
  }
};

}  // namespace

TEST_CASE("waves keep ranges as the RTL declares them, and real numbers", "[rtl][waves]") {
  DumpedRtl rtl;
  CosimWaves waves;
  REQUIRE(waves.begin(rtl, {}));
  waves.cycle({});
  std::ostringstream dump;
  timing::VcdFile file{dump};
  waves.write(file);
  const std::string text = dump.str();
  for (const char* declared : {" up [0:7] $end", " five [5:5] $end", " mem[1] [6:3] $end"}) {
    INFO(declared);
    CHECK(text.find(declared) != std::string::npos);
  }
  CHECK(text.find("$var real 64 ") != std::string::npos);
  CHECK(text.find(" gain $end") != std::string::npos);
  CHECK(text.find("\nr0.25 ") != std::string::npos);
  CHECK(text.find("\nr-1.5e-07 ") != std::string::npos);
  CHECK(text.find("\nb00000001 ") != std::string::npos);
  CHECK(timing::gtkwave_save_file("x.fst", waves.shown()).find("rtl.up[0:7]\n") != std::string::npos);
}

TEST_CASE("the save files of waves name signals that are there", "[rtl][waves]") {
  const Run run = run_with_a_bug();
  std::size_t shown = 0;
  std::istringstream gtkwave{timing::gtkwave_save_file("x.fst", run.waves.shown())};
  for (std::string line; std::getline(gtkwave, line);) {
    if (line[0] == '@' || line[0] == '-' || (line[0] == '[' && line.find(']') != std::string::npos)) continue;
    INFO(line);
    CHECK(run.signals.count(line.substr(0, line.find('['))) == 1);
    ++shown;
  }
  CHECK(shown == 7 + 11 + 1);  // of the bench, of the RTL, of the model
  std::istringstream surfer{timing::surfer_commands("x.fst", run.waves.shown())};
  for (std::string word, name; surfer >> word;) {
    if (word != "variable_add") continue;
    surfer >> name;
    CHECK(run.signals.count(name) == 1);
    --shown;
  }
  CHECK(shown == 0);
}
