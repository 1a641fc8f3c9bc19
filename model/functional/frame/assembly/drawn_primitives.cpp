#include "functional/frame/assembly/drawn_primitives.h"

#include <array>
#include <span>

namespace texpipe::functional {

void draw_primitives(const PrimitiveList& list, std::uint32_t first_handle, AssembledPrimitives& drawn) {
  drawn.kind = list.shape.kind;
  if (list.shape.patch) return;
  const std::array<std::uint8_t, 3> places = drawn_vertices(list.shape);
  const unsigned count = drawn_count(list.shape.kind);
  drawn.primitives.reserve(drawn.primitives.size() + list.facts.size());
  for (std::size_t i = 0; i < list.facts.size(); ++i) {
    const std::span<const std::uint32_t> vertices = list.vertices_of(i);
    const PrimitiveFacts& facts = list.facts[i];
    AssembledPrimitive& primitive = drawn.primitives.emplace_back();
    for (unsigned v = 0; v < count; ++v) primitive.vertices[v] = first_handle + vertices[places[v]];
    primitive.provoking = facts.provoking;
    primitive.edges = facts.edges;
    primitive.continues = facts.continues;
    primitive.id = facts.id;
    primitive.instance = facts.instance;
  }
}

}  // namespace texpipe::functional
