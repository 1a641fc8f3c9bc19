// One row of a golden case on the stages of the functional core, with its intermediates in the open, so that they can
// be shown and, one at a time, be changed.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::study {

using Rgba = std::array<double, 4>;

/// A texel that has a part in a row's result.
struct ProbedTexel {
  unsigned level = 0;  // of the view
  unsigned tap = 0;
  unsigned corner = 0;  // left top, right top, left bottom, right bottom
  functional::TexelPlace place;
  bool border = false;
  bool missing = false;  // beyond a cube's corner: no texel
  functional::TexelAddress address;
  std::array<std::uint32_t, 4> code{};  // decoded, before a compare
  Rgba decoded{};                       // the same as numbers
  Rgba value{};                         // what is filtered: after a compare, 0 or 1
  std::uint32_t corner_weight = 0;      // of 65536
  double weight = 0;                    // share of the result: corner, level, tap and slice
};

/// Row of a sample, gather4 or ld message.
class RowProbe {
 public:
  /// @param memory, message  must outlive the probe
  RowProbe(const functional::GpuMemory& memory, const functional::Message& message, unsigned channel);

  const functional::SamplerRequest& request() const { return request_; }
  const functional::TextureBinding& binding() const { return *binding_; }
  const functional::PixelSetup& pixel() const { return pixel_; }
  unsigned channel() const { return channel_; }
  bool gathers() const;
  bool loads() const;

  /// Binding with another sampler state or border colour.
  std::unique_ptr<const functional::TextureBinding> rebound(
      const gen9::SamplerState& sampler, const std::optional<std::array<std::uint32_t, 4>>& border = {}) const;

  /// Setup of the pixel under a binding.
  functional::PixelSetup setup(const functional::TextureBinding& binding) const;

  /// Texels of a setup, in the order of the address generator.
  std::vector<ProbedTexel> texels(const functional::TextureBinding& binding, const functional::PixelSetup& pixel) const;
  std::vector<ProbedTexel> texels() const { return texels(*binding_, pixel_); }

  /// The result of a filter or ld before Shader Channel Select, in double precision.
  Rgba unselected(const functional::TextureBinding& binding, const functional::PixelSetup& pixel) const;

  /// A channel of the four texels of gather4, in the order of the result.
  Rgba gathered(const functional::TextureBinding& binding, const functional::PixelSetup& pixel, unsigned channel) const;

  /// The result as returned.
  Rgba result(const functional::TextureBinding& binding, const functional::PixelSetup& pixel) const;

  /// Shader Channel Select of a colour.
  Rgba selected(const Rgba& rgba) const;

  /// Bytes in memory of the element (texel or block) that holds a texel.
  std::vector<std::byte> element(const ProbedTexel& texel) const;

  /// A texel of a level as it is filtered.
  Rgba texel_value(unsigned level, const functional::TexelPlace& place) const;

 private:
  /// The texel of an ld; nothing when a coordinate is out of range.
  std::optional<ProbedTexel> loaded() const;
  ProbedTexel read(const functional::TextureBinding& binding, const functional::PixelSetup& pixel, unsigned level,
                   const functional::TexelPlace& place) const;

  const functional::GpuMemory& memory_;
  const functional::Message& message_;
  unsigned channel_;
  functional::SamplerRequest request_;
  functional::BindingWords words_;
  std::unique_ptr<const functional::TextureBinding> binding_;
  functional::PixelSetup pixel_;
};

}  // namespace texpipe::study
