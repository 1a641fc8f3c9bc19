#include "analysis/verify/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/verify/suspect_changes.h"

namespace texpipe::study {

namespace {

using functional::PixelSetup;
using functional::TextureBinding;

bool fits(const GoldenCase& golden, const CaseIntervals& intervals, std::size_t row, const Rgba& rgba) {
  return std::all_of(golden.check_columns.begin(), golden.check_columns.end(), [&](unsigned column) {
    // The probe computes in double precision, and the sampler rounds once.
    return intervals.at(row, column).holds(rgba[column]) ||
           intervals.at(row, column).holds(static_cast<float>(rgba[column]));
  });
}

// The texel of the same level nearest to the one that was read that the result allows, for results of one texel.
std::optional<Suspect> find_texel(const GoldenCase& golden, const CaseIntervals& intervals, const FailingRow& failing) {
  const std::vector<ProbedTexel> used = failing.probe.texels();
  if (failing.probe.gathers() || used.size() != 1 || used[0].border) return std::nullopt;
  const ProbedTexel& read = used[0];
  const TextureBinding& binding = failing.probe.binding();
  const functional::LevelSize& size = binding.surface.size[read.level];
  constexpr std::uint64_t kTexels = 1u << 16;
  if (std::uint64_t{size.width} * size.height > kTexels) return std::nullopt;
  std::optional<functional::TexelPlace> best;
  const auto distance = [&](const functional::TexelPlace& place) {
    return std::abs(std::int64_t{place.x} - read.place.x) + std::abs(std::int64_t{place.y} - read.place.y);
  };
  for (std::uint32_t y = 0; y < size.height; ++y) {
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const functional::TexelPlace place{x, y, read.place.slice, 0};
      if (best && distance(place) >= distance(*best)) continue;
      const Rgba rgba = failing.probe.selected(failing.probe.texel_value(read.level, place));
      if (fits(golden, intervals, failing.row, rgba)) best = place;
    }
  }
  if (!best) return std::nullopt;
  return Suspect{"C5, C7, section 2",
                 fmt::format("texel ({}, {}) in place of ({}, {}) of level {}", best->x, best->y, read.place.x,
                             read.place.y, read.level),
                 1};
}

// The levels of detail next to the one that was used that the result allows.
std::optional<Suspect> find_level(const GoldenCase& golden, const CaseIntervals& intervals, const FailingRow& failing) {
  const RowProbe& probe = failing.probe;
  const TextureBinding& binding = probe.binding();
  if (probe.loads() || probe.gathers() || !probe.pixel().active) return std::nullopt;
  const functional::Lod used = probe.pixel().levels.clamped;
  const bool blends = binding.sampler.lod.mip_filter == gen9::MipFilter::kLinear;
  const auto allowed = [&](functional::Lod lod) {
    PixelSetup pixel = probe.pixel();
    return move_to_level(pixel, binding, lod) && fits(golden, intervals, failing.row, probe.result(binding, pixel));
  };
  const functional::Lod last = binding.surface.last_level * functional::kOneLevel;
  const functional::Lod step = blends ? 1 : functional::kOneLevel;
  for (functional::Lod away = step; away <= last; away += step) {
    for (const functional::Lod direction : {-1, 1}) {
      functional::Lod nearest = used + direction * away;
      if (!allowed(nearest)) continue;
      functional::Lod farthest = nearest;
      while (allowed(farthest + direction * step)) farthest += direction * step;
      if (farthest < nearest) std::swap(nearest, farthest);
      const std::string range =
          nearest == farthest ? fmt::format("{}/256", nearest) : fmt::format("{}/256 to {}/256", nearest, farthest);
      return Suspect{"L3, L6, L9, L10", fmt::format("level of detail {} in place of {}/256", range, used), 1};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Suspect> find_suspects(const GoldenCase& golden, const CaseIntervals& intervals,
                                   const std::vector<FailingRow>& failing) {
  std::vector<Suspect> suspects;
  if (failing.empty()) return suspects;
  for (const Change& change : possible_changes(golden, failing.front().probe)) {
    Suspect suspect{change.rule, change.text, 0};
    for (const FailingRow& row : failing) {
      const std::optional<Rgba> rgba = change.value(row.probe);
      const bool explains = rgba && fits(golden, intervals, row.row, *rgba);
      suspect.rows += explains;
      if (&row == &failing.front() && !explains) break;  // it has to explain the row that is shown
    }
    if (suspect.rows != 0) suspects.push_back(suspect);
  }
  if (const auto texel = find_texel(golden, intervals, failing.front())) suspects.push_back(*texel);
  if (suspects.empty()) {
    if (const auto level = find_level(golden, intervals, failing.front())) suspects.push_back(*level);
  }
  std::stable_sort(suspects.begin(), suspects.end(),
                   [](const Suspect& a, const Suspect& b) { return a.rows > b.rows; });
  // One that explains fewer rows than another explains nothing.
  std::erase_if(suspects, [most = suspects.empty() ? 0 : suspects.front().rows](const Suspect& suspect) {
    return suspect.rows < most;
  });
  constexpr std::size_t kMost = 3;
  if (suspects.size() > kMost) suspects.resize(kMost);
  return suspects;
}

}  // namespace texpipe::study
