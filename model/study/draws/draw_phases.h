// Phases of a timed frame, and what execution units, samplers and caches did in those of each draw.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "functional/device/workload.h"
#include "machine/statistics/statistics.h"
#include "study/summary/run_numbers.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Threads of one shader of a draw, maybe beside those of other draws, from the moment when they may start to that of
/// the next phase. Or a draw in the fixed functions, behind which nothing of it is left to shade.
struct DrawPhase {
  std::optional<std::uint32_t> draw;  // none: of a compute walker
  std::string stage;                  // kWithoutThreads: in the fixed functions
  Cycles from;
  Cycles to;
  std::uint64_t groups = 0;
};

inline constexpr const char* kWithoutThreads = "fixed functions";

/// Growth of a run's counters and accounts, those of equal units together.
class Growth {
 public:
  /// @param path  without indices: `slice.subslice.sampler.l1.misses`
  std::uint64_t counted(std::string_view path) const;
  /// Share of a category in the cycles of an account; 0: there is none.
  double share(std::string_view account, std::string_view category) const;
  /// Accounts as numbers_of() has them, for limit_of().
  std::vector<RunNumber> accounts() const;

  void add(const Growth& other);

 private:
  friend class DrawPhases;
  struct Names {
    std::map<std::string, std::size_t, std::less<>> counters;  // places of values
    struct Category {
      std::string path;
      std::size_t place;
    };
    std::vector<Category> categories;  // of accounts, in subcycles
    std::size_t values = 0;
  };

  const Names* names_ = nullptr;
  std::vector<std::uint64_t> values_;
};

/// Looks at a timed frame's statistics whenever one phase of its threads is over, before the cycle in which the next
/// one begins: nothing that threads sent is on its way then. What fixed functions and caches still have on their way
/// counts with the next phase, and so does everything of that cycle, whichever process runs first. Where a draw without
/// threads leaves the fixed functions, what has grown till then is its own: clears, resolves, pixels of depth alone.
class DrawPhases {
 public:
  /// Has the workload's threads tell of their phases; it outlives their use.
  explicit DrawPhases(functional::Workload& workload);
  DrawPhases(const DrawPhases&) = delete;
  DrawPhases& operator=(const DrawPhases&) = delete;

  /// The machine stands: its statistics are looked at from here on.
  void listen(timing::Simulation& simulation);
  /// The run is over.
  void finish() { simulation_ = nullptr; }

  const std::vector<DrawPhase>& phases() const { return phases_; }
  /// Cycles of all phases with threads of a draw.
  std::uint64_t cycles_of(std::uint32_t draw) const;
  /// Growth in all phases of a draw; null for a draw without threads.
  const Growth* of(std::uint32_t draw) const;

 private:
  friend class PhasedThreads;
  struct Place {
    const machine::Statistic* statistic;
    std::size_t value;  // first one
  };

  void begin(const std::vector<functional::PhasePart>& parts);
  void end_phase();
  bool concerns(std::uint32_t draw) const;
  void draw_over(std::uint32_t draw, Cycles next);
  std::vector<std::uint64_t> look(Cycles now);
  void find_statistics();

  const timing::Simulation* simulation_ = nullptr;
  Growth::Names names_;
  std::vector<Place> places_;
  std::size_t known_ = 0;
  std::vector<DrawPhase> phases_;
  std::size_t first_part_ = 0;           // of the last phase
  std::vector<std::uint32_t> draws_of_;  // the parts of the last phase, or before which they run
  bool open_ = false;                    // the last phase is not over
  std::vector<bool> of_samplers_;        // by value
  Cycles begun_;                         // since when growth is of the last phase
  std::vector<std::uint64_t> at_begin_;  // its values then
  std::vector<std::uint64_t> last_look_;
  std::map<std::uint32_t, Growth> growth_;
  std::map<std::uint32_t, std::uint64_t> cycles_;  // with threads
};

}  // namespace texpipe::study
