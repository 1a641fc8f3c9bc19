// Primitive assembly: vertices in the order of a draw to points, lines, triangles, rectangles and patches.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "functional/frame/assembly/topology_shape.h"
#include "functional/frame/indices/index_stream.h"

namespace texpipe::functional {

/// Facts of a primitive beside its vertices.
struct PrimitiveFacts {
  std::uint32_t id = 0;  // in its instance
  std::uint32_t instance = 0;
  std::uint8_t provoking = 0;  // of the vertices that are drawn
  std::uint8_t edges = 7;      // AssembledPrimitive::edges
  bool continues = false;      // AssembledPrimitive::continues
};

/// Primitives with equally many vertices each.
struct PrimitiveList {
  TopologyShape shape;
  std::vector<std::uint32_t> vertices;  // shape.vertices for each primitive
  std::vector<PrimitiveFacts> facts;

  std::span<const std::uint32_t> vertices_of(std::size_t primitive) const {
    return std::span{vertices}.subspan(primitive * shape.vertices, shape.vertices);
  }
  void clear() {
    vertices.clear();
    facts.clear();
  }
};

/// A vertex to assemble.
struct AssemblyVertex {
  std::uint32_t number = 0;  // what `PrimitiveList::vertices` gets
  bool edge = true;          // the edge from it to the next vertex is drawn
  FetchedVertex fetched{};   // for those who have to fetch it again
};

/// Order of the vertices of a strip's odd triangles, both with the winding of even ones: the first one of the draw's
/// order leads, or the last one trails.
enum class StripOrder : std::uint8_t { kLeading, kTrailing };

/// Assembles one instance's strips and lists after the other's. Vertices of a primitive keep their order in the draw,
/// but of odd strip triangles, whose winding would turn over. A fan's triangle begins with the hub. Quads and polygons
/// become triangles around the vertex that gives their flat attributes, a quad's last or a polygon's first, whatever
/// the select says (resolution R51); edges inside of them are not drawn. Numbers count as resolution R50 has them.
class PrimitiveAssembler {
 public:
  PrimitiveAssembler(gen9::PrimitiveTopology topology, const ProvokingVertices& provoking, StripOrder order);

  /// Id of the next primitive: the first one that a vertex to come takes part in.
  std::uint32_t next_id() const { return id_; }

  void add(const AssemblyVertex& vertex, PrimitiveList& list);
  /// Ends a strip, loop or polygon; vertices of an incomplete primitive are lost.
  void cut(PrimitiveList& list);
  /// Primitives that follow belong to another instance, and their ids begin anew. After `cut`.
  void begin_instance(std::uint32_t instance);

  /// Vertices that primitives to come still need; their numbers may be replaced.
  template <class F>
  void renumber(F&& number_of) {
    if (count_ != 0 && needs_first()) first_.number = number_of(first_.fetched);
    for (AssemblyVertex& vertex : window_) vertex.number = number_of(vertex.fetched);
  }

 private:
  /// Every primitive to come, or the last one, has the first vertex.
  bool needs_first() const {
    using enum gen9::PrimitiveTopology;
    return topology_ == kTriFan || topology_ == kTriFanNoStipple || topology_ == kPolygon || topology_ == kLineLoop;
  }

  using Vertices = std::initializer_list<const AssemblyVertex*>;

  void emit(PrimitiveList& list, Vertices vertices, unsigned provoking, unsigned edges = 7);
  void emit_list(PrimitiveList& list, unsigned provoking);
  void emit_line(PrimitiveList& list);
  void emit_strip_triangle(PrimitiveList& list, bool odd);
  void emit_fan_triangle(PrimitiveList& list);
  void emit_quad(PrimitiveList& list, Vertices ring);
  void emit_polygon_triangle(PrimitiveList& list, bool last);
  void emit_adjacent_triangle(PrimitiveList& list, bool last);
  unsigned provoking_of_list() const;
  /// Vertex at a position of the strip.
  const AssemblyVertex& at(std::uint64_t position) const { return window_[position - (count_ - window_.size())]; }
  void keep_last(std::size_t vertices);

  gen9::PrimitiveTopology topology_;
  TopologyShape shape_;
  ProvokingVertices provoking_;
  StripOrder order_;
  std::uint64_t count_ = 0;             // vertices since the last cut
  AssemblyVertex first_;                // of them
  std::vector<AssemblyVertex> window_;  // the last ones of them
  std::uint32_t id_ = 0;
  std::uint32_t instance_ = 0;
};

}  // namespace texpipe::functional
