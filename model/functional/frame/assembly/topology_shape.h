// Shape of the primitives of each topology.
#pragma once

#include <array>
#include <cstdint>

#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_state.h"
#include "isa/gen9/primitive_topology.h"

namespace texpipe::functional {

/// Most vertices of a primitive: a patch's.
inline constexpr unsigned kMostPrimitiveVertices = 32;

/// Primitives of a topology as a shader sees them: with adjacent vertices, or patches.
struct TopologyShape {
  PrimitiveKind kind = PrimitiveKind::kTriangle;  // of what is drawn; of patches: points
  std::uint8_t vertices = 3;                      // of a primitive, with adjacent ones
  bool adjacency = false;
  bool patch = false;
};

/// Errors: kMalformedInput for a topology that does not exist.
TopologyShape shape_of(gen9::PrimitiveTopology topology);

/// Positions among a primitive's vertices of the one, two or three that are drawn.
std::array<std::uint8_t, 3> drawn_vertices(const TopologyShape& shape);
/// How many of these there are.
unsigned drawn_count(PrimitiveKind kind);

/// Which vertex of a primitive, counted in the order of the draw, gives attributes that are not interpolated:
/// 0 the first one.
struct ProvokingVertices {
  std::uint8_t triangle = 0;  // of lists, strips and rectangles
  std::uint8_t line = 0;
  std::uint8_t fan = 0;
};
/// Those of 3DSTATE_CLIP, or of 3DSTATE_SF when the clipper is off.
ProvokingVertices provoking_vertices(const PipelineState& state);

}  // namespace texpipe::functional
