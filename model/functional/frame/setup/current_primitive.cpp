#include "functional/frame/setup/current_primitive.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kLayerWord = 1, kViewportWord = 2, kPointWidthWord = 3;  // of the vertex header

float real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

}  // namespace

void CurrentPrimitive::read(const PrimitiveRasterContext& context, const AssembledPrimitives& its_list,
                            const AssembledPrimitive& its) {
  list = &its_list;
  primitive = &its;
  const unsigned vertices = vertices_of(list->kind);
  for (unsigned i = 0; i < vertices; ++i) {
    entries[i] = list->urb->entry(primitive->vertices[i]);
    if (entries[i].size() <= kVertexPositionSlot)
      throw Error{ExitCode::kMalformedInput, "a primitive's vertex has the URB handle " +
                                                 std::to_string(primitive->vertices[i]) + ", which holds no vertex"};
    for (unsigned c = 0; c < 4; ++c) positions[i][c] = real(entries[i][kVertexPositionSlot][c]);
  }
  // Layer and viewport are the provoking vertex' (resolution R38).
  const UrbSlot& header = entries[std::min<unsigned>(primitive->provoking, vertices - 1)][kVertexHeaderSlot];
  const std::uint32_t asked = header[kViewportWord] <= context.clip.most_viewport ? header[kViewportWord] : 0;
  const std::uint32_t number = asked % kViewports;
  viewport = &context.viewports[number];
  state = context.raster.raster;
  state.viewport = intersection(viewport->pixels, context.bounds);
  back_face = list->back_facing;
  shaded = {.layer = context.clip.force_zero_layer ? 0 : header[kLayerWord],
            .viewport = static_cast<std::uint8_t>(number),
            .topology = list->topology,
            .back_face = back_face};
}

float CurrentPrimitive::clip_distance(unsigned vertex, unsigned n) const {
  const std::span<const UrbSlot> entry = entries[vertex];
  const unsigned slot = kVertexDistanceSlot + n / 4;
  return slot < entry.size() ? real(entry[slot][n % 4]) : 0.0f;
}

float CurrentPrimitive::point_width(const PrimitiveRasterContext& context, unsigned vertex) const {
  const float width = context.raster.point_width_of_state ? context.raster.point_width
                                                          : real(entries[vertex][kVertexHeaderSlot][kPointWidthWord]);
  const ClipState& clip = context.clip;
  return width > clip.least_point_width ? std::min(width, clip.most_point_width) : clip.least_point_width;
}

WindowPosition CurrentPrimitive::position(const PrimitiveRasterContext& context, const ClipVertex& vertex) const {
  const auto& [x, y, z, w] = vertex.position;
  const float scale = context.clip.perspective_divide ? 1.0f / w : 1.0f;
  return viewport->place(x * scale, y * scale, z * scale);
}

WindowCorner CurrentPrimitive::corner(const PrimitiveRasterContext& context, const ClipVertex& vertex,
                                      const ClippedPiece& piece) const {
  WindowCorner corner;
  if (context.clip.perspective_divide) corner.one_over_w = 1.0f / vertex.position[3];
  const float scale = corner.one_over_w;
  const WindowPosition at = position(context, vertex);
  corner.place = snap(at.x, at.y);
  corner.x = at.x;
  corner.y = at.y;
  corner.place.x += context.move.x;
  corner.place.y += context.move.y;
  corner.z = at.z;
  corner.b1 = vertex.weights[1];
  corner.b2 = vertex.weights[2];
  // A vertex' share on the screen is its share in clip space times its w over the corner's.
  const auto linear = [&](unsigned i) {
    return context.clip.perspective_divide ? vertex.weights[i] * positions[piece.vertices[i]][3] * scale
                                           : vertex.weights[i];
  };
  corner.linear1 = corner.b1 != 0 ? linear(1) : 0;
  corner.linear2 = corner.b2 != 0 ? linear(2) : 0;
  return corner;
}

}  // namespace texpipe::functional
