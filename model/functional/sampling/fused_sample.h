// The fused form of sample for the common case: one pass per pixel, without plans. Equal to the stepwise form bit for
// bit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functional/memory/gpu_memory.h"
#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// Samples pixels of flat surfaces (2D and 2D arrays) whose texels are four bytes of UNORM8, with nearest or linear
/// filters and any mip filter, where no texel stage, border, reduction, null tile or anisotropy takes part.
class FusedSampler {
 public:
  /// Nothing when the binding or the operation needs the stepwise form.
  static std::optional<FusedSampler> make(const GpuMemory& memory, const TextureBinding& binding,
                                          const SamplerOperation& operation);

  /// True when the pixel can take the fused form: one tap per level.
  static bool applies(const PixelSetup& pixel) { return pixel.taps == 1; }

  /// R, G, B, A of a pixel, as float32 bits.
  std::array<std::uint32_t, 4> sample(const PixelSetup& pixel) const;

 private:
  FusedSampler(const GpuMemory& memory, const TextureBinding& binding) : memory_{memory}, binding_{binding} {}

  using Sums = std::array<std::int64_t, 4>;
  Sums level(const PixelSetup& pixel, unsigned level) const;
  void add(unsigned level, const TexelPlace& place, std::uint32_t weight, Sums& sums) const;

  const GpuMemory& memory_;
  const TextureBinding& binding_;
  std::array<std::uint8_t, 4> byte_{};  // of an element, for R, G, B, A
};

}  // namespace texpipe::functional
