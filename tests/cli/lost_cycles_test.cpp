// The first cause of lost cycles is the bottleneck that was planted, and relieving it helps most.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

struct Outcome {
  std::uint64_t cycles;
  std::string first_cause;
};

std::string text_after(const std::string& out, const std::string& label) {
  const std::size_t at = out.find("\n  " + label);
  REQUIRE(at != std::string::npos);
  const std::size_t from = out.find_first_not_of(' ', at + 3 + label.size());
  return out.substr(from, out.find_first_of(" \n", from) - from);
}

/// A 128x128 first look with these values, each `path=value` in short: lists without their [*].
Outcome run(const ScratchFolder& scratch, const std::vector<std::string>& changes) {
  std::string arguments = "run configs/studies/first_look.yaml --force -p workload.image=128x128 --out '" +
                          (scratch / "run").string() + "'";
  for (std::string change : changes) {
    for (const char* list : {"slice.subslice.", ".eu."}) {
      const std::size_t at = change.find(list);
      if (at != std::string::npos) change.insert(at + std::string{list}.size() - 1, "[*]");
    }
    arguments += " -p '" + change + "'";
  }
  const CommandOutcome outcome = run_texpipe(arguments);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  std::string cycles = text_after(outcome.out, "time");
  cycles.erase(std::remove(cycles.begin(), cycles.end(), ','), cycles.end());
  return {std::stoull(cycles), text_after(outcome.out, "lost cycles")};
}

std::string path_of(const std::string& change) {
  return change.substr(0, change.find('='));
}

}  // namespace

TEST_CASE("the first cause of lost cycles is the planted bottleneck", "[cli][lost_cycles]") {
  const std::string change = GENERATE(
      as<std::string>{},  //
      "slice.subslice.sampler.front_end.bytes_per_cycle=1", "slice.subslice.sampler.address_generator.slots=1",
      "slice.subslice.sampler.l1.lookups_per_cycle=1", "slice.subslice.sampler.l1.mshrs=1",
      "slice.subslice.sampler.latency_fifo.slots=1", "slice.subslice.sampler.l1.data_slots=1",
      "slice.subslice.sampler.l2.hit_latency=1000", "slice.subslice.sampler.l2.mshrs=1",
      "slice.subslice.sampler.l2.bytes_per_cycle=1", "slice.subslice.sampler.decoder.slots=1",
      "slice.subslice.sampler.decoder.texels_per_cycle=1", "slice.subslice.sampler.writeback.latency=1000",
      "slice.subslice.sampler.writeback.bytes_per_cycle=1", "slice.l3.hit_latency=1000", "slice.l3.mshrs=1",
      "slice.l3.bytes_per_cycle=1", "memory.latency=2us", "memory.row_miss=1us", "memory.bank_cycle=1us",
      "memory.bandwidth=200MB/s", "memory.queue=1", "slice.subslice.interconnect.request_bytes_per_cycle=1",
      "slice.subslice.interconnect.response_bytes_per_cycle=1", "slice.subslice.interconnect.request_latency=1000",
      "slice.subslice.eu.threads=2", "slice.subslice.eu.fpu_latency=1000", "slice.dispatch.thread_interval=100",
      "slice.dispatch.end_latency=5000", "slice.subslice.data_port.latency=1000",
      "slice.subslice.data_port.line_interval=50", "slice.subslice.data_port.message_slots=1",
      "slice.subslice.data_port.outstanding_lines=1");
  CAPTURE(change);
  const ScratchFolder scratch;
  CHECK(run(scratch, {change}).first_cause == path_of(change));
}

TEST_CASE("relieving the first cause of lost cycles helps more than any other parameter", "[cli][lost_cycles]") {
  struct Plant {
    std::vector<std::string> changes;
    std::string relief;  // of the first cause
  };
  const Plant plant =
      GENERATE(Plant{{"slice.l3.hit_latency=1000"}, "slice.l3.hit_latency=30"},
               Plant{{"slice.subslice.sampler.filter.slots=1", "slice.subslice.sampler.filter.latency=30"},
                     "slice.subslice.sampler.filter.slots=32"},
               Plant{{"slice.subslice.eu.threads=2"}, "slice.subslice.eu.threads=16"},
               Plant{{"slice.subslice.sampler.l1.mshrs=1"}, "slice.subslice.sampler.l1.mshrs=64"});
  CAPTURE(plant.changes.front());
  const ScratchFolder scratch;
  const auto cycles_with = [&](const std::string& relief) {
    std::vector<std::string> changes = plant.changes;
    changes.push_back(relief);
    return run(scratch, changes).cycles;
  };
  CHECK(run(scratch, plant.changes).first_cause == path_of(plant.relief));
  const std::uint64_t relieved = cycles_with(plant.relief);
  for (const char* other : {"slice.subslice.sampler.latency_fifo.slots=1024", "slice.subslice.sampler.l2.mshrs=256",
                            "slice.l3.banks=16", "memory.latency=1ns", "memory.bandwidth=1000GB/s",
                            "slice.subslice.interconnect.request_latency=1", "slice.dispatch.end_latency=1"}) {
    CAPTURE(other);
    CHECK(relieved < cycles_with(other));
  }
}
