// Cube maps: which face a direction meets, where, and which texel lies beyond an edge (specification/sampling-rules 3).
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace texpipe::functional {

/// Faces in the order of memory: +X -X +Y -Y +Z -Z.
inline constexpr unsigned kCubeFaces = 6;

/// A direction, or its derivative, in the axes of a face: `s` and `t` along the face's u and v, `major` along its
/// normal.
template <class T>
struct FaceVector {
  T s;
  T t;
  T major;
};

/// The face that a direction meets: that of the component with the largest magnitude, on ties Z before Y before X (Q1).
/// NaN components count as 0.
unsigned cube_face(float x, float y, float z);

/// Turns a vector into the axes of a face (table of Q1).
template <class T>
constexpr FaceVector<T> to_face(unsigned face, T x, T y, T z) {
  switch (face) {
    case 0:
      return {-z, -y, x};
    case 1:
      return {z, -y, -x};
    case 2:
      return {x, z, y};
    case 3:
      return {x, -z, -y};
    case 4:
      return {x, -y, z};
    default:
      return {-x, -y, -z};
  }
}

/// The inverse of to_face: x, y, z.
template <class T>
constexpr std::array<T, 3> from_face(unsigned face, FaceVector<T> v) {
  switch (face) {
    case 0:
      return {v.major, -v.t, -v.s};
    case 1:
      return {-v.major, -v.t, v.s};
    case 2:
      return {v.s, v.major, v.t};
    case 3:
      return {v.s, -v.major, -v.t};
    case 4:
      return {v.s, -v.t, v.major};
    default:
      return {-v.s, -v.t, -v.major};
  }
}

/// Place on a face, each coordinate in [0, 1] over the face: 0.5 * sc / |ma| + 0.5. Messages carry directions that are
/// divided by their largest component already, for which the division is exact.
struct FacePoint {
  unsigned face = 0;
  double s = 0.0;
  double t = 0.0;
};
FacePoint cube_face_point(float x, float y, float z);

/// A texel of a face. `missing`: it would lie beyond a corner, where only three faces meet (Q3).
struct FaceTexel {
  unsigned face = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool missing = false;
};

/// The texel at (x, y) of a face of `size` texels, over the edge to the neighbouring face when one index is -1 or
/// `size` (Q2).
FaceTexel across_edge(unsigned face, std::int32_t x, std::int32_t y, std::int32_t size);

/// Shares the weight of a corner beyond a cube's corner among a pixel's other three, in whole units, the first ones
/// getting what is left (Q3).
void share_missing_weight(std::span<std::uint32_t, 4> weights, unsigned missing);

/// Derivative of a place on a face, in faces: 0.5 * (|ma| d(sc) - sc d|ma|) / ma^2 (Q4). `direction` and `derivative`
/// in face axes.
FaceVector<double> face_derivative(const FaceVector<double>& direction, const FaceVector<double>& derivative);

/// Bit of RENDER_SURFACE_STATE's cube face enables that belongs to a face.
constexpr unsigned face_enable_bit(unsigned face) {
  constexpr std::array<unsigned, kCubeFaces> kBits{4, 5, 2, 3, 0, 1};
  return kBits[face];
}

}  // namespace texpipe::functional
