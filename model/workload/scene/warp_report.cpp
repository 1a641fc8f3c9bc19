#include "workload/scene/warp_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
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

/// Pixels that a warp shades, by lane: pixels, and their covered samples of the raster and of the target.
struct WarpPixels {
  unsigned lanes = 0;  // the others have no pixel
  std::array<std::int32_t, functional::kWarpLanes> x{};
  std::array<std::int32_t, functional::kWarpLanes> y{};
  LaneVector raster{};
  LaneVector target{};
};

WarpPixels pixels_of(const functional::SubspanFeed& feed, unsigned warp) {
  const functional::RasterScene& scene = feed.scene();
  WarpPixels pixels{.lanes = 4 * feed.subspans_of(warp)};
  for (unsigned lane = 0; lane < pixels.lanes; ++lane) {
    const unsigned pixel = lane % 4;
    const functional::SubspanInFlight subspan =
        feed.subspan(std::size_t{warp} * functional::kSubspansPerThread + lane / 4);
    const std::uint16_t covered = subspan.pixels[pixel].coverage;
    pixels.x[lane] = subspan.x + static_cast<std::int32_t>(pixel % 2);
    pixels.y[lane] = subspan.y + static_cast<std::int32_t>(pixel / 2);
    pixels.raster[lane] = covered;
    pixels.target[lane] = functional::target_coverage(covered, scene.state.pattern.count, scene.target_sample_count());
  }
  return pixels;
}

/// `x,y` of each lane, a row per two quads.
std::string pixel_rows(const WarpPixels& pixels) {
  std::string text;
  for (unsigned lane = 0; lane < pixels.lanes; ++lane) {
    if (lane % 8 == 0) text += fmt::format("{}  {:<5}", lane == 0 ? "" : "\n", lane == 0 ? "pixel" : "");
    text += fmt::format(" {:>8}", fmt::format("{},{}", pixels.x[lane], pixels.y[lane]));
  }
  return text + '\n';
}

/// 32 numbers; null for lanes without a pixel.
template <class Values>
Json lanes_json(const Values& values, unsigned lanes) {
  Json list = Json::array();
  for (unsigned lane = 0; lane < functional::kWarpLanes; ++lane)
    list.push_back(lane < lanes ? Json(values[lane]) : Json());
  return list;
}

bool is_target_independent(const functional::SubspanFeed* feed) {
  return feed != nullptr && feed->scene().target_sample_count() != feed->scene().state.pattern.count;
}

std::string one_warp(unsigned index, const WarpState& warp, const WrittenRegisters& written, const WarpPixels* pixels) {
  std::string text = fmt::format("warp {}  active {:08x}  texture hash {}\n", index, warp.active, warp.hash.value());
  if (pixels != nullptr) text += pixel_rows(*pixels);
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
  const WrittenRegisters written = written_registers(warps.code().instructions);
  const unsigned shown = std::min(warps.groups(), most);
  std::string text;
  for (unsigned i = 0; i < shown; ++i) {
    const auto pixels = feed != nullptr ? std::optional{pixels_of(*feed, i)} : std::nullopt;
    text += one_warp(i, warps.warp(i), written, pixels ? &*pixels : nullptr);
    if (is_target_independent(feed)) text += lanes_text("target", pixels->target);
  }
  if (shown < warps.groups()) text += fmt::format("and {} warps more\n", warps.groups() - shown);
  return text;
}

Json warp_json(const functional::SpaWarps& warps, const functional::SubspanFeed* feed, unsigned most) {
  const WrittenRegisters written = written_registers(warps.code().instructions);
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
    const WarpPixels pixels = pixels_of(*feed, i);
    list.back()["x"] = lanes_json(pixels.x, pixels.lanes);
    list.back()["y"] = lanes_json(pixels.y, pixels.lanes);
    list.back()["coverage"] = pixels.raster;
    list.back()["target_coverage"] = pixels.target;
  }
  return list;
}

}  // namespace texpipe::study
