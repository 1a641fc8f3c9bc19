// Stimulus of the RTL sampler: subspans, their arrivals, back-pressure, resets and the memory behind it, each a
// function of the seed and of its place alone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/subspan_plan.h"
#include "functional/sampling/subspan_setup.h"
#include "rtl_cosim/scoreboard/cache_stimulus.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/scoreboard/sampler_scene.h"

namespace texpipe::rtl_cosim {

/// A pattern of subspans and of what is around the sampler.
enum class SamplerWorkload : std::uint8_t {
  kPoint,
  kBilinear,
  kTrilinear,
  kAnisotropic,
  kScattered,
  kMixed,
  kCompare,
  kSlowMemory,
  kBackPressure,
  kSparse,
  kResets
};
EnumRows enum_rows(SamplerWorkload);

struct SamplerStimulusParameters {
  std::uint64_t seed = 1;
  std::uint32_t requests = 400;
  std::vector<std::uint64_t> only;
  std::vector<SamplerWorkload> workloads;
  std::uint32_t latency = 60;
  std::uint32_t reset_every = 300;

  template <class Visitor>
  void describe(Visitor& v) {
    v("seed", seed, {.help = "of subspans, arrivals, back-pressure, memory, resets and what registers hold at first"});
    v("requests", requests, {.range = {{1, 10'000'000}}, .help = "subspans of each workload"});
    v("only", only, {.help = "numbers of the subspans that are driven, in this order; empty: all from 0 on"});
    v("workloads", workloads, {.help = "patterns of subspans, memory and back-pressure; empty: all"});
    v("latency", latency,
      {.range = {{1, 10'000}}, .help = "cycles of the memory, at most; slow_memory has 8 times it"});
    v("reset_every", reset_every,
      {.range = {{16, 1'000'000'000}}, .help = "cycles from one reset of workload resets to the next, on average"});
  }
};

/// A subspan: what it asks for, and what comes of it.
struct SamplerSubspan {
  const functional::TextureBinding* binding = nullptr;
  functional::SubspanSetup setup;
  bool compares = false;
  functional::SubspanCompare compare;
  functional::SubspanPlan plan;  // its footprints, with lines of stored bytes
  std::array<functional::PixelSums, functional::kPixelsPerSubspan> sums;
  std::string filter;  // of its pixels, for coverage
};

/// Stimulus of one workload.
class SamplerStimulus {
 public:
  /// @param scene  must outlive this
  SamplerStimulus(const SamplerScene& scene, const SamplerStimulusParameters& parameters, SamplerWorkload workload);

  SamplerWorkload workload() const { return workload_; }
  std::uint64_t count() const { return only_.empty() ? requests_ : only_.size(); }
  std::uint64_t number(std::uint64_t turn) const { return only_.empty() ? turn : only_[turn]; }
  /// The subspan is there from this cycle on.
  std::uint64_t arrival(std::uint64_t turn) const { return arrivals_[turn]; }

  /// @param resets  in flight before it
  SamplerSubspan subspan(std::uint64_t number, std::uint64_t resets = 0) const;

  bool takes(std::uint64_t cycle) const { return around_.takes(cycle); }
  bool memory_takes(std::uint64_t cycle) const { return around_.memory_takes(cycle); }
  /// The first reset after `cycle`.
  std::uint64_t next_reset(std::uint64_t cycle) const { return around_.next_reset(cycle); }
  std::uint64_t power_up() const { return around_.power_up(); }
  /// Memory and back-pressure.
  const CacheStimulus& around() const { return around_; }
  const SamplerScene& scene() const { return scene_; }

 private:
  struct Place;

  void draw(RandomStream& random, RandomStream& together, std::uint64_t number, SamplerSubspan& subspan) const;
  void draw_pixel(RandomStream& random, const Place& place, unsigned p, SamplerSubspan& subspan) const;

  const SamplerScene& scene_;
  SamplerWorkload workload_;
  std::uint64_t seed_;
  std::uint64_t requests_;
  std::vector<std::uint64_t> only_;
  CacheStimulus around_;
  std::vector<std::uint64_t> arrivals_;  // by turn
};

/// Lines, indented by four, that say what a subspan asks for.
std::string subspan_text(const SamplerSubspan& subspan, std::uint64_t number);

/// Footprints, lines and sums of a subspan whose setup is there, by the functional core.
void execute_subspan(const functional::GpuMemory& memory, SamplerSubspan& subspan);

}  // namespace texpipe::rtl_cosim
