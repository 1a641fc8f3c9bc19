// Tessellator: points of a patch's domain and how they form primitives.
#pragma once

#include <optional>

#include "functional/frame/tessellation/edge_division.h"
#include "functional/frame/tessellation/patch_builder.h"
#include "functional/frame/tessellation/tessellator_state.h"

namespace texpipe::functional {

/// Tessellates as Direct3D 11 defines it (public reference of its tessellator): rings of points from the edges to the
/// middle, diagonals mirrored at the middle of each side. Clockwise is (0, 0), (1, 0), (0, 1)
/// (resolution R53). A patch with an outer factor that is 0, negative or no number is culled; an inner one that is no
/// number is the least.
class Tessellator {
 public:
  explicit Tessellator(const TessellatorState& state) : state_{state} {}

  /// The result stays until the next call.
  const TessellatedPatch& tessellate(const TessellationFactors& factors);

 private:
  using Ring = PatchBuilder::Ring;

  bool culled(const TessellationFactors& factors) const;
  float lowest() const;
  float highest() const;
  EdgeDivision outer_division(float factor) const;
  EdgeDivision inner_division(float factor) const;
  bool is_picture_frame(const TessellationFactors& factors) const;
  float limited_outer(float factor) const;
  float limited_inner(float factor, bool frame) const;

  void quad(const TessellationFactors& factors);
  void quad_ring(Ring& ring, unsigned number, const EdgeDivision& u, const EdgeDivision& v);
  void quad_middle(const Ring& ring, const EdgeDivision& u, const EdgeDivision& v);
  void triangle(const TessellationFactors& factors);
  void isolines(const TessellationFactors& factors);

  TessellatorState state_;
  std::optional<TessellationFactors> last_;
  PatchBuilder patch_{state_.output};
  Ring outer_ring_, inner_ring_;
};

}  // namespace texpipe::functional
