#include "study/run/draw_table.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace texpipe::study {

namespace {

constexpr std::array<const char*, machine::kFrameUnits> kUnits{
    "command_streamer", "vertex_fetch", "geometry", "rasterizer", "hiz", "depth", "opening", "pixel_backend"};
constexpr std::array<const char*, functional::kFrameCaches> kCaches{"vertex", "hiz", "depth", "stencil", "color"};

std::uint64_t cycles_of(const machine::DrawAccount& draw) {
  return draw.last < draw.first ? 0 : (draw.last - draw.first).value();
}

}  // namespace

std::string limit_of_draw(const machine::DrawAccount& draw) {
  unsigned most = 0;
  for (unsigned unit = 1; unit < machine::kFrameUnits; ++unit)
    if (draw.busy[unit] > draw.busy[most]) most = unit;
  return 2 * machine::cycles_touched(draw.busy[most]).value() >= cycles_of(draw) ? kUnits[most] : "threads";
}

std::string draw_table(const std::map<std::uint32_t, machine::DrawAccount>& draws) {
  std::string text =
      "draw,first_cycle,last_cycle,cycles,limited_by,vertices,primitives,tiles,subspans,covered_pixels,passed_pixels,"
      "threads,written_pixels";
  for (const char* cache : kCaches) text += fmt::format(",{}_lines", cache);
  for (const char* unit : kUnits) text += fmt::format(",{}_busy", unit);
  text += '\n';
  for (const auto& [number, draw] : draws) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{}", number, draw.first.value(),
                   draw.last.value(), cycles_of(draw), limit_of_draw(draw), draw.vertices, draw.primitives, draw.tiles,
                   draw.subspans, draw.pixels, draw.passed_pixels, draw.threads, draw.written_pixels);
    for (const std::uint64_t lines : draw.lines) text += fmt::format(",{}", lines);
    for (const machine::Subcycles busy : draw.busy) text += fmt::format(",{}", machine::cycles_touched(busy).value());
    text += '\n';
  }
  return text;
}

}  // namespace texpipe::study
