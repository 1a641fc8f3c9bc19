#include "functional/frame/assembly/topology_shape.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/setup_commands.h"

namespace texpipe::functional {

using gen9::PrimitiveTopology;
namespace command = gen9::command;

namespace {

std::uint8_t choice(const PipelineState& state, gen9::FieldBits field, unsigned vertices) {
  return static_cast<std::uint8_t>(std::min<std::uint64_t>(state.value(field), vertices - 1));
}

}  // namespace

TopologyShape shape_of(PrimitiveTopology topology) {
  using enum PrimitiveTopology;
  using enum PrimitiveKind;
  switch (topology) {
    case kPointList:
    case kPointListBf:
      return {.kind = kPoint, .vertices = 1};
    case kLineList:
    case kLineStrip:
    case kLineLoop:
    case kLineStripCont:
    case kLineStripBf:
    case kLineStripContBf:
      return {.kind = kLine, .vertices = 2};
    case kLineListAdj:
    case kLineStripAdj:
      return {.kind = kLine, .vertices = 4, .adjacency = true};
    case kTriList:
    case kTriStrip:
    case kTriStripReverse:
    case kTriFan:
    case kTriFanNoStipple:
    case kQuadList:
    case kQuadStrip:
    case kPolygon:
      return {.kind = kTriangle, .vertices = 3};
    case kTriListAdj:
    case kTriStripAdj:
      return {.kind = kTriangle, .vertices = 6, .adjacency = true};
    case kRectList:
      return {.kind = kRectangle, .vertices = 3};
    default:
      break;
  }
  if (topology >= kPatchList1 && topology <= kPatchList32) {
    const int vertices = static_cast<int>(topology) - static_cast<int>(kPatchList1) + 1;
    return {.kind = kPoint, .vertices = static_cast<std::uint8_t>(vertices), .patch = true};
  }
  throw Error{ExitCode::kMalformedInput,
              "there is no primitive topology " + std::to_string(static_cast<unsigned>(topology))};
}

std::array<std::uint8_t, 3> drawn_vertices(const TopologyShape& shape) {
  if (!shape.adjacency) return {0, 1, 2};
  if (shape.kind == PrimitiveKind::kLine) return {1, 2, 2};
  return {0, 2, 4};
}

unsigned drawn_count(PrimitiveKind kind) {
  return kind == PrimitiveKind::kPoint ? 1 : kind == PrimitiveKind::kLine ? 2 : 3;
}

ProvokingVertices provoking_vertices(const PipelineState& state) {
  if (state.flag(command::kClip["Clip Enable"])) {
    return {.triangle = choice(state, command::kClip["Triangle Strip/List Provoking Vertex Select"], 3),
            .line = choice(state, command::kClip["Line Strip/List Provoking Vertex Select"], 2),
            .fan = choice(state, command::kClip["Triangle Fan Provoking Vertex Select"], 3)};
  }
  return {.triangle = choice(state, command::kSf["Triangle Strip/List Provoking Vertex Select"], 3),
          .line = choice(state, command::kSf["Line Strip/List Provoking Vertex Select"], 2),
          .fan = choice(state, command::kSf["Triangle Fan Provoking Vertex Select"], 3)};
}

}  // namespace texpipe::functional
