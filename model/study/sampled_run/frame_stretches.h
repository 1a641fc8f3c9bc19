// Which threads of a frame stand for the rest, decided phase by phase while the frame runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/quantity.h"
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
};

/// Consecutive groups of a phase that are simulated.
struct FramePart {
  static constexpr std::size_t kItself = std::numeric_limits<std::size_t>::max();

  unsigned first = 0;
  unsigned end = 0;
  std::size_t stratum = kItself;  // for which it stands besides itself
};

/// A long phase is simulated at its beginning, where the machine fills, and at its end, where it drains; of what lies
/// between, one stretch is drawn of each of as many equal parts. Where beginnings and ends are a large part of a draw's
/// phases, some of its phases are left out. Short phases are simulated as a whole or not at all:
/// the first few of those that are alike, then one of so many. How much there is of a frame is not known before its
/// end, so that there is one run over the frame and none before it.
class FrameStretches {
 public:
  /// @param machine_threads  that run at one time
  FrameStretches(const FrameSampleParameters& parameters, std::uint64_t machine_threads);

  /// Parts of the next phase that are simulated, in their order; none: the phase is not.
  std::vector<FramePart> choose(const FramePhase& phase);

  /// Work of threads of the last phase that were not chosen: what samplers do for them.
  void leave_out(double footprints) { strata_[last_stratum_].footprints_left_out += last_share_ * footprints; }

  /// Cycles of a part, from its first group's start to that of the next part's, and its samplers' footprints.
  struct Measured {
    double cycles = 0;
    double footprints = 0;
  };
  /// Estimate of the whole.
  struct Estimate {
    std::vector<double> weights;  // by part
    double cycles = 0;
    double bound = 0;  // the cycles may be off by, in 95 of 100 cases
    // Sums of the strata's variances, and of their squares by their degrees of freedom.
    double variance = 0, fourth = 0;
  };
  /// Threads that were left out of a stratum take as many cycles as their groups and their footprints say, by a
  /// regression over its parts. @param measured  all parts that were chosen, in their order
  Estimate estimate(const std::vector<Measured>& measured);

  const std::vector<FramePart>& parts() const { return parts_; }
  std::uint64_t groups() const { return groups_; }  // of all phases
  std::uint64_t simulated_groups() const { return simulated_; }
  std::uint64_t stretches() const { return stretches_; }  // that there are, chosen or not

 private:
  struct Stratum {
    double groups = 0;  // of all its stretches
    double simulated = 0;
    double footprints_left_out = 0;
    std::vector<std::size_t> parts;
    std::uint32_t to_skip = 0;  // phases, before the next one is simulated
  };

  /// Groups of a long phase at its beginning, between, and at its end.
  using Thirds = std::array<double, 3>;
  static constexpr std::size_t kBegin = 0, kBetween = 1, kEnd = 2;
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  /// Long phases of a draw.
  struct Draw {
    std::array<std::size_t, 3> strata{};
    unsigned phases = 0;
    std::size_t first_part = kNone;  // of the last one that is simulated
    unsigned parts_between = 0;      // of it
    Thirds skipped{};                // of those behind it
    std::uint32_t to_skip = 0;       // phases, before the next one is simulated
  };

  bool divide(const FramePhase& phase, unsigned begin, unsigned stretch, unsigned last, std::vector<FramePart>& parts);
  Draw& draw_of(const FramePhase& phase);
  void stand_for(const Thirds& thirds, unsigned between, Draw& draw);
  void spread_skipped(Draw& draw, double share);
  void add_to_parts(const Draw& draw, const Thirds& groups);
  double weight_of(std::size_t part) const;
  bool takes_whole(const FramePhase& phase, std::size_t stratum);
  void add(const FramePart& part);
  void add_estimate(const Stratum& stratum, const std::vector<Measured>& measured, Estimate& estimate) const;
  double variance(const Stratum& stratum, const std::vector<double>& rest, unsigned explained) const;

  FrameSampleParameters parameters_;
  std::uint64_t machine_threads_;
  std::minstd_rand draws_;
  std::vector<FramePart> parts_;
  std::vector<double> stands_for_;  // groups, by part; 0: for as many as others of its stratum
  std::vector<Stratum> strata_;
  std::map<std::tuple<std::string, int, int>, std::size_t> alike_;  // strata of short phases: kind, magnitudes
  std::size_t last_stratum_ = 0;                                    // of what was not chosen of the last phase,
  double last_share_ = 1;  // and how much of it: beginnings and ends of phases have strata of their own
  std::map<std::pair<std::string, std::uint64_t>, Draw> draws_of_frame_;
  std::uint64_t groups_ = 0, simulated_ = 0, stretches_ = 0;
};

}  // namespace texpipe::study
