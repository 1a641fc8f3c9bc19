// Lines of every verb that prints a table, on typical input.
#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

/// Letters of UTF-8.
std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// A line that is wider, and could have been broken; empty: there is none. A word that no line can hold stays whole.
std::string too_wide(const std::string& text, std::size_t columns) {
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (columns_of(line) > columns && line.find(' ', begin) != std::string::npos) return line;
  }
  return {};
}

}  // namespace

TEST_CASE("tables of every verb fit 80 columns, or those of the terminal", "[cli][columns]") {
  const ScratchFolder scratch;
  const std::string a = "'" + (scratch / "a").string() + "'", b = "'" + (scratch / "b").string() + "'",
                    sweep = "'" + (scratch / "sweep").string() + "'",
                    recording = "'" + (scratch / "a.rec").string() + "'";
  const std::string study = "run configs/studies/first_look.yaml -p workload.image=64x48";
  REQUIRE(
      run_texpipe(study + " -q --out " + b + " -p l3.hit_latency=90 --trace '" + (scratch / "b.pftrace").string() + "'")
          .code == 0);
  REQUIRE(run_texpipe("sweep configs/sweeps/texture_cache.yaml -q -p workload.image=8x8 --out " + sweep).code == 0);
  for (const std::string& words :
       std::vector<std::string>{study + " --force --out " + a + " --record " + recording,
                                "stats " + a,
                                "stats " + a + " --against " + b,
                                "stats " + a + " --over time",
                                "compare " + a + ' ' + b,
                                "compare " + a + ' ' + b + ' ' + a,
                                "energy " + a,
                                "explain " + a + " --runs 3",
                                "why " + a + " --pixel 40,40",
                                "trace info '" + (scratch / "b.pftrace").string() + "'",
                                "sweep collect " + sweep,
                                "sweep sensitivity " + sweep,
                                "sweep status " + sweep,
                                "recording info " + recording,
                                "enum",
                                "enum SURFACE_FORMAT",
                                "enum BC7",
                                "state list",
                                "state explain surface",
                                "state explain surface width",
                                "state decode sampler 10000000 0 0 0",
                                "message decode 0x2 0x02420001",
                                "message encode SFID_SAMPLER response_length=1 message_length=1",
                                "kernel info configs/kernels/emboss.bin",
                                "texture info configs/textures/brick.png",
                                "doctor",
                                "studies",
                                "studies machines",
                                "config explain l3.size",
                                "verify tests/data/golden",
                                "help",
                                "help run"}) {
    INFO(words);
    const CommandOutcome narrow = run_texpipe(words, "COLUMNS=80");
    CHECK((narrow.code == 0 || narrow.code == 5));
    CHECK(too_wide(narrow.out, 80) == "");
    CHECK(too_wide(run_texpipe(words, "COLUMNS=120").out, 120) == "");
  }
  CHECK(run_texpipe("energy " + a, "COLUMNS=200").out != run_texpipe("energy " + a, "COLUMNS=80").out);
}

TEST_CASE("lines of a table that another program reads stay whole", "[cli][columns]") {
  const std::string words = "message decode 0x2 0x04420001",
                    whole = "binding 1, sampler 0, no header, message 2, response 4";
  CHECK_THAT(run_texpipe(words, "COLUMNS=").out, Catch::Contains(whole));
  CHECK_THAT(run_texpipe(words, "COLUMNS=60").out, !Catch::Contains(whole));
}

TEST_CASE("comments of a configuration fit the columns, and its values stay whole", "[cli][columns]") {
  const std::string words = "config show configs/studies/first_look.yaml --origin";
  const std::string whole = run_texpipe(words, "COLUMNS=").out, narrow = run_texpipe(words, "COLUMNS=80").out;
  CHECK(whole != narrow);
  std::istringstream lines{narrow};
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    const std::size_t comment = line.find('#');
    const bool late = comment != std::string::npos && comment + 20 > 80;
    const bool word = comment != std::string::npos && line.find(' ', comment + 8) == std::string::npos;
    CHECK((columns_of(line) <= 80 || comment == std::string::npos || late || word));
  }
}
