// Trace of a texture cache, model or RTL, between two resets: every lookup, every request to memory, and each
// footprint's way through it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_cosim/scoreboard/cache_stimulus.h"
#include "rtl_cosim/scoreboard/cosim_waves.h"
#include "rtl_cosim/scoreboard/cover_bins.h"

namespace texpipe::rtl_cosim {

enum class CacheOutcome : std::uint8_t { kHit, kMerge, kMiss };
std::string_view outcome_name(CacheOutcome outcome);

struct CacheTrace {
  static constexpr std::uint64_t kNot = std::numeric_limits<std::uint64_t>::max();

  struct Lookup {
    std::uint64_t cycle;
    std::uint64_t key;
    CacheOutcome outcome;
    unsigned on_their_way;  // lines, after it
    unsigned way = 0;       // of the RTL
  };
  struct Request {
    std::uint64_t cycle;  // taken by the memory
    std::uint64_t line;   // its number
  };
  /// Cycles; kNot: it did not come so far.
  struct Passage {
    std::uint64_t number = 0;
    std::uint64_t accepted = kNot;
    std::uint64_t looked_up = kNot;  // its last line
    std::uint64_t moved = kNot;      // from the FIFO to the data read
    std::uint64_t read = kNot;       // its last line
    std::uint64_t taken = kNot;
    std::size_t first_lookup = 0;  // of its own, in `lookups`
    std::string wrong;             // of the RTL: what differs in its bytes, empty: nothing
  };

  std::vector<Lookup> lookups;
  std::vector<Request> requests;
  std::vector<Passage> passages;  // in the order of acceptance
  std::string stopped;            // why the RTL stopped by itself; empty: it did not
  std::uint64_t stopped_in = kNot;
  std::string fault;  // what the RTL may not do, whatever the results; empty: there is nothing
  std::uint64_t fault_in = kNot;
  std::string waits_for;           // where the bench gave up: the lines of the oldest footprint; several indented lines
  std::uint64_t misjudged = kNot;  // the first cycle in which the RTL's account of the head of the FIFO is impossible
};

/// A stretch between two resets: the turns from `first` on, in cycles from `begin` up to `end` (excluded).
struct CacheStretch {
  std::uint64_t first = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = CacheTrace::kNot;
  std::uint64_t resets = 0;  // in flight before it
};

/// The timing plane's tags, FIFO and data in a kernel of their own.
CacheTrace trace_of_model(const CacheStimulus& stimulus, const CacheStretch& stretch);

/// One instance of the RTL through all stretches.
class CacheRtlBench {
 public:
  /// @param waves  of what the RTL does; null: none
  CacheRtlBench(const CacheStimulus& stimulus, TextureCacheVariant rtl, CoverBins& bins, CosimWaves* waves = nullptr);

  /// Runs a stretch; one that is not cut by a reset ends when all results are taken, or at `give_up`.
  CacheTrace run(const CacheStretch& stretch, std::uint64_t give_up);
  /// A cycle of reset, in which nothing is offered or taken.
  void reset();

 private:
  void declare();

  const CacheStimulus& stimulus_;
  CoverBins& bins_;
  std::unique_ptr<VerilatedTextureCache> rtl_;
  CosimWaves* waves_;
};

}  // namespace texpipe::rtl_cosim
