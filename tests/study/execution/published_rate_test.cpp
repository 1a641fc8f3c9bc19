// The published table for every format, tiling and orientation on every shipped machine: no step before the filter is
// slower than it, where everything hits.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "machine/sampler/rate_walk.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::machine::test;

namespace {

namespace fs = std::filesystem;

constexpr RateStep kSteps[] = {{1.0, false}, {1.414, true}, {1.9, true}, {1.414, true, 16}};

/// Samplers of the shipped machines that differ in more than their latencies. rtl_sampler is a machine of its own: a
/// footprint a clock, a line a clock.
std::vector<std::pair<std::string, machine::SamplerParameters>> shipped_samplers() {
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator{fs::path{TEXPIPE_SOURCE_DIR} / "configs/machines"})
    files.insert(entry.path());
  std::vector<std::pair<std::string, machine::SamplerParameters>> samplers;
  for (const fs::path& file : files) {
    if (file.stem() == "rtl_sampler") continue;
    samplers.emplace_back(
        file.stem().string(),
        study::load_configuration({.file = file}, study::FileKind::kMachine).machine.slice.subslice.front().sampler);
  }
  return samplers;
}

}  // namespace

TEST_CASE("no step before the filter slows it on any shipped machine for any format, tiling, size or orientation",
          "[walk][rates]") {
  const auto samplers = shipped_samplers();
  REQUIRE(samplers.size() >= 5);
  unsigned walks = 0;
  for (const auto& [name, sampler] : samplers) {
    unsigned turn = 0;
    for (const double degrees : {0.0, 30.0, 45.0, 90.0}) {
      unsigned surface = turn++;
      for (const Format format : kRateFormats) {
        for (const Tiling tiling : kRateTilings) {
          const RateSize size = kRateSizes[surface++ % std::size(kRateSizes)];
          for (const RateStep& step : kSteps) {
            RateCosts costs{sampler};
            walk_patch(format, tiling, size, step, degrees, costs);
            const machine::test::Work& work = costs.work();
            INFO(name << ' ' << name_of(format) << ' ' << name_of(tiling) << ' ' << size.width << 'x' << size.height
                      << " turned by " << degrees << " step " << step.texels << " taps " << step.taps << " lookups "
                      << work.lookups.value() << " data " << work.data.value() << " decoder " << work.decoder.value()
                      << " filter " << work.filter.value());
            REQUIRE(work.filter.value() > 0);
            CHECK(static_cast<double>(work.slowest().value()) <= 1.01 * static_cast<double>(work.filter.value()));
            ++walks;
          }
        }
      }
    }
  }
  CHECK(walks == samplers.size() * 4 * std::size(kRateFormats) * std::size(kRateTilings) * std::size(kSteps));
}
