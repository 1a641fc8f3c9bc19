// Files that verbs write with -o and --waves: whole files, never somebody else's.
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

std::string quoted(const fs::path& path) {
  return "'" + path.string() + "'";
}

std::size_t entries(const ScratchFolder& scratch) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator{scratch.path()}, fs::directory_iterator{}));
}

/// Every verb that writes a file, without the file.
const std::vector<std::string> kWriters{
    "texture decode configs/textures/brick_512_bc1_mips.dds --level 4 -o ",
    "visa assemble configs/visa/all_operations.visaasm -o ",
    "visa run configs/visa/all_operations.visaasm -o ",
};

}  // namespace

TEST_CASE("verbs that write a file say which, and -q does not", "[cli][output]") {
  for (const std::string& verb : kWriters) {
    const ScratchFolder scratch;
    INFO(verb);
    const CommandOutcome outcome = run_texpipe(verb + quoted(scratch / "a.png"));
    CHECK(outcome.code == 0);
    CHECK(outcome.err == "wrote " + (scratch / "a.png").string() + "\n");
    CHECK(run_texpipe(verb + quoted(scratch / "b.png") + " -q").err.empty());
  }
}

TEST_CASE("an output replaces a file only with --force", "[cli][output]") {
  for (const std::string& verb : kWriters) {
    const ScratchFolder scratch;
    INFO(verb);
    scratch.write("out.png", "a letter");
    const CommandOutcome outcome = run_texpipe(verb + quoted(scratch / "out.png"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("out.png: exists; --force replaces it"));
    CHECK(scratch.read("out.png") == "a letter");
    CHECK(run_texpipe(verb + quoted(scratch / "out.png") + " --force").code == 0);
    CHECK(scratch.read("out.png") != "a letter");
  }
}

TEST_CASE("an input is never overwritten, not even with --force", "[cli][output]") {
  const ScratchFolder scratch;
  fs::copy("configs/textures", scratch / "textures");
  fs::copy("configs/machines", scratch / "machines");
  fs::create_directory(scratch / "studies");
  fs::copy("configs/studies/first_look.yaml", scratch / "studies");
  fs::copy("configs/visa/all_operations.visaasm", scratch / "a.visaasm");
  // Waves are named .vcd, so their way to an input is a link.
  fs::create_symlink("studies/first_look.yaml", scratch / "study.vcd");
  fs::create_symlink("machines/kaby_lake_gt2.yaml", scratch / "machine.vcd");
  fs::create_symlink("textures/plaza_1024_bc1_mips.dds", scratch / "texture.vcd");
  const std::string study = quoted(scratch / "studies/first_look.yaml"),
                    run = "run " + study + " -p workload.image=8x8 --timing approximately_timed --force --out " +
                          quoted(scratch / "run");
  const std::vector<std::pair<std::string, std::string>> harms{
      {run + " --waves ", "study.vcd"},
      {run + " --waves ", "machine.vcd"},
      {run + " --waves ", "texture.vcd"},
      {"visa assemble " + quoted(scratch / "a.visaasm") + " --force -o ", "a.visaasm"},
      {"visa run " + quoted(scratch / "a.visaasm") + " --force -o ", "a.visaasm"},
  };
  for (const auto& [command, input] : harms) {
    INFO(command << input);
    const std::string before = scratch.read(input);
    const CommandOutcome outcome = run_texpipe(command + quoted(scratch / input));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("input of this run"));
    CHECK(scratch.read(input) == before);
    CHECK_FALSE(fs::exists(scratch / "run/COMPLETE"));
  }
}

TEST_CASE("a full disk leaves no file and exit 1", "[cli][output][exit]") {
  for (const std::string& verb : kWriters) {
    const ScratchFolder scratch;
    INFO(verb);
    const CommandOutcome outcome = shell("ulimit -f 0; texpipe " + verb + quoted(scratch / "out.png"));
    CHECK(outcome.code == 1);
    CHECK(entries(scratch) == 0);
  }
}

TEST_CASE("waves that do not fit leave no file, and the run is not complete", "[cli][output][exit]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = shell(
      "ulimit -f 200; texpipe run configs/studies/first_look.yaml --timing approximately_timed -p workload.image=64x48 "
      "-p slice.subslices=1 --out " +
      quoted(scratch / "run") + " --waves " + quoted(scratch / "waves.vcd"));
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("waves.vcd: cannot be written: File too large"));
  CHECK_FALSE(fs::exists(scratch / "waves.vcd"));
  CHECK_FALSE(fs::exists(scratch / "run/COMPLETE"));
}

TEST_CASE("a picture that does not fit leaves no half of it, and the next run replaces the folder",
          "[cli][output][exit]") {
  const ScratchFolder scratch;
  const std::string run =
      "texpipe run configs/studies/first_look.yaml --timing untimed -p workload.image=200x200 --out " +
      quoted(scratch / "run");
  const CommandOutcome outcome = shell("ulimit -f 32; " + run);
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("image.png: cannot be written: File too large"));
  CHECK_FALSE(fs::exists(scratch / "run/image.png"));
  CHECK(shell(run).code == 0);
  CHECK(fs::exists(scratch / "run/image.png"));
}

TEST_CASE("a file system that makes no folders is exit 1 at once", "[cli][output][exit]") {
  if (!fs::exists("/proc/self")) return;
  const CommandOutcome outcome = shell(
      "timeout 20 texpipe run configs/studies/first_look.yaml --timing untimed -p workload.image=8x8 --out /proc/run");
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("cannot be written"));
}
