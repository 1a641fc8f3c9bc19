#include "workload/pixel_shader/shader_quad.h"

#include <bit>

#include "isa/gen9/primitive_topology.h"

namespace texpipe::study {

namespace {

constexpr unsigned kVertices = 4;
constexpr unsigned kLocations = 5;

/// Outputs of the vertex shader of every draw, of one vertex.
struct QuadVertex {
  std::array<float, 4> position;
  std::array<float, 3> direction;  // location 1
  std::array<float, 4> tint;       // location 2
};
constexpr std::array<QuadVertex, kVertices> kQuad{{
    {{-0.95f, -0.92f, 0.10f, 1.0f}, {-1.0f, -0.7f, 0.6f}, {1.0f, 0.2f, 0.1f, 1.0f}},
    {{1.35f, -1.41f, 0.60f, 1.5f}, {0.9f, -0.8f, 0.5f}, {0.1f, 0.9f, 0.3f, 0.7f}},
    {{-1.80f, 1.90f, 1.40f, 2.0f}, {-0.6f, 1.0f, -0.9f}, {0.2f, 0.3f, 1.0f, 0.4f}},
    {{1.15f, 1.10f, 0.30f, 1.25f}, {1.1f, 0.7f, 0.4f}, {0.9f, 0.8f, 0.2f, 0.1f}},
}};
constexpr std::uint32_t kFirstMaterial = 3;
constexpr float kScreenScale = 8;

functional::UrbSlot slot(float x, float y, float z, float w) {
  return {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y), std::bit_cast<std::uint32_t>(z),
          std::bit_cast<std::uint32_t>(w)};
}

}  // namespace

const std::array<float, 4>& quad_position(unsigned vertex) {
  return kQuad[vertex].position;
}

functional::AssembledPrimitives assemble_quad(functional::Urb& urb) {
  const std::uint32_t first = urb.allocate(kVertices, functional::kVertexOutputSlot + kLocations);
  for (std::uint32_t i = 0; i < kVertices; ++i) {
    const std::span<functional::UrbSlot> entry = urb.entry(first + i);
    const QuadVertex& vertex = kQuad[i];
    const auto column = static_cast<float>(i & 1), row = static_cast<float>(i >> 1);
    entry[functional::kVertexPositionSlot] =
        slot(vertex.position[0], vertex.position[1], vertex.position[2], vertex.position[3]);
    const std::span<functional::UrbSlot> outputs = entry.subspan(functional::kVertexOutputSlot);
    outputs[0] = slot(column * 1.6f - 0.2f, row * 1.3f - 0.1f, 0, 0);
    outputs[1] = slot(vertex.direction[0], vertex.direction[1], vertex.direction[2], 0);
    outputs[2] = slot(vertex.tint[0], vertex.tint[1], vertex.tint[2], vertex.tint[3]);
    outputs[3] = {i + kFirstMaterial, 0, 0, 0};
    outputs[4] = slot(column * kScreenScale, row * kScreenScale, 0, 0);
  }
  functional::AssembledPrimitives quad;
  quad.topology = static_cast<std::uint8_t>(gen9::PrimitiveTopology::kTriStrip);
  quad.urb = &urb;
  // The second triangle of a strip is turned to the first one's winding; its provoking vertex stays the first.
  quad.primitives.push_back({.vertices = {first, first + 1, first + 2}, .provoking = 0, .id = 0});
  quad.primitives.push_back({.vertices = {first + 1, first + 3, first + 2}, .provoking = 0, .id = 1});
  return quad;
}

}  // namespace texpipe::study
