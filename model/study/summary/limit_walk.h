// Way from unit to unit to the one that limits a run.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "study/summary/run_limit.h"
#include "study/summary/unit_accounts.h"

namespace texpipe::study {

/// A unit that works so much of the time holds the others back, whatever they wait for.
inline constexpr double kNearlyAlways = 0.85;
/// States of a limit that no category is named by: missing lines, and EUs whose threads all wait.
inline constexpr std::string_view kWaitsForLines = "waits_for_lines", kIssuesNothing = "issues_nothing";

inline constexpr std::string_view kDataPort = "slice.subslice.data_port";

/// Direction from which the search reached a unit: from a blocked one it looks behind, so that the next unit's lack of
/// work is no answer.
enum class ReachedFrom : std::uint8_t { kStart, kBefore, kBehind };

/// Goes from the filters (in runs of kernels: the EUs) to the unit that waits for no other one.
class LimitWalk {
 public:
  explicit LimitWalk(const UnitAccounts& accounts) : accounts_{accounts} {}

  RunLimit take() { return std::move(limit_); }
  const std::optional<UnitAccount>& eus() const { return eus_; }

  void start();

 private:
  static std::string path_of(std::size_t stage);

  /// @param stage  a place in kSamplerStages
  void from_stage(std::size_t stage, ReachedFrom from);

  /// Once: what waits for the EUs, and what these wait for, would go in a circle.
  void from_eus();

  /// Notes the unit and its state. @return the state
  std::string look_at(const UnitAccount& account, ReachedFrom from);

  /// Notes where the lines are that a unit waits for, if it keeps that account.
  void note_lines(const UnitAccount& account, const std::string& category);

  /// The unit that limits the run is the one on the way that is longest busy, or waits longest for what is no unit on
  /// it.
  void note(const std::string& unit, const std::string& state, double share);

  void from_responses(const std::string& unit);

  void from_requests();

  /// The shared function that had something to do in most of its cycles.
  void from_busiest();

  void look_at_any(std::initializer_list<std::string> units);

  const UnitAccounts& accounts_;
  RunLimit limit_;
  std::optional<UnitAccount> eus_;
  bool sampler_seen_ = false;
};

}  // namespace texpipe::study
