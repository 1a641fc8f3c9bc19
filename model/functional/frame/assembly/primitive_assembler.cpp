#include "functional/frame/assembly/primitive_assembler.h"

#include <array>

namespace texpipe::functional {

using gen9::PrimitiveTopology;

namespace {

constexpr unsigned kFirstEdge = 1, kSecondEdge = 2, kThirdEdge = 4;  // bits of PrimitiveFacts::edges

unsigned edge(const AssemblyVertex* vertex, unsigned bit) {
  return vertex->edge ? bit : 0;
}

}  // namespace

PrimitiveAssembler::PrimitiveAssembler(PrimitiveTopology topology, const ProvokingVertices& provoking, StripOrder order)
    : topology_{topology}, shape_{shape_of(topology)}, provoking_{provoking}, order_{order} {}

void PrimitiveAssembler::begin_instance(std::uint32_t instance) {
  instance_ = instance;
  id_ = 0;
}

void PrimitiveAssembler::emit(PrimitiveList& list, Vertices vertices, unsigned provoking, unsigned edges) {
  for (const AssemblyVertex* vertex : vertices) list.vertices.push_back(vertex->number);
  list.facts.push_back({.id = id_,
                        .instance = instance_,
                        .provoking = static_cast<std::uint8_t>(provoking),
                        .edges = static_cast<std::uint8_t>(edges)});
}

void PrimitiveAssembler::keep_last(std::size_t vertices) {
  if (window_.size() > vertices) window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(vertices));
}

unsigned PrimitiveAssembler::provoking_of_list() const {
  switch (shape_.kind) {
    case PrimitiveKind::kPoint:
      return 0;
    case PrimitiveKind::kLine:
      return provoking_.line;
    default:
      return provoking_.triangle;
  }
}

void PrimitiveAssembler::add(const AssemblyVertex& vertex, PrimitiveList& list) {
  using enum PrimitiveTopology;
  if (count_++ == 0) first_ = vertex;
  window_.push_back(vertex);
  const std::size_t held = window_.size();
  switch (topology_) {
    case kLineStrip:
    case kLineStripCont:
    case kLineStripBf:
    case kLineStripContBf:
    case kLineLoop:
      if (held == 2) emit_line(list);
      return;
    case kLineStripAdj:
      if (held != 4) return;
      emit(list, {&window_[0], &window_[1], &window_[2], &window_[3]}, provoking_.line);
      list.facts.back().continues = count_ > 4;
      ++id_;
      return keep_last(3);
    case kTriStrip:
      if (held == 3) emit_strip_triangle(list, (count_ & 1u) == 0);
      return;
    case kTriStripReverse:
      if (held == 3) emit_strip_triangle(list, (count_ & 1u) != 0);
      return;
    case kTriFan:
    case kTriFanNoStipple:
      if (count_ >= 3) emit_fan_triangle(list);
      return keep_last(1);
    case kQuadList:
      if (held != 4) return;
      emit_quad(list, {&window_[3], &window_[0], &window_[1], &window_[2]});
      return window_.clear();
    case kQuadStrip:
      if (held != 4) return;
      emit_quad(list, {&window_[3], &window_[2], &window_[0], &window_[1]});
      return keep_last(2);
    case kPolygon:
      if (count_ >= 4) emit_polygon_triangle(list, false);
      return keep_last(2);
    case kTriStripAdj:
      if (count_ >= 8 && count_ % 2 == 0) emit_adjacent_triangle(list, false);
      return;
    default:
      if (held == shape_.vertices) emit_list(list, provoking_of_list());
      return;
  }
}

void PrimitiveAssembler::cut(PrimitiveList& list) {
  using enum PrimitiveTopology;
  if (topology_ == kLineLoop && count_ >= 2) {
    emit(list, {&window_.back(), &first_}, provoking_.line);
    list.facts.back().continues = true;
    ++id_;
  } else if (topology_ == kPolygon && count_ >= 3) {
    emit_polygon_triangle(list, true);
    ++id_;
  } else if (topology_ == kTriStripAdj && count_ >= 6) {
    if (count_ % 2 != 0) {  // half a triangle
      window_.pop_back();
      --count_;
    }
    emit_adjacent_triangle(list, true);
  }
  window_.clear();
  count_ = 0;
}

void PrimitiveAssembler::emit_list(PrimitiveList& list, unsigned provoking) {
  unsigned edges = 7;
  if (topology_ == PrimitiveTopology::kTriList)
    edges = edge(&window_[0], kFirstEdge) | edge(&window_[1], kSecondEdge) | edge(&window_[2], kThirdEdge);
  for (const AssemblyVertex& vertex : window_) list.vertices.push_back(vertex.number);
  emit(list, {}, provoking, edges);
  ++id_;
  window_.clear();
}

void PrimitiveAssembler::emit_line(PrimitiveList& list) {
  using enum PrimitiveTopology;
  emit(list, {&window_[0], &window_[1]}, provoking_.line);
  list.facts.back().continues = count_ > 2 || topology_ == kLineStripCont || topology_ == kLineStripContBf;
  ++id_;
  keep_last(1);
}

void PrimitiveAssembler::emit_strip_triangle(PrimitiveList& list, bool odd) {
  constexpr std::array<std::uint8_t, 3> kLeading{0, 2, 1}, kTrailing{1, 0, 2};  // places of the draw's order
  const AssemblyVertex *a = &window_[0], *b = &window_[1], *c = &window_[2];
  if (!odd) {
    emit(list, {a, b, c}, provoking_.triangle);
  } else if (order_ == StripOrder::kLeading) {
    emit(list, {a, c, b}, kLeading[provoking_.triangle]);
  } else {
    emit(list, {b, a, c}, kTrailing[provoking_.triangle]);
  }
  ++id_;
  keep_last(2);
}

void PrimitiveAssembler::emit_fan_triangle(PrimitiveList& list) {
  emit(list, {&first_, &window_[0], &window_[1]}, provoking_.fan);
  ++id_;
}

/// @param ring  corners in turn, from the provoking one on
void PrimitiveAssembler::emit_quad(PrimitiveList& list, Vertices ring) {
  const AssemblyVertex* const* corner = ring.begin();
  emit(list, {corner[0], corner[1], corner[2]}, 0, edge(corner[0], kFirstEdge) | edge(corner[1], kSecondEdge));
  emit(list, {corner[0], corner[2], corner[3]}, 0, edge(corner[2], kSecondEdge) | edge(corner[3], kThirdEdge));
  ++id_;
}

/// The triangle before the newest vertex, or, `last`, with it.
void PrimitiveAssembler::emit_polygon_triangle(PrimitiveList& list, bool last) {
  const AssemblyVertex *a = &window_[0], *b = &window_[1];
  const bool begins = count_ == (last ? 3 : 4);
  emit(list, {&first_, a, b}, 0,
       (begins ? edge(&first_, kFirstEdge) : 0) | edge(a, kSecondEdge) | (last ? edge(b, kThirdEdge) : 0));
}

/// Triangle i has the vertices 2i, 2i + 2, 2i + 4. Behind its edges stand 2i - 2 (at first 1), 2i + 3, and 2i + 6 (at
/// last 2i + 5).
void PrimitiveAssembler::emit_adjacent_triangle(PrimitiveList& list, bool last) {
  const std::uint64_t i = (count_ - (last ? 6 : 8)) / 2;
  const AssemblyVertex *a = &at(2 * i), *b = &at(2 * i + 2), *c = &at(2 * i + 4);
  const AssemblyVertex* before = &at(i == 0 ? 1 : 2 * i - 2);
  const AssemblyVertex* outer = &at(2 * i + 3);
  const AssemblyVertex* after = &at(last ? 2 * i + 5 : 2 * i + 6);
  constexpr std::array<std::uint8_t, 3> kLeading{0, 2, 1}, kTrailing{1, 0, 2};
  if (i % 2 == 0) {  // edges a b, b c, c a
    emit(list, {a, before, b, after, c, outer}, provoking_.triangle);
  } else if (order_ == StripOrder::kLeading) {  // a c, c b, b a
    emit(list, {a, outer, c, after, b, before}, kLeading[provoking_.triangle]);
  } else {  // b a, a c, c b
    emit(list, {b, before, a, outer, c, after}, kTrailing[provoking_.triangle]);
  }
  ++id_;
  keep_last(8);
}

}  // namespace texpipe::functional
