#include "study/definition/rates_out_of_reach.h"

#include <catch2/catch.hpp>
#include <string>

using namespace texpipe::study;

namespace {

/// Warnings of a machine with this memory.
std::vector<std::string> warnings(const std::string& memory) {
  Configuration configuration =
      load_configuration({.file = "m.yaml", .text = "machine: mine\nmemory: " + memory + '\n'}, FileKind::kMachine);
  std::vector<std::string> texts;
  for (const texpipe::Diagnostic& warning : rates_out_of_reach(configuration, configuration.values()))
    texts.push_back(warning.text());
  return texts;
}

}  // namespace

TEST_CASE("a bandwidth that the banks of memory cannot use is pointed out at its place", "[config][memory]") {
  CHECK(warnings("{bandwidth: 400GB/s, queue: 1024}") ==
        std::vector<std::string>{
            "m.yaml:2:21: memory.bandwidth: 400GB/s are out of reach: 16 banks that each take one every 5ns move "
            "204.8GB/s in requests of 64B; more memory.banks or memory.channels, or a shorter memory.bank_cycle"});
  CHECK(warnings("{bandwidth: 400GB/s, queue: 1024, banks: 32}").empty());
  CHECK(warnings("{bandwidth: 400GB/s, queue: 1024, channels: 2}").empty());
}

TEST_CASE("a bandwidth that the queue of memory cannot use is pointed out", "[config][memory]") {
  CHECK(warnings("{bandwidth: 400GB/s, banks: 128}") ==
        std::vector<std::string>{
            "m.yaml:2:21: memory.bandwidth: 400GB/s are out of reach: 64 places in the queue, each taken for 120ns, "
            "move 34.133GB/s in requests of 64B; a longer memory.queue, or a shorter memory.latency"});
  CHECK(warnings("{latency: 0ns, bank_cycle: 0ns, bandwidth: 400GB/s}").empty());
}

TEST_CASE("memory's own numbers can be reached", "[config][memory]") {
  CHECK(warnings("{}").empty());
}
