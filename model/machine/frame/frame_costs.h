// Time that a step of a frame takes in the fixed functions, as if all lines were there.
#pragma once

#include <algorithm>

#include "functional/frame/work/frame_work.h"
#include "machine/frame/pipeline_parameters.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

inline Subcycles command_cost(const CommandStreamerParameters& parameters, const functional::FrameStep& step) {
  if (step.kind != functional::FrameStepKind::kCommands) return {};
  return work_at_rate(step.amount, parameters.dwords_per_cycle);
}

/// A thread's vertices: indices and vertices are fetched side by side.
inline Subcycles vertex_cost(const VertexFetchParameters& parameters, const functional::FrameStep& step) {
  return std::max(work_at_rate(step.amount, parameters.indices_per_cycle),
                  work_at_rate(step.vertices, parameters.vertices_per_cycle));
}

/// Primitives at a rate, of which some are culled.
inline Subcycles primitive_cost(const GeometryParameters& parameters, std::uint32_t count, std::uint32_t culled,
                                Fraction rate) {
  const Fraction speed = parameters.culled_per_drawn;
  if (speed == 1) return work_at_rate(count, rate);
  const Subcycles as_drawn = work_at_rate(std::uint64_t{culled} * speed.denominator(), rate);
  return work_at_rate(count - culled, rate) + Subcycles{(as_drawn.value() + speed.numerator() - 1) / speed.numerator()};
}

/// Primitives in clip and set-up, or points of the tessellator. Those of a step have one topology, but for steps over
/// the end of a draw.
inline Subcycles geometry_cost(const GeometryParameters& parameters, const functional::FrameStep& step) {
  const functional::PrimitiveWork& work = step.primitives;
  const std::uint32_t culled_lists = std::min(work.culled, work.lists);
  const std::uint32_t culled_strips = std::min(work.culled - culled_lists, work.strips);
  Subcycles cost = primitive_cost(parameters, work.strips, culled_strips, parameters.strip_primitives_per_cycle) +
                   primitive_cost(parameters, work.lists, culled_lists, parameters.list_primitives_per_cycle) +
                   subcycles(Cycles{std::uint64_t{work.clipped} * parameters.clip_cycles +
                                    std::uint64_t{work.clip_vertices} * parameters.clip_vertex_cycles});
  if (step.kind == functional::FrameStepKind::kThreads)
    cost = cost + work_at_rate(step.amount, parameters.tessellator_points_per_cycle);
  return cost;
}

inline bool is_full(const functional::TileWork& tile) {
  return tile.pixels == 16 * 16;
}

/// A tile; of one that is not full, whole subspans and touched blocks count.
inline Subcycles raster_cost(const RasterizerParameters& parameters, const functional::TileWork& tile) {
  if (is_full(tile)) return work_at_rate(tile.pixels, parameters.full_pixels_per_cycle);
  return std::max(work_at_rate(4ull * tile.subspans, parameters.partial_pixels_per_cycle),
                  work_at_rate(tile.blocks, parameters.blocks_per_cycle));
}

inline Subcycles hiz_cost(const HizParameters& parameters, const functional::FrameStep& step) {
  if (step.kind == functional::FrameStepKind::kDepthClear || step.kind == functional::FrameStepKind::kDepthResolve)
    return work_at_rate(step.amount, parameters.blocks_per_cycle);
  return step.tile.hierarchical ? work_at_rate(step.tile.blocks, parameters.blocks_per_cycle) : Subcycles{};
}

inline Subcycles depth_cost(const DepthParameters& parameters, const functional::TileWork& tile) {
  return work_at_rate(tile.tested_pixels, parameters.pixels_per_cycle);
}

/// A fast clear or a resolve: its scaled pixels are written, and 16 bytes of the auxiliary surface for each.
inline Subcycles clear_cost(const PixelBackendParameters& parameters, const functional::FrameStep& step) {
  constexpr std::uint64_t kAuxiliaryBytes = 16;
  return std::max(work_at_rate(step.amount, parameters.pixels_per_cycle),
                  work_at_rate(kAuxiliaryBytes * step.amount, parameters.clear_bytes_per_cycle));
}

/// A render target write: what blending reads and what is written pass side by side. Colours count: pixels, and of
/// several samples those that the target tells apart.
inline Subcycles target_cost(const PixelBackendParameters& parameters, const functional::TargetWork& work) {
  const std::uint64_t bytes = std::uint64_t{work.colors} * work.bytes;
  const Subcycles written = std::max(work_at_rate(work.colors, parameters.pixels_per_cycle),
                                     work_at_rate(bytes, parameters.write_bytes_per_cycle));
  return work.reads ? std::max(written, work_at_rate(bytes, parameters.read_bytes_per_cycle)) : written;
}

}  // namespace texpipe::machine
