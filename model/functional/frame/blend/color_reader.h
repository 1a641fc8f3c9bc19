// Colours of a render target, as blending sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "functional/formats/element_decoder.h"
#include "functional/frame/blend/blend_equation.h"

namespace texpipe::functional {

/// Decodes elements of a format to linear float colours. Channels that the format lacks are 0, alpha 1.
class ColorReader {
 public:
  /// Errors: those of ElementDecoder.
  explicit ColorReader(gen9::SurfaceFormat format);

  /// @param elements  eight of them, one after the other, `step` bytes apart
  void read(const std::byte* elements, unsigned step, LaneColors& colors) const;

 private:
  /// A channel whose values are few enough for a table, or floats as they stand.
  enum class Coding : std::uint8_t { kUnorm, kSrgb8, kHalf, kFloat };
  struct Channel {
    Coding coding = Coding::kUnorm;
    std::uint8_t component = 0;
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    std::uint32_t mask = 0;
  };
  void read_channel(const Channel& channel, const std::byte* elements, unsigned step, LaneColors& colors) const;

  std::array<Channel, 4> channels_{};
  unsigned count_ = 0;
  std::optional<ElementDecoder> decoder_{};  // of formats that `channels_` do not describe
};

}  // namespace texpipe::functional
