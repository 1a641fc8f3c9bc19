// Course of a timed frame: its draws and passes, when each was where, its work, and what limited it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "machine/frame/draw_accounts.h"
#include "study/draws/draw_facts.h"
#include "study/draws/draw_phases.h"

namespace texpipe::study {

/// Names of the pipeline's units, in the order of machine::FrameUnit.
extern const std::array<const char*, machine::kFrameUnits> kFrameUnitNames;

/// Draws in a row that have the same targets, or without targets the same depth buffer; or one draw. The driver's own
/// draws to these targets, as clears, belong to it.
struct CourseRow {
  std::uint32_t first_draw = 0;
  std::uint32_t last_draw = 0;
  std::uint32_t draws = 0;
  DrawFacts facts;               // of the first draw
  machine::DrawAccount account;  // busy cycles, lines and counts are sums
  Growth growth;
  /// Unit that limits the threads, by the accounts that the summary's `limited by` reads, over the phases of the draws;
  /// empty: they have none.
  std::string threads_limit{};
  bool is_draw = true;             // commands behind the last draw are none
  std::uint64_t stalls = 0;        // before these draws
  std::uint64_t stall_cycles = 0;  // in which the command streamer waited and wrote back
  std::uint64_t phase_cycles = 0;  // of phases with its threads

  std::uint64_t cycles() const { return account.last < account.first ? 0 : (account.last - account.first).value(); }
  /// Pixels that were written, for each of the target; 0 without a target.
  double overdraw() const;
  /// The unit that was busy for the largest part of the cycles, if that is at least half of them; else none.
  std::optional<unsigned> busy_unit() const;
  /// Unit that its steps held up for half of the cycles or more, waiting for lines for most of that, longest; else
  /// none.
  std::optional<unsigned> waiting_unit() const;
  /// `stalls`, where the command streamer stalled in half of the cycles or more and no other unit was busy for as long;
  /// else name of busy_unit(); else that of waiting_unit() with `_lines` behind it; else `threads` (execution units,
  /// their samplers and data ports, or latency), if phases with threads took half of the cycles or more; else the unit
  /// that its steps were in for longest.
  std::string limit() const;
  /// limit(), with what limits the threads: `threads: sampler.filter`.
  std::string limit_words() const;

 private:
  bool waits_more_than_works(unsigned unit) const;
  std::string words_of(unsigned unit) const;
};

struct FrameCourse {
  std::vector<CourseRow> draws;  // the last one may be commands behind the last draw
  std::vector<CourseRow> passes;
  std::vector<machine::StallAccount> stalls;
  std::vector<DrawPhase> phases;
  Cycles end;
  std::uint64_t l3_line = 64;  // bytes
};

/// @param facts  by number of the draw
FrameCourse course_of(const std::map<std::uint32_t, machine::DrawAccount>& draws,
                      const std::vector<machine::StallAccount>& stalls, const DrawPhases& phases,
                      const std::vector<DrawFacts>& facts, Cycles end);

}  // namespace texpipe::study
