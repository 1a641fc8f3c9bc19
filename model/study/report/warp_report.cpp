#include "study/report/warp_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "functional/rasterization/target_coverage.h"

namespace texpipe::study {

namespace {

using functional::LaneVector;
using functional::WarpState;
using Json = nlohmann::ordered_json;

std::string lanes_text(std::string_view name, const LaneVector& lanes) {
  const bool equal = std::all_of(lanes.begin(), lanes.end(), [&](std::uint32_t v) { return v == lanes[0]; });
  if (equal) return fmt::format("  {:<5} {:08x}  (every lane)\n", name, lanes[0]);
  std::string text;
  for (unsigned row = 0; row < functional::kWarpLanes; row += 8) {
    text += fmt::format("  {:<5}", row == 0 ? name : "");
    for (unsigned lane = row; lane < row + 8; ++lane) text += fmt::format(" {:08x}", lanes[lane]);
    text += '\n';
  }
  return text;
}

/// Covered samples of a warp's pixels, of the raster and of the target.
struct WarpCoverage {
  LaneVector raster{};
  LaneVector target{};
};

WarpCoverage coverage_of(const functional::SubspanFeed& feed, unsigned warp) {
  WarpCoverage coverage;
  const functional::RasterScene& scene = feed.scene();
  for (unsigned i = 0; i < feed.subspans_of(warp); ++i) {
    const functional::SubspanInFlight subspan = feed.subspan(std::size_t{warp} * functional::kSubspansPerThread + i);
    for (unsigned pixel = 0; pixel < 4; ++pixel) {
      const std::uint16_t covered = subspan.pixels[pixel].coverage;
      coverage.raster[4 * i + pixel] = covered;
      coverage.target[4 * i + pixel] =
          functional::target_coverage(covered, scene.state.pattern.count, scene.target_sample_count());
    }
  }
  return coverage;
}

bool is_target_independent(const functional::SubspanFeed* feed) {
  return feed != nullptr && feed->scene().target_sample_count() != feed->scene().state.pattern.count;
}

std::string one_warp(unsigned index, const WarpState& warp, const WrittenRegisters& written) {
  std::string text = fmt::format("warp {}  active {:08x}  texture hash {}\n", index, warp.active, warp.hash.value());
  for (const std::uint8_t r : written.registers) text += lanes_text(fmt::format("R{}", r), warp.registers[r]);
  for (const std::uint8_t p : written.predicates)
    text += fmt::format("  {:<5} {:08x}  (lane mask)\n", fmt::format("P{}", p), warp.predicates[p]);
  if (warp.offset_warnings != 0)
    text += fmt::format("  {} lanes of PIXLD.OFFSET read 0: out of range, deprecated or programmed positions\n",
                        warp.offset_warnings);
  return text;
}

}  // namespace

WrittenRegisters written_registers(const std::vector<spa::PlacedInstruction>& program) {
  std::set<std::uint8_t> registers, predicates;
  for (const spa::PlacedInstruction& placed : program) {
    if (const auto* txq = std::get_if<spa::Txq>(&placed.instruction)) {
      for (unsigned i = 0; i < spa::result_count(*txq) && !txq->destination.is_zero(); ++i)
        registers.insert(static_cast<std::uint8_t>(txq->destination.number + i));
      continue;
    }
    const auto& pixld = std::get<spa::Pixld>(placed.instruction);
    if (!pixld.destination.is_zero()) registers.insert(pixld.destination.number);
    if (pixld.predicate && !pixld.predicate->is_true() && spa::writes_predicate(pixld.mode))
      predicates.insert(pixld.predicate->number);
  }
  return {{registers.begin(), registers.end()}, {predicates.begin(), predicates.end()}};
}

std::string warp_text(const functional::SpaWarps& warps, const functional::SubspanFeed* feed, unsigned most) {
  const WrittenRegisters written = written_registers(warps.program());
  const unsigned shown = std::min(warps.groups(), most);
  std::string text;
  for (unsigned i = 0; i < shown; ++i) {
    text += one_warp(i, warps.warp(i), written);
    if (is_target_independent(feed)) text += lanes_text("target", coverage_of(*feed, i).target);
  }
  if (shown < warps.groups()) text += fmt::format("and {} warps more\n", warps.groups() - shown);
  return text;
}

Json warp_json(const functional::SpaWarps& warps, const functional::SubspanFeed* feed, unsigned most) {
  const WrittenRegisters written = written_registers(warps.program());
  Json list = Json::array();
  for (unsigned i = 0; i < std::min(warps.groups(), most); ++i) {
    const WarpState& warp = warps.warp(i);
    Json registers = Json::object(), predicates = Json::object();
    for (const std::uint8_t r : written.registers) registers[fmt::format("R{}", r)] = warp.registers[r];
    for (const std::uint8_t p : written.predicates) predicates[fmt::format("P{}", p)] = warp.predicates[p];
    list.push_back({{"active", warp.active},
                    {"registers", registers},
                    {"predicates", predicates},
                    {"texture_hashes", warp.used_hashes},
                    {"offset_warnings", warp.offset_warnings}});
    if (feed == nullptr) continue;
    const WarpCoverage coverage = coverage_of(*feed, i);
    list.back()["coverage"] = coverage.raster;
    list.back()["target_coverage"] = coverage.target;
  }
  return list;
}

}  // namespace texpipe::study
