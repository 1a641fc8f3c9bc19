// Trace of a sampler, model or RTL, between two resets: when each subspan was taken and when its sums came, what it
// asked of memory, and what each stage did in each cycle.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_cosim/blocks/sampler_accounts.h"
#include "rtl_cosim/scoreboard/cosim_waves.h"
#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/scoreboard/sampler_stimulus.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

namespace texpipe::rtl_cosim {

std::string_view stage_name(SamplerStage stage);

/// Cycles of a stage that are not its work: as the model's accounts, starved and idle in one.
struct SamplerAccount {
  std::uint64_t busy = 0, blocked = 0, miss = 0, latency = 0, idle = 0;

  std::uint64_t stalls() const { return blocked + miss + latency; }
};

struct SamplerTrace {
  static constexpr std::uint64_t kNot = std::numeric_limits<std::uint64_t>::max();

  struct Passage {
    std::uint64_t number = 0;
    std::uint64_t taken = kNot;                                             // its sums
    bool wrong = false;                                                     // of the RTL: other sums than the model's
    std::array<functional::PixelSums, functional::kPixelsPerSubspan> sums;  // of the RTL, where they are wrong
  };

  std::vector<Passage> passages;  // in the order of acceptance
  std::array<SamplerAccount, kSamplerStages> accounts;
  std::array<std::uint64_t, 3> lookups{};  // hits, merges, misses
  std::uint64_t cycles = 0;                // up to the last result
  // First thing that the RTL did and may not do, whatever the results; empty: there is none.
  std::string fault;
  std::uint64_t fault_in = kNot;
  bool stopped = false;   // by itself; nothing follows
  std::string waits_for;  // of the RTL, where the bench gave up: lines on their way; several indented lines
};

/// A stretch between two resets: the turns from `first` on, in cycles from `begin` up to `end` (excluded).
struct SamplerStretch {
  std::uint64_t first = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = SamplerTrace::kNot;
  std::uint64_t resets = 0;  // in flight before it
};

/// The timing plane's stages in a kernel of their own, in the machine that the RTL is.
SamplerTrace sampler_trace_of_model(const SamplerStimulus& stimulus, const SamplerStretch& stretch);

/// One instance of the RTL through all stretches of a workload.
class SamplerRtlBench {
 public:
  /// @param waves  of what the RTL does; null: none
  SamplerRtlBench(const SamplerStimulus& stimulus, SamplerVariant rtl, CoverBins& bins, CosimWaves* waves = nullptr);

  /// Runs a stretch; one that is not cut by a reset ends when all results are taken, or at `give_up`.
  SamplerTrace run(const SamplerStretch& stretch, std::uint64_t give_up);
  /// A cycle of reset, in which nothing is offered or taken.
  void reset();

  static void declare(CoverBins& bins, const SamplerScene& scene);

 private:
  const SamplerStimulus& stimulus_;
  CoverBins& bins_;
  std::unique_ptr<VerilatedSampler> rtl_;
  CosimWaves* waves_;
};

}  // namespace texpipe::rtl_cosim
