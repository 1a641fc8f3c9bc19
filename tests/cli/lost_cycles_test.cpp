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
  std::string rates;  // of the sampler: used and possible
  std::string first_cause;
};

std::string line_after(const std::string& out, const std::string& label) {
  const std::size_t at = out.find("\n  " + label);
  REQUIRE(at != std::string::npos);
  const std::size_t from = out.find_first_not_of(' ', at + 3 + label.size());
  return out.substr(from, out.find('\n', from) - from);
}

std::string first_word(const std::string& text) {
  return text.substr(0, text.find(' '));
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
  std::string cycles = first_word(line_after(outcome.out, "time"));
  cycles.erase(std::remove(cycles.begin(), cycles.end(), ','), cycles.end());
  return {std::stoull(cycles), line_after(outcome.out, "sampler rate"),
          first_word(line_after(outcome.out, "lost cycles"))};
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
      "slice.l3.bytes_per_cycle=1", "memory.banks=1", "memory.latency=2us", "memory.row_miss=1us",
      "memory.bank_cycle=1us", "memory.bandwidth=200MB/s", "memory.queue=1",
      "slice.subslice.interconnect.request_bytes_per_cycle=1", "slice.subslice.interconnect.response_bytes_per_cycle=1",
      "slice.subslice.interconnect.request_latency=1000", "slice.subslice.eu.threads=2",
      "slice.subslice.eu.fpu_latency=1000", "slice.dispatch.thread_interval=100", "slice.dispatch.end_latency=5000",
      "slice.subslice.data_port.latency=1000", "slice.subslice.data_port.line_interval=50",
      "slice.subslice.data_port.message_slots=1", "slice.subslice.data_port.outstanding_lines=1",
      "slice.subslice.interconnect.response_latency=1000", "slice.subslice.eu.extended_math_latency=1000",
      "slice.subslice.eu.branch_latency=1000", "slice.subslice.sampler.filter.slots=1",
      "slice.subslice.sampler.filter.latency=1000", "slice.subslice.sampler.front_end.latency=1000",
      "slice.subslice.sampler.l1.tag_latency=500", "slice.subslice.sampler.l1.data_latency=500",
      "slice.subslice.sampler.decoder.latency=1000", "slice.subslice.sampler.l2.fill_latency=1000",
      "slice.l3.fill_latency=1000");
  CAPTURE(change);
  const ScratchFolder scratch;
  CHECK(run(scratch, {change}).first_cause == path_of(change));
}

TEST_CASE("relieving the first cause of lost cycles helps more than any other parameter", "[cli][lost_cycles]") {
  struct Plant {
    std::vector<std::string> changes;
    std::string relief;  // of the first cause
  };
  const Plant plant = GENERATE(
      Plant{{"slice.l3.hit_latency=1000"}, "slice.l3.hit_latency=30"},
      Plant{{"slice.subslice.sampler.filter.slots=1", "slice.subslice.sampler.filter.latency=30"},
            "slice.subslice.sampler.filter.slots=32"},
      Plant{{"slice.subslice.eu.threads=2"}, "slice.subslice.eu.threads=16"},
      Plant{{"slice.subslice.sampler.l1.mshrs=1"}, "slice.subslice.sampler.l1.mshrs=64"},
      Plant{{"slice.l3.mshrs=1"}, "slice.l3.mshrs=32"}, Plant{{"memory.queue=1"}, "memory.queue=64"},
      Plant{{"memory.banks=1"}, "memory.banks=16"},
      Plant{{"slice.subslice.data_port.outstanding_lines=1"}, "slice.subslice.data_port.outstanding_lines=32"},
      Plant{{"slice.subslice.interconnect.response_latency=1000"}, "slice.subslice.interconnect.response_latency=2"},
      // Nothing planted.
      Plant{{"memory.latency=120ns"}, "memory.latency=60ns"},
      // EUs short of work: point samples.
      Plant{{"workload.sampler.min_filter=NEAREST", "workload.sampler.mip_filter=NEAREST"}, "slice.subslice.eus=16"});
  CAPTURE(plant.changes.front());
  const ScratchFolder scratch;
  const auto cycles_with = [&](const std::string& relief) {
    std::vector<std::string> changes = plant.changes;
    changes.push_back(relief);
    return run(scratch, changes).cycles;
  };
  CHECK(run(scratch, plant.changes).first_cause == path_of(plant.relief));
  const std::uint64_t relieved = cycles_with(plant.relief);
  // Each twice as good.
  for (const char* other :
       {"slice.subslice.sampler.latency_fifo.slots=256", "slice.subslice.sampler.l1.mshrs=32",
        "slice.subslice.sampler.l2.mshrs=64", "slice.subslice.sampler.l2.hit_latency=6",
        "slice.subslice.sampler.decoder.texels_per_cycle=64", "slice.subslice.sampler.filter.latency=6",
        "slice.l3.banks=8", "slice.l3.hit_latency=15", "slice.l3.mshrs=64", "memory.latency=60ns",
        "memory.row_miss=15ns", "memory.bandwidth=68.2GB/s", "slice.subslice.interconnect.request_latency=1",
        "slice.dispatch.end_latency=2", "slice.subslice.data_port.latency=4"}) {
    if (path_of(other) == path_of(plant.relief)) continue;
    // A later value would hide the plant.
    if (path_of(other) == path_of(plant.changes.front())) continue;
    CAPTURE(other);
    CHECK(relieved < cycles_with(other));
  }
}

TEST_CASE("the possible rate is that of the footprints alone, and a slow decoder is named", "[cli][lost_cycles]") {
  const ScratchFolder scratch;
  const Outcome outcome = run(
      scratch, {"workload.walk=steady", "workload.steady.groups=3", "workload.steady.messages=64",
                "workload.steady.step_u=1.414", "workload.steady.step_v=1.414", "workload.sampler.min_filter=LINEAR",
                "workload.sampler.mip_filter=LINEAR", "workload.texture=configs/textures/astronaut_256_rgba8_mips.dds",
                "slice.subslice.sampler.decoder.texels_per_cycle=16"});
  CHECK(outcome.rates.find("of 4.00 texels/clk possible") != std::string::npos);
  CHECK(outcome.first_cause == "slice.subslice.sampler.decoder.texels_per_cycle");
}
