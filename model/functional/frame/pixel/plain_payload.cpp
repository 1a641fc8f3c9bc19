// Payloads with nothing but weights of pixels' centres in them, of threads all of whose lanes are pixels: most.
#include <array>

#include "functional/frame/pixel/pixel_threads.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kPerspectiveCentre = 1, kLinearCentre = 1u << 3;  // bits of barycentric modes
constexpr unsigned kHalf = pixel_kernels::kSubspans;                 // subspans that share a register of places

static_assert(std::tuple_size_v<pixel_kernels::WeightRegisters> == 4);

pixel_kernels::Plane kernel_plane(const WindowPlane& p) {
  return {p.dx, p.dy, p.origin};
}

/// Dividing by it changes no number.
bool is_one(const WindowPlane& plane) {
  return plane.dx == 0 && plane.dy == 0 && plane.origin == 1;
}

}  // namespace

bool PixelThreads::has_plain_payload(const PixelShaderState& shader) {
  return (shader.barycentric_modes & ~(kPerspectiveCentre | kLinearCentre)) == 0 && !shader.source_depth &&
         !shader.source_w && shader.offsets == PixelPlace::kNone && !shader.coverage && !shader.per_sample;
}

/// r0.0 of threads of a primitive.
std::uint32_t PixelThreads::header_of(const ShadedPrimitive& primitive) const {
  return primitive.topology | (primitive.back_face ? 1u << 15 : 0) | (primitive.layer & 0x7FF) << 16 |
         (primitive.viewport & 0xFu) << 27;
}

/// Input of the kernel, kept from thread to thread of a primitive.
const pixel_kernels::BarycentricInput& PixelThreads::barycentric_input(const ShadedPrimitive& primitive,
                                                                       bool perspective) const {
  BarycentricsOf& last = barycentrics_of_[perspective ? 1 : 0];
  if (last.primitive == &primitive) return last.input;
  const PrimitivePlanes& planes = primitive.planes;
  last = {&primitive,
          {.x0 = planes.x0,
           .y0 = planes.y0,
           .b1 = kernel_plane(perspective ? planes.b1_over_w : planes.b1),
           .b2 = kernel_plane(perspective ? planes.b2_over_w : planes.b2),
           .one_over_w = kernel_plane(planes.one_over_w),
           .perspective = perspective && !is_one(planes.one_over_w)}};
  return last.input;
}

/// Registers of the header and of all blocks, as Payload fills them. False: it is another payload.
bool PixelThreads::fill_plain(const PixelThread& thread, ThreadRegisters& registers) const {
  const unsigned halves = thread.subspans / kHalf;
  if (!plain_ || thread.subspans % kHalf != 0 || kPixelsOfSubspan * thread.subspans != lanes_of_width(thread.width))
    return false;
  const ShadedPrimitive& primitive = batch_.primitives[thread.primitive];
  Grf* to = registers.grf.data();
  (*to)[0] = header_of(primitive);
  (*to)[3] = shader_.sampler_pointer;
  std::array<pixel_kernels::SubspanCorners, kMostSubspansOfThread / kHalf> corners;
  const ShadedSubspan* subspan = batch_.subspans.data() + thread.first_subspan;
  for (unsigned half = 0; half < halves; ++half) {
    ++to;
    for (unsigned s = 0; s < kHalf; ++s, ++subspan) {
      corners[half][s] = &subspan->x;
      (*to)[2 + s] = (static_cast<std::uint32_t>(subspan->x) & 0xFFFF) | static_cast<std::uint32_t>(subspan->y) << 16;
    }
    (*to)[7] = (thread.dispatched >> kPixelsOfSubspan * kHalf * half & 0xFFFF) * 0x1'0001u;
  }
  ++to;
  const pixel_kernels::PixelKernels& kernels = pixel_kernels::host_kernels();
  for (unsigned half = 0; half < halves; ++half) {
    for (const unsigned mode : {kPerspectiveCentre, kLinearCentre}) {
      if ((shader_.barycentric_modes & mode) == 0) continue;
      auto& weights = *reinterpret_cast<pixel_kernels::WeightRegisters*>(to);
      kernels.barycentrics(barycentric_input(primitive, mode == kPerspectiveCentre), corners[half], weights);
      to += weights.size();
    }
  }
  return true;
}

}  // namespace texpipe::functional
