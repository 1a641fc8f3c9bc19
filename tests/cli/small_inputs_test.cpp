// Inputs that could be waited for without end, or whose refusal came late or without its place.
#include <catch2/catch.hpp>
#include <filesystem>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

std::string quoted(const std::filesystem::path& path) {
  return " '" + path.string() + "'";
}

}  // namespace

TEST_CASE("a named pipe into which nobody writes is refused, and one with a writer is read", "[cli][pipe]") {
  const ScratchFolder scratch;
  const std::string pipe = quoted(scratch / "pipe");
  for (const std::string verb : {"run", "texture info", "sweep"}) {
    const CommandOutcome outcome = shell("rm -f" + pipe + "; mkfifo" + pipe + "; texpipe " + verb + pipe);
    INFO(verb);
    CHECK(outcome.code == 4);
    CHECK_THAT(outcome.err, Contains("is a pipe into which nobody writes"));
  }
  CHECK(shell("cat configs/textures/brick.png >" + pipe + " & texpipe texture info" + pipe).code == 0);
  CHECK(shell("bash -c 'texpipe texture info <(cat configs/textures/brick.png)'").code == 0);
}

TEST_CASE("two energy tables by --table and -p energy are refused", "[cli][sweep][energy]") {
  for (const std::string verb :
       {"sweep configs/sweeps/texture_cache.yaml", "search configs/sweeps/sampler_search.yaml"}) {
    const CommandOutcome outcome = run_texpipe(verb + " -p energy=a.yaml --table b.yaml");
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("-p energy=a.yaml names another table; leave one of them out"));
  }
}

TEST_CASE("a constraint that divides by zero is refused at its place", "[cli][sweep]") {
  const ScratchFolder scratch;
  scratch.write("sweep.yaml", "sweep: s\nstudy: " TEXPIPE_SOURCE_DIR
                              "/configs/studies/first_look.yaml\ngrid:\n  l1.ways: [2, 4]\nconstraints: "
                              "[\"8 / (l1.ways - 4) > 1\"]\n");
  const CommandOutcome outcome =
      run_texpipe("sweep" + quoted(scratch / "sweep.yaml") + " --out" + quoted(scratch / "out"));
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("sweep.yaml:5:") && Contains("divides by zero"));
  CHECK_FALSE(std::filesystem::exists(scratch / "out"));
}

TEST_CASE("a search whose constraints refuse every point says so at its file", "[cli][search]") {
  const ScratchFolder scratch;
  scratch.write("search.yaml",
                "sweep: s\nstudy: " TEXPIPE_SOURCE_DIR
                "/configs/studies/first_look.yaml\nsearch:\n  population: 4\n  generations: 1\n  axes: "
                "{l1.ways: {from: 2, to: 8}}\nconstraints: [\"l1.ways > 100\"]\nobjectives: {c: cycles}\n");
  const CommandOutcome outcome =
      run_texpipe("search" + quoted(scratch / "search.yaml") + " --out" + quoted(scratch / "out"));
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("search.yaml: ") && Contains("no point is left"));
}

TEST_CASE("a file that holds nothing is named, whoever reads it", "[cli][empty]") {
  const ScratchFolder scratch;
  scratch.write("frames.yaml", "");
  const CommandOutcome outcome = run_texpipe("verify" + quoted(scratch / "frames.yaml"));
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("frames.yaml:1:1: frames: is missing"));
}

TEST_CASE("objectives by words of other programs get ours", "[cli][sweep]") {
  const ScratchFolder scratch;
  for (const std::string word : {"time", "runtime", "fps", "cycle"}) {
    scratch.write("sweep.yaml", "sweep: s\nstudy: " TEXPIPE_SOURCE_DIR
                                "/configs/studies/first_look.yaml\ngrid:\n  l1.ways: [2, 4]\nobjectives: {c: " +
                                    word + "}\n");
    const CommandOutcome outcome = run_texpipe("sweep" + quoted(scratch / "sweep.yaml"));
    INFO(word);
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains("did you mean cycles?"));
  }
}

TEST_CASE("a draw that a recording does not have prints nothing", "[cli][frame]") {
  const CommandOutcome outcome = run_texpipe("frame dump tests/data/frames/interface.frames.zst --draw 99");
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(run_texpipe("frame dump tests/data/frames/interface.frames.zst --draw 0").out, Contains("frames pci"));
}
