// Work of a step in each of the fixed functions' units: time, lines, counts.
#include <array>
#include <string>

#include "machine/frame/frame_costs.h"
#include "machine/frame/frame_pipeline.h"

namespace texpipe::machine {

using functional::FrameCache;
using functional::FrameLine;
using functional::FrameStep;
using functional::FrameStepKind;

namespace {

/// Whether a unit looks at lines of a cache.
constexpr bool uses(unsigned unit, FrameCache cache) {
  switch (cache) {
    case FrameCache::kVertex:
      return unit == number_of(FrameUnit::kVertexFetch);
    case FrameCache::kHiz:
      return unit == number_of(FrameUnit::kHiz);
    case FrameCache::kDepth:
    case FrameCache::kStencil:
      return unit == number_of(FrameUnit::kDepth);
    case FrameCache::kColor:
    case FrameCache::kMcs:
      return unit == number_of(FrameUnit::kRasterizer);  // of clears and resolves
    default:
      return false;
  }
}

/// Unit that writes what says which lines of a cache are clear.
constexpr unsigned clearing_unit(FrameCache cache) {
  return number_of(cache == FrameCache::kDepth ? FrameUnit::kHiz : FrameUnit::kRasterizer);
}

}  // namespace

std::size_t FramePipeline::steps() const {
  std::size_t steps = 0;
  for (const Unit& unit : units_) steps += unit.jobs.size();
  return steps;
}

std::string FramePipeline::describe() const {
  constexpr std::array<const char*, kUnits> kNames{
      "command streamer", "vertex fetch", "geometry", "rasterizer", "hiz", "depth", "opening"};
  std::string text = "draw " + std::to_string(draw_);
  for (unsigned unit = 0; unit < kUnits; ++unit) {
    if (units_[unit].jobs.empty()) continue;
    const Job& job = units_[unit].jobs.front();
    text += std::string{"; "} + kNames[unit] + ": " + std::to_string(units_[unit].jobs.size()) + " steps, the first " +
            (job.waits != 0                            ? "waits for " + std::to_string(job.waits) + " lines"
             : job.step->kind == FrameStepKind::kStall ? std::string{"stalls"}
             : unit + 1 == kUnits                      ? "lets " + std::to_string(job.to_open) + " threads start"
                                                       : std::string{"waits for what follows"});
  }
  return text;
}

Subcycles FramePipeline::cost(unsigned unit, const FrameStep& step) const {
  switch (static_cast<FrameUnit>(unit)) {
    case FrameUnit::kCommandStreamer:
      return command_cost(parameters_.command_streamer, step);
    case FrameUnit::kVertexFetch:
      return vertex_cost(parameters_.vertex_fetch, step);
    case FrameUnit::kGeometry:
      return geometry_cost(parameters_.geometry, step);
    case FrameUnit::kRasterizer:
      return step.kind == FrameStepKind::kClear ? clear_cost(parameters_.pixel_backend, step)
                                                : raster_cost(parameters_.rasterizer, step.tile);
    case FrameUnit::kHiz:
      return hiz_cost(parameters_.hiz, step);
    case FrameUnit::kDepth:
      return depth_cost(parameters_.depth, step.tile);
    default:
      return {};
  }
}

/// Asks for the lines of a step that a unit reads.
void FramePipeline::ask(unsigned unit, Job& job, std::uint64_t number) {
  const FrameStep& step = *job.step;
  for (std::uint32_t i = 0; i < step.lines; ++i) {
    const FrameLine& line = job.chunk->lines[step.first_line + i];
    if (!uses(unit, line.cache) || line.clears || (line.if_clear && !cleared_.holds(line.address))) continue;
    ++accounts_.of(step.draw, Cycles{}).lines[static_cast<unsigned>(line.cache)];
    if (!line.read) continue;
    if (cleared_.spares(line)) {
      statistics_.spare(line.cache);
      continue;
    }
    ++job.waits;
    host_.ask(line.cache, line.address, compressed_.bytes(line), false, number << kUnitBits | unit);
  }
}

void FramePipeline::write(unsigned unit, const Job& job) {
  const FrameStep& step = *job.step;
  for (std::uint32_t i = 0; i < step.lines; ++i) {
    const FrameLine& line = job.chunk->lines[step.first_line + i];
    if (line.clears && unit == clearing_unit(line.cache)) cleared_.add(line);
    if (!line.write || !uses(unit, line.cache)) continue;
    const bool was_clear = cleared_.remove(line);
    if (line.if_clear && !was_clear) continue;
    ++writes_out_;
    host_.ask(line.cache, line.address, ByteSize{functional::kFrameLine}, true, kWrite);
  }
}

void FramePipeline::count(unsigned unit, const FrameStep& step, DrawAccount& account) {
  const functional::TileWork& tile = step.tile;
  switch (static_cast<FrameUnit>(unit)) {
    case FrameUnit::kCommandStreamer:
      if (step.kind == FrameStepKind::kCommands) statistics_.dwords.add(step.amount);
      return;
    case FrameUnit::kVertexFetch:
      statistics_.indices.add(step.amount);
      statistics_.vertices.add(step.vertices);
      account.vertices += step.vertices;
      return;
    case FrameUnit::kGeometry:
      if (step.kind == FrameStepKind::kThreads) statistics_.points.add(step.amount);
      statistics_.primitives.add(step.primitives.strips + step.primitives.lists);
      statistics_.culled.add(step.primitives.culled);
      statistics_.clipped.add(step.primitives.clipped);
      account.primitives += step.primitives.strips + step.primitives.lists;
      return;
    case FrameUnit::kRasterizer:
      if (step.kind != FrameStepKind::kTile) return;
      statistics_.tiles.add();
      statistics_.full_tiles.add(is_full(tile) ? 1 : 0);
      statistics_.subspans.add(tile.subspans);
      statistics_.pixels.add(tile.pixels);
      ++account.tiles;
      account.subspans += tile.subspans;
      account.pixels += tile.pixels;
      return;
    case FrameUnit::kHiz:
      if (!tile.hierarchical) return;
      statistics_.blocks.add(tile.blocks);
      statistics_.rejected_blocks.add(tile.blocks - tile.passed_blocks);
      return;
    case FrameUnit::kDepth:
      statistics_.tested_pixels.add(tile.tested_pixels);
      statistics_.passed_pixels.add(tile.passed_pixels);
      account.passed_pixels += tile.passed_pixels;
      return;
    default:
      return;
  }
}

}  // namespace texpipe::machine
