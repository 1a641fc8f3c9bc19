// A signal ends every verb at once, with its exit code, and leaves nothing half done.
#include <algorithm>
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

/// Seconds for the shell: a command under the sanitizers takes several times as long.
std::string seconds(double seconds) {
#ifdef __SANITIZE_ADDRESS__
  seconds *= 5;
#endif
  return std::to_string(seconds);
}

/// Sent a signal after `after` seconds; killed when it has not ended 0.7 seconds later.
CommandOutcome stopped(const std::string& signal, double after, const std::string& arguments) {
  return shell("timeout --preserve-status -k " + seconds(0.7) + " -s " + signal + ' ' + seconds(after) + " texpipe " +
               arguments);
}

/// A DDS file of zeros; without blocks on the disk.
void write_texture(const ScratchFolder& scratch, const std::string& name, unsigned size, unsigned dxgi_format,
                   std::uintmax_t bytes) {
  std::string head{"DDS ", 4};
  const auto put = [&](std::uint32_t word) { head.append(reinterpret_cast<const char*>(&word), 4); };
  for (const std::uint32_t word : {124u, 0x1007u, size, size, 0u, 1u, 1u}) put(word);
  for (unsigned reserved = 0; reserved < 11; ++reserved) put(0);
  for (const std::uint32_t word : {32u, 4u, 0x30315844u, 0u, 0u, 0u, 0u, 0u, 0x1000u, 0u, 0u, 0u, 0u}) put(word);
  for (const std::uint32_t word : {dxgi_format, 3u, 0u, 1u, 0u}) put(word);
  scratch.write(name, head);
  std::filesystem::resize_file(scratch / name, head.size() + bytes);
}

std::ptrdiff_t entries(const ScratchFolder& scratch) {
  return std::distance(std::filesystem::directory_iterator{scratch.path()}, {});
}

}  // namespace

TEST_CASE("a cache table ends at a signal and leaves no folder", "[cli][run][stop]") {
  const auto [signal, code] = GENERATE(std::pair{"INT", 130}, std::pair{"TERM", 143}, std::pair{"HUP", 143});
  const ScratchFolder scratch;
  const CommandOutcome outcome = stopped(signal, 0.2,
                                         "run configs/studies/texture_cache_table.yaml -p "
                                         "workload.cache_table.screen=8192 --out '" +
                                             (scratch / "run").string() + "'");
  CHECK(outcome.code == code);
  CHECK(outcome.err == "texpipe: stopped by SIG" + std::string{signal} + "\n");
  CHECK(entries(scratch) == 0);
}

TEST_CASE("decoding a large texture ends at a signal, and the file that it would replace stays", "[cli][stop]") {
  constexpr unsigned kBc7 = 98;
  const auto verb = GENERATE("decode", "mips");
  const ScratchFolder scratch;
  write_texture(scratch, "large.dds", 8192, kBc7, 8192 * 8192);
  const std::string output = std::string{verb} == "mips" ? "out.dds" : "out.png";
  scratch.write(output, "as it was");
  const CommandOutcome outcome =
      stopped("INT", 0.3,
              "texture " + std::string{verb} + " --max-memory 40GiB --force '" + (scratch / "large.dds").string() +
                  "' -o '" + (scratch / output).string() + "'");
  CHECK(outcome.code == 130);
  CHECK(outcome.err == "texpipe: stopped by SIGINT\n");
  CHECK(scratch.read(output) == "as it was");
  CHECK(entries(scratch) == 2);
}

TEST_CASE("a run that reads a large texture ends at a signal and leaves no folder", "[cli][run][stop]") {
  constexpr unsigned kRgba8 = 28;
  const ScratchFolder scratch;
  write_texture(scratch, "large.dds", 8192, kRgba8, 8192ull * 8192 * 4);
  const CommandOutcome outcome = stopped("INT", 0.15,
                                         "run configs/studies/first_look.yaml --out '" + (scratch / "run").string() +
                                             "' -p 'workload.texture=" + (scratch / "large.dds").string() + "'");
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Contains("stopped by SIGINT"));
  CHECK(entries(scratch) == 1);
}
