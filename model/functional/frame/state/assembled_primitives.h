// Primitives of a draw as they leave the geometry stages: vertices in the URB, and which of them form each primitive.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/message/urb.h"

namespace texpipe::functional {

enum class PrimitiveKind : std::uint8_t { kPoint, kLine, kTriangle, kRectangle };

/// A point, line, triangle, or rectangle of three corners. Vertices stand in the order in which orientation and
/// attributes see them: of a strip's odd triangles the order is such that the winding is that of even ones, and
/// `provoking` says which of them gives flat attributes.
struct AssembledPrimitive {
  std::array<std::uint32_t, 3> vertices{};  // handles of URB entries
  std::uint8_t provoking = 0;               // of `vertices`
  /// Edges that are drawn when triangles are filled as lines or points: bit i: from vertex i to the next one.
  std::uint8_t edges = 7;
  bool continues = false;      // a line behind another one of its strip or loop, whose stipple goes on
  std::uint32_t id = 0;        // primitive number in its instance
  std::uint32_t instance = 0;  // that it belongs to
};

struct AssembledPrimitives {
  PrimitiveKind kind = PrimitiveKind::kTriangle;
  bool back_facing = false;   // points and lines that count as back-facing, whatever way they turn
  std::uint8_t topology = 0;  // 3D_Prim_Topo_Type of them, which pixel threads see in r0
  std::vector<AssembledPrimitive> primitives;
  Urb* urb = nullptr;  // holds the vertices
};

}  // namespace texpipe::functional
