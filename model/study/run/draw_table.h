// Table of a timed frame's draws: when each passed through the pipeline, its work, and what limited it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "machine/frame/draw_accounts.h"

namespace texpipe::study {

inline constexpr const char* kDrawTableName = "draws.csv";

/// The unit that was busy for the largest part of a draw's cycles, if that is at least half of them; else `threads`:
/// execution units, their samplers and data ports, or latency.
std::string limit_of_draw(const machine::DrawAccount& draw);

/// CSV: a row for each draw, by number.
std::string draw_table(const std::map<std::uint32_t, machine::DrawAccount>& draws);

}  // namespace texpipe::study
