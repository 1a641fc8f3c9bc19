// `run --accesses`: what it writes runs as what it was written of.
#include "study/accesses/access_output.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "functional/device/untimed_run.h"
#include "host/files/byte_reader.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "support/scratch_folder.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;
using texpipe::test::ScratchFolder;

namespace {

const std::string kConfigs = TEXPIPE_SOURCE_DIR "/configs/";

Configuration load(const std::filesystem::path& study, std::vector<std::string> assignments = {}) {
  return load_configuration({study, std::move(assignments)}, FileKind::kStudy);
}

struct Ran {
  std::vector<std::byte> picture;
  std::uint64_t cycles = 0;
  std::vector<std::uint64_t> sampled;  // footprints, texels and subspans of each sampler

  bool operator==(const Ran&) const = default;
};

std::uint64_t sum_of(const machine::StatisticsRegistry& statistics, const std::string& ending,
                     const std::string& name) {
  std::uint64_t sum = 0;
  for (const auto& [path, group] : statistics.groups()) {
    if (!path.ends_with(ending)) continue;
    for (const auto& statistic : group.statistics())
      if (statistic->name == name)
        if (const auto* counter = std::get_if<machine::Counter>(&statistic->value)) sum += counter->value();
  }
  return sum;
}

Ran run(const Configuration& configuration) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  const timing::BlockRegistry blocks = timing::model_blocks();
  const Execution execution =
      execute(configuration.machine, *workload, {.timing = configuration.study.timing, .blocks = &blocks});
  return {.picture = read_output(*workload),
          .cycles = execution.cycles.value_or(Cycles{}).value(),
          .sampled = {sum_of(*execution.statistics, "sampler.filter", "footprints"),
                      sum_of(*execution.statistics, "sampler.filter", "texels")}};
}

void write(const std::filesystem::path& file, const std::string& study, std::vector<std::string> assignments = {}) {
  Configuration configuration = load(kConfigs + study, std::move(assignments));
  std::optional<functional::Workload> workload = prepare_study(configuration);
  AccessOutput output{file, Existing::kRefuse};
  const auto warnings = output.write(configuration, *workload);
  CHECK(warnings.empty());
}

}  // namespace

TEST_CASE("the accesses of a walk make its picture with its footprints, as CSV and as JSON Lines", "[accesses]") {
  const ScratchFolder scratch;
  const std::vector<std::string> zoom{"workload.walk=rotating_zoom", "workload.image=62x47",
                                      "workload.more_textures=" + kConfigs + "textures/brick_512_bc1_mips.dds"};
  const Ran walked = run(load(kConfigs + "studies/first_look.yaml", zoom));
  for (const char* name : {"a.csv", "b.jsonl", "c.csv.zst"}) {
    write(scratch / name, "studies/first_look.yaml", zoom);
    const std::filesystem::path study = scratch / (std::string{name}.substr(0, 1) + ".yaml");
    const Ran ran = run(load(study));
    CHECK(ran.sampled == walked.sampled);
    CHECK(walked.sampled[0] > 0);
  }
}

TEST_CASE("the accesses of a walk with one texture store its picture in every timing", "[accesses]") {
  const ScratchFolder scratch;
  const std::vector<std::string> zoom{"workload.walk=rotating_zoom", "workload.image=62x47"};
  const Ran walked = run(load(kConfigs + "studies/first_look.yaml", zoom));
  write(scratch / "a.csv", "studies/first_look.yaml", zoom);
  std::uint64_t cycles = 0;
  for (const char* timing : {"untimed", "loosely_timed", "approximately_timed"}) {
    const Ran ran = run(load(scratch / "a.yaml", {std::string{"timing="} + timing}));
    CHECK(ran.picture == walked.picture);
    if (cycles != 0) CHECK(ran.cycles == cycles);
    cycles = ran.cycles;
  }
}

TEST_CASE("accesses of kernels have headers, levels, volumes and half floats", "[accesses][kernel]") {
  const ScratchFolder scratch;
  for (const char* kernel : {"lens_distort", "mip_lod", "volume_mip", "half_tonemap", "int_texture"}) {
    INFO(kernel);
    write(scratch / (std::string{kernel} + ".csv"), std::string{"studies/kernels/"} + kernel + ".yaml");
    Configuration written = load(scratch / (std::string{kernel} + ".yaml"), {"timing=untimed"});
    std::optional<functional::Workload> workload = prepare_study(written);
    CHECK_NOTHROW(functional::run_untimed(*workload));
  }
}

TEST_CASE("accesses of accesses are themselves", "[accesses]") {
  const ScratchFolder scratch;
  write(scratch / "a.csv", "studies/first_look.yaml", {"workload.image=32x32"});
  Configuration first = load(scratch / "a.yaml");
  std::optional<functional::Workload> workload = prepare_study(first);
  AccessOutput output{scratch / "b.csv", Existing::kRefuse};
  output.write(first, *workload);
  const auto quads = [](std::string text) { return text.substr(text.find('\n')); };
  // Threads are counted anew.
  const std::string a = quads(read_text(scratch / "a.csv")), b = quads(read_text(scratch / "b.csv"));
  CHECK(std::count(a.begin(), a.end(), '\n') == std::count(b.begin(), b.end(), '\n'));
}

TEST_CASE("a file of accesses has an ending that names its format", "[accesses]") {
  CHECK_THROWS_WITH(access_format("quads.txt", "--accesses"), Catch::Contains("expected .csv, .jsonl"));
  CHECK(access_format("a/quads.jsonl.zst", "").stem == "a/quads");
}
