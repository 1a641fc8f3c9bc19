// Which threads of a frame stand for the rest, decided phase by phase while the frame runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "study/sampled_run/frame_load.h"
#include "workload/choice/sample_parameters.h"

namespace texpipe::study {

/// A phase of a frame, before it runs.
struct FramePhase {
  std::string kind;        // of its threads: short phases of one kind and of a like size are alike
  std::uint64_t draw = 0;  // long phases of one draw and kind are alike
  unsigned groups = 0;
  unsigned threads_per_group = 1;
  std::uint64_t lead = 0;  // cycles of commands, stalls and clears before its threads, roughly
  bool divisible = true;   // some of its groups may run without the others
  bool uniform = false;    // its threads are likely to take as long everywhere
};

/// Consecutive groups of a phase that are simulated.
struct FramePart {
  static constexpr std::size_t kItself = std::numeric_limits<std::size_t>::max();

  unsigned first = 0;
  unsigned end = 0;
  std::size_t stratum = kItself;  // for which it stands besides itself
  bool lead_in = false;           // fills machine and caches for the next part; its own cycles stand for nothing
};

/// Consecutive groups of a phase that are not simulated.
struct LeftOutGroups {
  unsigned first = 0;
  unsigned end = 0;
  std::size_t stratum = 0;  // that stands for them
  unsigned window = 1;      // groups whose load counts together, as that of a part does
};

/// A long phase is simulated at its beginning, where the machine fills, and in stretches, one drawn of each of as many
/// equal parts of the rest, behind the last of which it drains: what the last threads of a phase ask for matters less
/// than that no others follow. Threads before a stretch, which find caches of another place, do not count. Some phases
/// are left out, so that of the threads of phases that are alike one of `one_of` is simulated. Short phases are
/// simulated as a whole or not at all: the first ones of those that are alike, then one of so many, and more where
/// threads take longer than in other phases. What is simulated stands for what was left out next to it. How much there
/// is of a frame is not known before its end, so that there is one run over the frame and none before it.
class FrameStretches {
 public:
  /// @param machine_threads  that run at one time
  FrameStretches(const FrameSampleParameters& parameters, std::uint64_t machine_threads);

  /// Parts of the next phase that are simulated, in their order; none: the phase is not.
  std::vector<FramePart> choose(const FramePhase& phase);

  /// Tells how many cycles the parts of the last phase took together, before the next one is chosen. Short phases whose
  /// threads take longer than those of others, up to four times, are simulated so many times as often.
  void took(std::uint64_t cycles);

  /// Groups of the last phase that were not chosen, in their order.
  const std::vector<LeftOutGroups>& left_out() const { return left_out_; }
  /// Tells of some of them how long units work for them.
  void leave_out(std::size_t stratum, const FrameBusy& work) {
    strata_[stratum].work_left_out += work;
    strata_[stratum].busiest_left_out += work.busiest();
  }

  /// Cycles of a part, from its first group's start to that of the next part's, and those that units work for it.
  struct Measured {
    double cycles = 0;
    FrameBusy work;
  };
  using Units = std::vector<double FrameBusy::*>;
  /// Estimate of the whole.
  struct Estimate {
    std::vector<double> weights;  // of counts, by part: the groups that it stands for, per group of its own
    std::vector<double>
        slowness;  // of cycles, by part: those of a group that it stands for, per cycle of its own group
    double cycles = 0;
    double bound = 0;  // the cycles may be off by, in 95 of 100 cases
  };
  /// Threads that were left out of a stratum take as many cycles as their groups and the work of units say, by a
  /// regression over its parts: on that of dispatcher and filters where there are few parts, else on that of memory,
  /// too. Those of copies, which are like each other everywhere but for what of them is in caches, take cycles in
  /// proportion to the busiest unit's in each window. The first of short phases that are alike stands for itself alone,
  /// if there are more than two: it finds cold caches. @param measured  all parts that were chosen, in their order
  Estimate estimate(const std::vector<Measured>& measured);

  const std::vector<FramePart>& parts() const { return parts_; }
  std::uint64_t groups() const { return groups_; }  // of all phases
  std::uint64_t simulated_groups() const { return simulated_; }
  std::uint64_t stretches() const { return stretches_; }  // that there are, chosen or not

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Stratum {
    double groups = 0;  // of all its stretches
    double simulated = 0;
    FrameBusy work_left_out;
    double busiest_left_out = 0;  // cycles of the busiest unit of each window
    std::vector<std::size_t> parts;
    bool uniform = false;            // its threads are like each other everywhere
    bool steady = false;             // neither the beginning of phases nor their end
    bool begins_cold = false;        // its first part, a whole phase, is the first one of its kind
    double skipped = 0;              // groups of short phases since the last one that was simulated
    std::uint32_t to_skip = 0;       // phases, before the next one is simulated
    double cycles = 0, threads = 0;  // of short phases
  };

  /// Groups of a long phase at its beginning, between, and at its end.
  using Thirds = std::array<double, 3>;
  static constexpr std::size_t kBegin = 0, kBetween = 1, kEnd = 2;

  /// Long phases of a draw.
  struct Draw {
    std::array<std::size_t, 3> strata{};
    std::size_t first_part = kNone;  // of the last one that is simulated
    unsigned parts_between = 0;      // of it
    Thirds skipped{};                // of those behind it
    double credit = 0;               // groups that may be simulated
  };

  /// Estimate of a stratum of which something was left out.
  struct Fit {
    std::span<const std::size_t> parts;  // that stand for it
    double groups = 0;                   // of these
    double simulated = 0;                // cycles of these
    double weight = 1;                   // of these groups
    double groups_left_out = 0;
    double more_groups = 0;  // that these stand for besides themselves, by their weights
    double alike = 0;        // of what was left out, if it is like the parts that stand for it
    double left_out = 0;     // and by its work
    double squares = 0;      // of what nothing explains of the parts' cycles
    double degrees = 0;      // of freedom
  };
  struct Spread {
    double variance = 0, degrees = 0;
  };

  bool divide(const FramePhase& phase, std::vector<FramePart>& parts);
  void leave_out_thirds(const Thirds& thirds, Draw& draw, unsigned stretch);
  void leave_out_between(const FramePhase& phase, const std::vector<FramePart>& parts, unsigned stretch);
  Draw& draw_of(const FramePhase& phase);
  void stand_for(const Thirds& thirds, unsigned between, Draw& draw);
  void spread_skipped(Draw& draw, double share);
  void add_to_parts(const Draw& draw, const Thirds& groups);
  double weight_of(std::size_t part) const;
  double groups_of(std::size_t part) const { return parts_[part].end - parts_[part].first; }
  bool takes_whole(Stratum& alike);
  void choose_whole(const FramePhase& phase, std::vector<FramePart>& parts);
  void spread_skipped(Stratum& alike, double share);
  double drawn() { return draws_() / (1.0 + std::minstd_rand::max()); }
  void add(const FramePart& part);
  /// Cycles of parts, and of the unit that is busiest in each.
  struct Pace {
    double cycles = 0, busiest = 0;

    double value() const { return cycles / busiest; }
  };
  void add_pace(const Stratum& stratum, const std::vector<Measured>& measured, Pace& pace) const;
  /// Cycles of a cycle of units' work, each of its own or none.
  struct Slopes {
    Units units;
    std::vector<double> values;
  };
  struct Residuals {
    std::vector<double> cycles;              // by part
    std::vector<std::vector<double>> works;  // by unit and part
    std::vector<double> means;               // of the works, whole
    double mean = 0;                         // cycles of a part, whole
  };
  static bool shares_slopes(const Stratum& stratum);
  Slopes shared_slopes(const std::vector<Measured>& measured) const;
  Residuals residuals_of(std::span<const std::size_t> parts, const Units& units,
                         const std::vector<Measured>& measured) const;
  Fit fit(const Stratum& stratum, const std::vector<Measured>& measured, const Pace& of_copies,
          const Slopes& shared) const;
  void fit_pace(const Stratum& stratum, const std::vector<Measured>& measured, const Pace& of_copies, Fit& fit) const;
  static Spread spread(const std::vector<Fit>& fits);

  FrameSampleParameters parameters_;
  std::uint64_t machine_threads_;
  std::minstd_rand draws_;
  std::vector<FramePart> parts_;
  std::vector<double> stands_for_;  // groups, by part
  std::vector<Stratum> strata_;
  std::map<std::tuple<std::string, int, int>, std::size_t> alike_;  // strata of short phases: kind, magnitudes
  std::vector<LeftOutGroups> left_out_;
  std::map<std::pair<std::string, std::uint64_t>, Draw> draws_of_frame_;
  std::uint64_t groups_ = 0, simulated_ = 0, stretches_ = 0;
  double cycles_ = 0, threads_ = 0;  // of phases that were simulated
  // of the last phase
  double threads_of_phase_ = 0;
  std::size_t whole_ = kNone;  // its stratum, if it was simulated as a whole
};

}  // namespace texpipe::study
