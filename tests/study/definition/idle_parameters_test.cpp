// Parameters that are set and do nothing are pointed out.
#include "study/definition/idle_parameters.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/scratch_folder.h"

using namespace texpipe::study;

namespace {

const std::string kWalk =
    "{kind: texture_walk, texture: " TEXPIPE_SOURCE_DIR "/configs/textures/brick_512_bc1_mips.dds}";

/// Warnings of a study with this machine and workload, as `path: reason`.
std::vector<std::string> warnings(const std::string& machine, const std::string& workload = kWalk) {
  const texpipe::test::ScratchFolder folder;
  folder.write("s.yaml", "study: idle\nmachine: {machine: mine, " + machine + "}\nworkload: " + workload + '\n');
  Configuration configuration = load_configuration({folder / "s.yaml", {}, nullptr}, FileKind::kStudy);
  std::vector<std::string> texts;
  for (const texpipe::Diagnostic& warning : set_but_idle(configuration, configuration.values()))
    texts.push_back(warning.path + ": " + warning.hint);
  return texts;
}

using Warnings = std::vector<std::string>;

}  // namespace

TEST_CASE("dispatcher and rasteriser of another slice than the first are pointed out", "[config][topology]") {
  CHECK(warnings("slices: 2, slice: [{}, {dispatch: {thread_interval: 7}}]") ==
        Warnings{"slice.dispatch.thread_interval: the dispatcher of the first slice serves all"});
  CHECK(warnings("slices: 2, slice: [{dispatch: {thread_interval: 7}}, {}]").empty());
  CHECK(warnings("slices: 2, slice: {dispatch: {thread_interval: 7}}").empty());
}

TEST_CASE("samplers that no subslice uses are pointed out where they alone are set", "[config][topology]") {
  const std::string shared = "slice: {subslices: 2, subslices_per_sampler: 2, subslice: ";
  CHECK(warnings(shared + "[{}, {sampler: {l1: {mshrs: 7}}}]}") ==
        Warnings{"slice.subslice.sampler.l1.mshrs: the subslice uses the samplers of slice.subslice[0]"});
  CHECK(warnings(shared + "[{sampler: {l1: {mshrs: 7}}}, {}]}").empty());
  CHECK(warnings(shared + "{sampler: {l1: {mshrs: 7}}}}").empty());
}

TEST_CASE("a cache_table walks over the tags of the first L1 alone", "[config][topology]") {
  const std::string table = "{kind: cache_table}";
  CHECK(
      warnings("slice: {subslice: [{}, {sampler: {l1: {ways: 2}}}, {}]}", table) ==
      Warnings{"slice.subslice.sampler.l1.ways: the workload is a cache_table, which walks over the tags of the first "
               "L1"});
  CHECK(warnings("slice: {subslice: [{sampler: {l1: {ways: 2}}}, {}, {}]}", table).empty());
}

TEST_CASE("crossbar and hash of slices that L3 does not have are pointed out", "[config]") {
  CHECK(warnings("slice: {l3: {crossbar: {latency: 9}}}") == Warnings{"slice.l3.crossbar.latency: L3 has one slice"});
  CHECK(warnings("slice: {l3: {slices: 2, crossbar: {latency: 9}}}").empty());
  CHECK(warnings("memory: {channel_hash: xor}") == Warnings{"memory.channel_hash: memory has one channel"});
}
