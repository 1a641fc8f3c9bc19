// Tessellator: points of a patch's domain and how they form primitives.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/tessellation/edge_division.h"

namespace texpipe::functional {

enum class TessellatorDomain : std::uint8_t { kQuad, kTriangle, kIsoline };
enum class TessellatorPartitioning : std::uint8_t { kInteger, kOddFractional, kEvenFractional };
enum class TessellatorOutput : std::uint8_t { kPoint, kLine, kClockwise, kCounterClockwise };

/// 3DSTATE_TE.
struct TessellatorState {
  TessellatorDomain domain = TessellatorDomain::kQuad;
  TessellatorPartitioning partitioning = TessellatorPartitioning::kInteger;
  TessellatorOutput output = TessellatorOutput::kClockwise;
  float most_odd = 63;  // limit of odd fractional factors
  float most_other = 64;

  /// Errors: kMalformedInput for values that do not exist, lines of another domain than isolines, and triangles of
  /// isolines; kUnsupported for another mode than HW_TESS.
  static TessellatorState of(const PipelineState& state);
};

/// Factors of a patch. Outer ones: of a quad those of the edges u = 0, v = 0, u = 1, v = 1; of a triangle u = 0, v = 0,
/// w = 0; of isolines their number, then the segments of each. Inner ones: along u and v; of a triangle the first.
struct TessellationFactors {
  std::array<float, 4> outer{};
  std::array<float, 2> inner{};

  bool operator==(const TessellationFactors&) const = default;
};

/// Factors as a patch entry's header holds them: its first eight DWords (resolution R54).
TessellationFactors factors_of_header(TessellatorDomain domain, std::span<const std::uint32_t, 8> header);

struct DomainPoint {
  float u = 0, v = 0;
};

struct TessellatedPatch {
  std::vector<DomainPoint> points;     // none: the patch is culled
  std::vector<std::uint16_t> indices;  // one, two or three for each primitive
};

/// Tessellates as Direct3D 11 defines it (public reference of its tessellator): rings of points from the edges to the
/// middle, diagonals mirrored at the middle of each side. Clockwise is (0, 0), (1, 0), (0, 1)
/// (resolution R53). A patch with an outer
/// factor that is 0, negative or no number is culled; an inner one that is no number is the least.
class Tessellator {
 public:
  explicit Tessellator(const TessellatorState& state) : state_{state} {}

  /// The result stays until the next call.
  const TessellatedPatch& tessellate(const TessellationFactors& factors);

 private:
  static constexpr unsigned kMostSides = 4;
  /// Points of each side of a ring, both ends included, the last one also the next side's first.
  using Ring = std::array<std::vector<std::uint16_t>, kMostSides>;

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

  std::uint16_t add_point(EdgePosition u, EdgePosition v);
  template <class Point>
  void make_ring(Ring& ring, std::span<const unsigned> points, Point&& point);
  void add_triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c);
  void stitch_transition(std::span<const std::uint16_t> inside, const EdgeDivision& inside_division,
                         std::span<const std::uint16_t> outside, const EdgeDivision& outside_division);
  void stitch_ring(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside);
  void add_quad(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside, bool from_outside);

  TessellatorState state_;
  std::optional<TessellationFactors> last_;
  TessellatedPatch patch_;
  Ring outer_ring_, inner_ring_;
};

}  // namespace texpipe::functional
