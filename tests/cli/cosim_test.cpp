// texpipe cosim: what is told of a comparison.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("a comparison whose every request a reset drops is an error and not a success", "[cli][cosim]") {
  for (const std::string block : {"filter", "decoder", "address", "coverage", "cache"}) {
    const CommandOutcome outcome =
        run_texpipe("cosim configs/cosim/" + block + ".yaml -p requests=50 -p reset_every=1");
    if (outcome.code == 8) continue;  // there is no RTL
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains("nothing was compared"));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("every shipped comparison finds no difference and reaches its coverage goal", "[cli][cosim]") {
  unsigned shipped = 0;
  for (const auto& file : std::filesystem::directory_iterator{std::string{TEXPIPE_SOURCE_DIR} + "/configs/cosim"}) {
    const CommandOutcome outcome = run_texpipe("cosim " + file.path().string() + " --goals");
    if (outcome.code == 8) return;  // there is no RTL
    INFO(file.path() << ": " << outcome.out << outcome.err);
    CHECK(outcome.code == 0);
    ++shipped;
  }
  CHECK(shipped >= 7);
}

TEST_CASE("a comparison whose stimulus is too short for its coverage goal exits 5 when goals are asked for",
          "[cli][cosim]") {
  const std::string decoder = "cosim configs/cosim/decoder.yaml --goals ";
  const CommandOutcome met = run_texpipe(decoder);
  if (met.code == 8) return;  // there is no RTL
  CHECK(met.code == 0);
  const CommandOutcome missed = run_texpipe(decoder + "-p requests=100");
  CHECK(missed.code == 5);
  CHECK_THAT(missed.err, Contains("is below the goal of 100 % of the bins"));
  CHECK(run_texpipe(decoder + "-p requests=100 -p goals.bins=10").code == 0);
  CHECK(run_texpipe("cosim configs/cosim/decoder.yaml -p requests=100").code == 0);
  CHECK(run_texpipe(decoder + "-p goals.bins=101").code == 3);
}

TEST_CASE(
    "a planted bug of the texture cache ends in exit 5, with the lookups of both sides and a command that repeats it",
    "[cli][cosim]") {
  const CommandOutcome outcome = run_texpipe("cosim configs/cosim/cache.yaml -p requests=3000 -p rtl=fifo_replacement");
  if (outcome.code == 8) return;  // there is no RTL
  REQUIRE(outcome.code == 5);
  CHECK_THAT(outcome.out, Contains("model miss") || Contains("model hit"));
  CHECK_THAT(outcome.out, Contains("tag ") && Contains("bank ") && Contains("registers taken"));
  const std::string mark = "reproduce with: texpipe ";
  const std::size_t begin = outcome.out.find(mark);
  REQUIRE(begin != std::string::npos);
  const std::string command = outcome.out.substr(begin + mark.size());
  const CommandOutcome again = run_texpipe(command.substr(0, command.find('\n')));
  CHECK(again.code == 5);
  CHECK_THAT(again.out, Contains("first mismatch"));
}

TEST_CASE("waves of a mismatch go where they are asked to and replace nothing unasked", "[cli][cosim][waves]") {
  const ScratchFolder scratch;
  const std::string file = (scratch / "bug.vcd").string();
  const std::string run =
      "cosim configs/cosim/decoder.yaml -p requests=500 -p rtl=fifths_as_sevenths --waves '" + file + "'";
  const CommandOutcome first = run_texpipe(run);
  if (first.code == 8) return;  // there is no RTL
  CHECK(first.code == 5);
  CHECK_THAT(first.out, Contains("gtkwave bug.vcd bug.gtkw"));
  CHECK_THAT(scratch.read("bug.vcd"), Contains("texel_decoder"));
  CHECK_THAT(scratch.read("bug.gtkw"), Contains("rtl.out_codes[99:0]"));
  CHECK_THAT(scratch.read("bug.sucl"), Contains("variable_add rtl.out_codes"));

  const CommandOutcome again = run_texpipe(run);
  CHECK(again.code == 2);
  CHECK_THAT(again.err, Contains("exists already; --force replaces it"));
  CHECK(run_texpipe(run + " --force").code == 5);
  const CommandOutcome cache =
      run_texpipe("cosim configs/cosim/cache.yaml -p requests=3000 -p rtl=fifo_replacement --waves '" +
                  (scratch / "cache.vcd").string() + "'");
  CHECK(cache.code == 5);
  CHECK_THAT(scratch.read("cache.vcd"), Contains("scope module registers"));
  const CommandOutcome unknown = run_texpipe("cosim configs/cosim/decoder.yaml --waves bug.png");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains(".vcd or .fst"));
}

TEST_CASE("the first mismatch is told as it was found when nobody asks for a shorter stimulus", "[cli][cosim]") {
  const CommandOutcome outcome =
      run_texpipe("cosim configs/cosim/decoder.yaml -p requests=500 -p rtl=fifths_as_sevenths --as-found");
  if (outcome.code == 8) return;  // there is no RTL
  CHECK(outcome.code == 5);
  CHECK_THAT(outcome.out, Contains("first mismatch") && Contains("-p requests=500 -p 'only=[]'"));
  CHECK_THAT(outcome.out, !Contains("shortest stimulus") && !Contains("waves: "));
}

TEST_CASE("a block or an implementation that does not exist is told at its place", "[cli][cosim]") {
  const ScratchFolder scratch;
  scratch.write("block.yaml", "cosim: filtre\nimplementation: mine\n");
  scratch.write("rtl.yaml", "cosim: filter\nimplementation: mine\n");
  const CommandOutcome block = run_texpipe("cosim '" + (scratch / "block.yaml").string() + "'");
  if (block.code == 8) return;  // there is no RTL
  CHECK(block.code == 3);
  CHECK_THAT(block.err, Contains("block.yaml:1:8: cosim: 'filtre'") && Contains("did you mean filter?"));
  const CommandOutcome rtl = run_texpipe("cosim '" + (scratch / "rtl.yaml").string() + "'");
  CHECK(rtl.code == 3);
  CHECK_THAT(rtl.err, Contains("rtl.yaml:2:17: implementation: this command has no RTL of kind filter named `mine`"));
}

TEST_CASE("waves as FST need no folder for temporary files", "[cli][cosim][waves]") {
  const ScratchFolder scratch;
  const std::string run = "cosim configs/cosim/decoder.yaml -p requests=500 -p rtl=fifths_as_sevenths --waves '";
  const CommandOutcome usual = run_texpipe(run + (scratch / "a.fst").string() + "'");
  if (usual.code == 8) return;  // there is no RTL
  CHECK(usual.code == 5);
  CHECK(run_texpipe(run + (scratch / "b.fst").string() + "'", "TMPDIR=/nonexistent").code == 5);
  CHECK(scratch.read("a.fst") == scratch.read("b.fst"));
}

TEST_CASE("a comparison without a mismatch writes the waves that are asked for", "[cli][cosim][waves]") {
  const ScratchFolder scratch;
  for (const std::string block : {"decoder", "cache", "sampler"}) {
    const std::string file = (scratch / (block + ".vcd")).string();
    const CommandOutcome outcome =
        run_texpipe("cosim configs/cosim/" + block + ".yaml -p requests=50 --waves '" + file + "'");
    if (outcome.code == 8) return;  // there is no RTL
    INFO(block);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.out, Contains("gtkwave " + block + ".vcd"));
    const std::string waves = scratch.read(block + ".vcd");
    CHECK_THAT(waves, Contains("$scope module rtl") && Contains("\n#20000\n"));
    CHECK_THAT(scratch.read(block + ".gtkw"), Contains("bench.offered"));
  }
}
