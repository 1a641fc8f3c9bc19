// No parameter of a machine is dead: each changes a statistic of a study that should feel it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "study/report/statistics_text.h"
#include "study/run/execution.h"
#include "study/run/prepare_study.h"
#include "timing/sampler/pipeline_stages.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// Small studies, each with a part of the machine that it presses on.
const std::map<std::string, std::string> kStudies{
    {"floor", "first_look image=32x32 texture=brick sampler.mip_filter=LINEAR"},
    {"gather", "first_look walk=random_gather image=32x16 texture=brick sampler.min_filter=LINEAR sampler.mip_filter=NONE"},
    {"steady", "first_look walk=steady steady.groups=6 steady.messages=8 texture=brick"},
    {"many", "first_look walk=rotating_zoom image=64x64 tile=4x4 texture=brick"},
    {"scene", "pixel_interpolator"},
};

struct Row {
  const char* parameter;  // without indices
  const char* study;
  const char* one;
  const char* other;
  const char* also = "";  // other parameters of both runs, as -p words
};

#define L1 "slice.subslice.sampler.l1"
#define L2 "slice.subslice.sampler.l2"
const Row kRows[] = {
    {"clock", "gather", "1GHz", "2GHz"},
    {"slice.subslices", "floor", "1", "2"},
    {"slice.dispatch.thread_interval", "floor", "2", "50"},
    {"slice.dispatch.end_latency", "many", "4", "100", "slice.subslice.eus=1"},
    {"slice.raster.slots", "scene", "8", "256"},
    {"slice.raster.setup_interval", "scene", "4", "400"},
    {"slice.raster.tiles_per_cycle", "scene", "1", "4"},
    {"slice.raster.subspans_per_cycle", "scene", "1", "4", "slice.raster.samples_per_cycle=1024"},
    {"slice.raster.samples_per_cycle", "scene", "1", "16"},
    {"slice.subslice.eus", "floor", "4", "8"},
    {"slice.subslice.eu.threads", "floor", "3", "7"},
    {"slice.subslice.eu.issue", "floor", "oldest_first", "round_robin"},
    {"slice.subslice.eu.issue_width", "floor", "1", "2", "slice.subslice.eus=3"},
    {"slice.subslice.eu.fpu_latency", "floor", "4", "40"},
    {"slice.subslice.eu.extended_math_latency", "floor", "8", "80"},
    {"slice.subslice.eu.branch_latency", "floor", "4", "100"},
    {"slice.subslice.eu.send_slots", "steady", "1", "4", "slice.subslice.eus=1"},
    {"slice.subslice.interconnect.request_latency", "floor", "2", "50"},
    {"slice.subslice.interconnect.request_bytes_per_cycle", "floor", "4", "64"},
    {"slice.subslice.interconnect.request_slots", "steady", "1", "8",
     "slice.subslice.interconnect.request_bytes_per_cycle=4"},
    {"slice.subslice.interconnect.response_latency", "floor", "2", "50"},
    {"slice.subslice.interconnect.response_bytes_per_cycle", "floor", "4", "64"},
    {"slice.subslice.interconnect.response_slots", "steady", "1", "8",
     "slice.subslice.interconnect.response_bytes_per_cycle=4"},
    {"slice.subslice.sampler.front_end.slots", "steady", "1", "8"},
    {"slice.subslice.sampler.front_end.latency", "floor", "4", "100"},
    {"slice.subslice.sampler.front_end.bytes_per_cycle", "floor", "4", "64"},
    {"slice.subslice.sampler.address_generator.slots", "floor", "1", "16"},
    {"slice.subslice.sampler.address_generator.latency", "floor", "6", "60"},
    {"slice.subslice.sampler.address_generator.footprints_per_cycle", "floor", "1", "2"},
    {L1 ".size", "gather", "4KiB", "16KiB"},
    {L1 ".ways", "gather", "1", "4", L1 ".size=1KiB"},
    {L1 ".line", "gather", "64B", "128B"},
    {L1 ".set_hash", "many", "modulo", "xor", L1 ".size=1KiB"},
    {L1 ".replacement", "gather", "lru", "random", L1 ".size=1KiB"},
    {L1 ".seed", "gather", "1", "2", L1 ".size=1KiB " L1 ".replacement=random"},
    {L1 ".mshrs", "gather", "1", "16"},
    {L1 ".lookups_per_cycle", "floor", "1", "8"},
    {L1 ".tag_latency", "floor", "4", "40"},
    {L1 ".banks", "floor", "1", "8"},
    {L1 ".ports", "floor", "1", "2"},
    {L1 ".data_latency", "floor", "8", "80"},
    {L1 ".data_slots", "floor", "1", "24"},
    {L1 ".decompression.place", "gather", "before_l1", "after_l1"},
    {L1 ".decompression.latency", "gather", "8", "80"},
    {L1 ".decompression.lines_per_cycle", "steady", "1", "8", L1 ".decompression.place=after_l1"},
    {"slice.subslice.sampler.latency_fifo.slots", "gather", "1", "128"},
    {L2 ".enabled", "gather", "false", "true"},
    {L2 ".size", "gather", "4KiB", "128KiB"},
    {L2 ".ways", "gather", "1", "8", L2 ".size=4KiB"},
    {L2 ".line", "gather", "64B", "128B"},
    {L2 ".set_hash", "many", "modulo", "xor", L2 ".size=1KiB " L2 ".ways=1"},
    {L2 ".replacement", "gather", "lru", "random", L2 ".size=4KiB"},
    {L2 ".seed", "gather", "1", "2", L2 ".size=4KiB " L2 ".replacement=random"},
    {L2 ".banks", "gather", "1", "4"},
    {L2 ".bytes_per_cycle", "gather", "4", "64"},
    {L2 ".hit_latency", "gather", "12", "120"},
    {L2 ".fill_latency", "gather", "4", "400"},
    {L2 ".mshrs", "gather", "1", "32"},
    {L2 ".queue", "gather", "1", "16", L2 ".bytes_per_cycle=4"},
    {"slice.subslice.sampler.decoder.slots", "floor", "1", "16"},
    {"slice.subslice.sampler.decoder.latency", "floor", "4", "40"},
    {"slice.subslice.sampler.decoder.texels_per_cycle", "floor", "1", "32"},
    {"slice.subslice.sampler.filter.implementation", "floor", "model", "slower"},
    {"slice.subslice.sampler.filter.rates", "floor", "kaby_lake", "skylake"},
    {"slice.subslice.sampler.filter.slots", "floor", "1", "32"},
    {"slice.subslice.sampler.filter.latency", "floor", "12", "120"},
    {"slice.subslice.sampler.writeback.slots", "steady", "1", "8"},
    {"slice.subslice.sampler.writeback.latency", "floor", "4", "40"},
    {"slice.subslice.sampler.writeback.bytes_per_cycle", "floor", "4", "64"},
    {"slice.subslice.data_port.message_slots", "floor", "1", "16"},
    {"slice.subslice.data_port.latency", "floor", "8", "80"},
    {"slice.subslice.data_port.line_interval", "floor", "1", "10"},
    {"slice.subslice.data_port.outstanding_lines", "floor", "1", "32"},
    {"slice.subslice.pixel_coverage.queue", "scene", "1", "8"},
    {"slice.subslice.pixel_coverage.latency", "scene", "12", "120"},
    {"slice.subslice.pixel_coverage.subspans_per_cycle", "scene", "1", "2"},
    {"slice.l3.size", "gather", "4KiB", "768KiB"},
    {"slice.l3.ways", "gather", "4", "16", "slice.l3.size=4KiB"},
    {"slice.l3.line", "gather", "64B", "128B"},
    {"slice.l3.set_hash", "many", "modulo", "xor", "slice.l3.size=4KiB slice.l3.ways=1"},
    {"slice.l3.replacement", "gather", "lru", "random", "slice.l3.size=4KiB"},
    {"slice.l3.seed", "gather", "1", "2", "slice.l3.size=4KiB slice.l3.replacement=random"},
    {"slice.l3.banks", "gather", "1", "4"},
    {"slice.l3.bytes_per_cycle", "gather", "4", "64"},
    {"slice.l3.hit_latency", "gather", "30", "300"},
    {"slice.l3.fill_latency", "gather", "4", "400"},
    {"slice.l3.mshrs", "gather", "1", "32"},
    {"slice.l3.queue", "gather", "1", "16", "slice.l3.bytes_per_cycle=4"},
    {"slice.l3.write_buffer", "many", "1", "64", "slice.l3.size=4KiB memory.bandwidth=1GB/s"},
    {"memory.latency", "gather", "120ns", "1us"},
    {"memory.bandwidth", "gather", "1GB/s", "34.1GB/s"},
    {"memory.banks", "gather", "1", "16"},
    {"memory.row", "gather", "64B", "2KiB"},
    {"memory.row_miss", "gather", "0ns", "300ns"},
    {"memory.bank_cycle", "gather", "5ns", "100ns"},
    {"memory.queue", "gather", "1", "64"},
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream{text};
  return {std::istream_iterator<std::string>{stream}, {}};
}

/// A filter of somebody else's, ten cycles longer.
timing::BlockRegistry blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
  registry.add_filter("slower", [](sc_core::sc_module_name name, timing::Simulation& simulation,
                                   const machine::FilterParameters& parameters) {
    machine::FilterParameters longer = parameters;
    longer.latency = longer.latency + Cycles{10};
    return std::unique_ptr<timing::FootprintBlock>{std::make_unique<timing::TexelFilter>(name, simulation, longer)};
  });
  return registry;
}

/// Every statistic of a run as text.
std::string statistics_of(const Row& row, const std::string& value) {
  std::vector<std::string> words = words_of(kStudies.at(row.study));
  const std::string file = TEXPIPE_SOURCE_DIR "/configs/studies/" + words.front() + ".yaml";
  std::vector<std::string> assignments{"slice.subslices=1"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "texture=brick")
      words[i] = "texture=" TEXPIPE_SOURCE_DIR "/configs/textures/brick_512_bc1_mips.dds";
    assignments.push_back("workload." + words[i]);
  }
  for (const std::string& word : words_of(row.also)) assignments.push_back(word);
  assignments.push_back(std::string{row.parameter} + '=' + value);
  const timing::BlockRegistry registry = blocks();
  Configuration configuration = load_configuration({file, assignments, nullptr}, FileKind::kStudy, &registry);
  std::optional<functional::Workload> workload = prepare_study(configuration);
  const Execution execution = execute_timed(configuration, *workload,
                                            {.blocks = &registry,
                                             .on_progress = [](const ExecutionProgress&) {},
                                             .stop_requested = [] { return std::optional<ExitCode>{}; }});
  return std::to_string(execution.cycles->value()) + statistics_json(*execution.statistics).dump();
}

/// @param part  of this many, so that the parts can run beside each other
void check_rows(std::size_t part, std::size_t parts) {
  for (std::size_t i = part; i < std::size(kRows); i += parts) {
    const Row& row = kRows[i];
    INFO(row.parameter << ": " << row.one << " and " << row.other << " in " << row.study);
    const bool same = statistics_of(row, row.one) == statistics_of(row, row.other);
    CHECK_FALSE(same);
  }
}

}  // namespace

TEST_CASE("every parameter of a machine has a study that should feel it", "[config]") {
  std::set<std::string> told;
  for (const Row& row : kRows) {
    INFO(row.parameter << " has two rows");
    CHECK(told.insert(row.parameter).second);
  }
  machine::MachineParameters machine;
  for (const std::string& pattern : parameter_patterns(parameter_tree(machine))) {
    INFO(pattern << " has no row in this test's table: add one, with a study that it changes");
    CHECK(told.erase(pattern) == 1);
  }
  for (const std::string& gone : told) FAIL_CHECK(gone << " is no parameter of a machine any more");
}

TEST_CASE("every parameter of a machine changes a statistic of that study, part 1", "[config]") {
  check_rows(0, 4);
}
TEST_CASE("every parameter of a machine changes a statistic of that study, part 2", "[config]") {
  check_rows(1, 4);
}
TEST_CASE("every parameter of a machine changes a statistic of that study, part 3", "[config]") {
  check_rows(2, 4);
}
TEST_CASE("every parameter of a machine changes a statistic of that study, part 4", "[config]") {
  check_rows(3, 4);
}
