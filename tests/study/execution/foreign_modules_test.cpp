// Whole machines with memories of somebody else's: what they do beside serving requests must not matter.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "functional/device/untimed_run.h"
#include "machine/graph/machine_rules.h"
#include "timing/cache/texture_cache.h"
#include "timing/support/foreign_memories.h"
#include "timing/system/system.h"
#include "workload/frame/frame_workload.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::study;
using timing::test::ForeignHabits;

namespace {

functional::SurfaceImage texture() {
  return {.width = 64, .height = 64, .levels = 1};
}

functional::Workload walk() {
  TextureWalkParameters p;
  p.walk = Walk::kRotatingZoom;
  p.image = {128, 128};
  p.zoom = {.turn = 0, .scale = 1};
  std::vector<std::byte> texels(functional::packed_bytes(texture()));
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 31 ^ i >> 5);
  return make_texture_walk(p, texture(), texels);
}

struct Outcome {
  timing::SystemRun run;
  std::vector<std::byte> picture;
  std::vector<std::string> warnings;
};

/// A machine that writes lines back while it runs.
machine::MachineParameters small_l3() {
  machine::MachineParameters machine;
  machine.slice.l3.size = 48_KiB;
  return machine;
}

/// `blocking`: b_transport alone, so many calls at once; 0: the non-blocking one with a clock.
Outcome run_with(const ForeignHabits& habits, std::uint32_t blocking = 0, const timing::RunControl& control = {},
                 functional::Workload workload = walk(), machine::MachineParameters machine = small_l3()) {
  timing::BlockRegistry registry = timing::model_blocks();
  registry.add<machine::BlockKind::kMemory>(
      "foreign",
      [&](sc_core::sc_module_name name, timing::Simulation& simulation, const machine::MemoryParameters&,
          functional::GpuMemory&) -> std::unique_ptr<timing::MemoryBlock> {
        if (blocking == 0) return std::make_unique<timing::test::ClockedMemory>(name, habits);
        return std::make_unique<timing::test::DelayingMemoryBlock>(name, simulation, habits, blocking);
      });
  machine.memory.implementation.name = "foreign";
  Outcome outcome;
  timing::System system{machine, workload, registry, {.check_protocols = true, .warned = [&](const std::string& text) {
                                                        outcome.warnings.push_back(text);
                                                      }}};
  outcome.run = system.run(control);
  outcome.picture = read_output(workload);
  return outcome;
}

std::vector<std::byte> untimed_picture() {
  functional::Workload workload = walk();
  functional::run_untimed(workload);
  return read_output(workload);
}

template <class Body>
Error error_from(Body body) {
  try {
    body();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error");
  std::abort();
}

bool says(const Error& error, const std::string& text) {
  return std::string{error.what()}.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a run ends when its threads and requests are done, whatever a foreign memory has pending", "[foreign]") {
  const bool early = GENERATE(false, true);
  const Outcome outcome = run_with({.early_response = early});
  CHECK(outcome.run.complete);
  CHECK(outcome.run.cycles < Cycles{100'000});
  CHECK(outcome.picture == untimed_picture());
  CHECK(outcome.warnings.empty());
}

TEST_CASE("a run with a foreign clock ends at the same cycle however often it is looked at", "[foreign]") {
  const Outcome once = run_with({});
  const Outcome looked = run_with({}, 0, {.step = Cycles{10}, .proceed = [] { return true; }});
  CHECK(once.run.cycles == looked.run.cycles);
}

TEST_CASE("a run with a foreign memory stops where it is told to, and nothing is compared", "[foreign]") {
  const Outcome stopped = run_with({}, 0, {.step = Cycles{100}, .proceed = [] { return false; }});
  CHECK_FALSE(stopped.run.complete);
}

TEST_CASE("several calls of a blocking memory at once take less time, to the same picture", "[foreign]") {
  const Outcome one = run_with({}, 1), four = run_with({}, 4), many = run_with({}, 1000);
  CHECK(one.picture == untimed_picture());
  CHECK(four.picture == one.picture);
  CHECK(many.picture == one.picture);
  CHECK(four.run.cycles.value() < 0.5 * static_cast<double>(one.run.cycles.value()));
  CHECK(many.run.cycles < four.run.cycles);
}

TEST_CASE("a foreign memory serves slices of L3, several slices and samplers without a cache, to the same picture",
          "[foreign]") {
  std::vector<machine::MachineParameters> machines(5, small_l3());
  machines[0].slice.l3.slices = 3;
  machines[0].slice.l3.size = 96_KiB;
  machines[1].slice.l3.enabled = false;
  machines[1].llc.enabled = true;
  machines[2].slices = 2;
  machines[2].slice.resize(2);
  machines[3] = machines[2];
  machines[3].slice[0].l3.slices = 2;
  machines[3].slice[1].l3.enabled = false;
  machines[3].llc.enabled = true;
  machines[4].slice.l3.slices = 2;
  machines[4].slice.l3.line = 128_B;
  machines[4].slice.l3.sector = 32_B;
  const std::vector<std::byte> picture = untimed_picture();
  for (std::size_t number = 0; number < machines.size(); ++number) {
    for (const std::uint32_t blocking : {0u, 1u, 8u}) {
      INFO("machine " << number << ", " << blocking << " blocking calls at a time");
      REQUIRE(machine::broken_rules(machines[number]).empty());
      const Outcome outcome = run_with({.early_response = number % 2 == 1}, blocking, {}, walk(), machines[number]);
      CHECK(outcome.run.complete);
      CHECK(outcome.picture == picture);
      CHECK(outcome.warnings.empty());
    }
  }
}

TEST_CASE(
    "a foreign memory with bytes of its own is refused behind data ports without a cache, whose writes bring none",
    "[foreign]") {
  machine::MachineParameters machine = small_l3();
  machine.slice.l3.enabled = false;
  const Error error = error_from([&] { run_with({}, 0, {}, walk(), machine); });
  CHECK(says(error, "memory.implementation: a memory that keeps bytes of its own (`foreign`)"));
  CHECK(says(error, "slice.l3.enabled: true, or llc.enabled: true"));
}

TEST_CASE("a warning of a foreign module is passed on once and ends nothing", "[foreign]") {
  const std::uint32_t blocking = GENERATE(0u, 1u);
  const Outcome outcome = run_with({.warning = "use me with caution"}, blocking);
  CHECK(outcome.run.complete);
  REQUIRE_FALSE(outcome.warnings.empty());
  CHECK(outcome.warnings.size() <= 3);  // it names the process that called
  CHECK(outcome.warnings.front().find("memory: use me with caution") != std::string::npos);
}

#ifndef __SANITIZE_ADDRESS__
// SystemC tells AddressSanitizer that the main stack has no bounds once a thread has run. What an exception leaves of
// it then stays marked as in use, and the next frames there are taken for overflows (its report says so itself).
TEST_CASE("an error of a foreign module ends the run with its text", "[foreign]") {
  const std::uint32_t blocking = GENERATE(0u, 1u);
  const Error error = error_from([&] { run_with({.error = "row 7 is on fire"}, blocking); });
  CHECK(error.code() == ExitCode::kMismatch);
  CHECK(says(error, "row 7 is on fire"));
}
#endif

TEST_CASE("a foreign memory that takes no bytes by debug transport is named at the start", "[foreign]") {
  const std::uint32_t blocking = GENERATE(0u, 1u);
  const Error error = error_from([&] { run_with({.debug = false}, blocking); });
  CHECK(error.code() == ExitCode::kUnsupported);
  CHECK(says(error, "0 of 64 bytes"));
  CHECK(says(error, "by debug transport at the start of the run"));
}

TEST_CASE("a foreign memory with bytes of its own is refused for frames, whose fixed functions write beside it",
          "[foreign][frame]") {
  const Error error = error_from([] {
    run_with({}, 0, {}, make_frame_workload({.file = TEXPIPE_SOURCE_DIR "/tests/data/frames/stages.frames.zst"}));
  });
  CHECK(error.code() == ExitCode::kUnsupported);
  CHECK(says(error, "memory.implementation"));
  CHECK(says(error, "`foreign`"));
}

TEST_CASE("a read-only cache of somebody else's that hears of no invalidation is told of, once", "[foreign][frame]") {
  const auto warnings_of = [](const std::string& block) {
    timing::BlockRegistry registry = timing::model_blocks();
    // Both are the model's; the deaf one takes its name back from the list of those that can be invalidated.
    for (const bool deaf : {false, true}) {
      registry.add<machine::BlockKind::kTags>(
          deaf ? "deaf" : "joined", [deaf](sc_core::sc_module_name name, timing::Simulation& simulation,
                                           const machine::SamplerParameters& sampler, ByteSize next_line) {
            auto tags =
                std::make_unique<timing::CacheTags>(name, simulation, sampler.l1, sampler.latency_fifo, next_line);
            if (deaf) simulation.first_levels.pop_back();
            return tags;
          });
    }
    machine::MachineParameters machine;
    machine.slice.subslice[0].sampler[0].l1.implementation.name = block;
    functional::Workload workload =
        make_frame_workload({.file = TEXPIPE_SOURCE_DIR "/tests/data/frames/interface.frames.zst"});
    std::vector<std::string> warnings;
    timing::System system{
        machine, workload, registry, {.warned = [&](const std::string& text) { warnings.push_back(text); }}};
    CHECK(system.run().complete);
    return warnings;
  };
  CHECK(warnings_of("model").empty());
  CHECK(warnings_of("joined").empty());
  const std::vector<std::string> deaf = warnings_of("deaf");
  REQUIRE(deaf.size() == 1);
  CHECK(deaf[0].find("slice.subslice[0].sampler.l1.implementation: `deaf` keeps its lines") == 0);
}

TEST_CASE("a foreign memory that is smaller than the allocations is named at the start", "[foreign]") {
  const Error error = error_from([] { run_with({.size = 8192}); });
  CHECK(error.code() == ExitCode::kUnsupported);
  INFO(error.what());
  CHECK(says(error, "0 of 64 bytes at address "));
  CHECK(says(error, "by debug transport at the start of the run"));
}

TEST_CASE("a foreign memory that loses writes is told from one that cannot be read", "[foreign]") {
  const Error error = error_from([] { run_with({.loses_writes = true}); });
  CHECK(error.code() == ExitCode::kMismatch);
  CHECK(says(error, "it lost or changed a write"));
}

TEST_CASE("a hang names the socket that stopped and what it waits for", "[foreign]") {
  const Error error = error_from([] { run_with({.stops_after = 20}); });
  CHECK(error.code() == ExitCode::kWatchdog);
  CHECK(says(error, "socket memory.socket"));
  CHECK(says(error, "waits for END_REQ for address "));
}
