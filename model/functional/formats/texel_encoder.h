// Colours to bytes, for render targets and typed surface writes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

/// Which of R, G, B, A a write changes: bit 0 is R.
using ChannelMask = std::uint8_t;
inline constexpr ChannelMask kAllChannels = 0xF;

/// Writes a colour into an element; bits of channels that are masked or unused keep their value (resolution R1).
///
/// UNORM and SNORM: clamped to the range, NaN is 0, scaled, rounded to nearest with halves away from zero. sRGB
/// colours: likewise after the curve. UINT and SINT: clamped to the range. FLOAT16: nearest even; 11- and 10-bit
/// floats: toward zero, negative is 0; finite values never become infinite (specification/sampling-rules 7,
/// specification/messages 5.3). A YCRCB pair takes its chroma from its left texel (assumed).
///
/// @param rgba     float32 bits, or integers for UINT and SINT formats
/// @param element  the element's bytes; changed in place
/// @param x        texel 0 or 1 of a YCRCB pair, else 0
/// Errors: kUnsupported for formats that are neither render targets nor typed-write formats.
void encode_texel(gen9::SurfaceFormat format, const std::array<std::uint32_t, 4>& rgba, std::byte* element,
                  ChannelMask channels = kAllChannels, unsigned x = 0);

/// Encoder for eight colours at once, of a format whose texels stand alone; facts of the format are looked up once.
class TexelEncoder {
 public:
  static constexpr unsigned kTexels = 8;
  static constexpr unsigned kWords = 4;  // of the largest element

  /// Errors: those of encode_texel, and kUnsupported for YCRCB pairs.
  explicit TexelEncoder(gen9::SurfaceFormat format, ChannelMask channels = kAllChannels);

  unsigned element_bytes() const { return element_bytes_; }

  /// @param rgba      of each component the values of eight texels; null: not written
  /// @param elements  element_bytes() for each texel, one after the other; changed in place as by encode_texel
  void encode(const std::array<const std::uint32_t*, 4>& rgba, std::span<std::byte> elements) const;

  /// Eight texels all of whose bits are written or 0, whatever the elements hold; otherwise as `encode`.
  void encode_whole(const std::array<const std::uint32_t*, 4>& rgba, std::span<std::byte> elements) const;

  /// One texel.
  void encode_one(const std::array<std::uint32_t, 4>& rgba, std::byte* element) const;

 private:
  struct Channel {
    gen9::StoredChannel stored;
    std::uint8_t component = 0;  // 0 to 3 for R to A
    bool srgb = false;
    std::uint8_t word = 0;
    std::uint8_t shift = 0;  // in the word
    double unorm_scale = 0;  // of a UNORM value without a curve; 0: another channel
  };
  template <std::size_t kCount>
  using Words = std::array<std::array<std::uint32_t, kCount>, kWords>;

  template <std::size_t kCount>
  void encode_words(const std::array<const std::uint32_t*, 4>& rgba, Words<kCount>& words) const;
  template <unsigned kBytes>
  void merge(const Words<kTexels>& words, std::byte* elements) const;

  std::array<Channel, 4> channels_{};
  unsigned count_ = 0;                           // of channels_
  std::array<std::uint32_t, kWords> written_{};  // bits of an element that change
  unsigned element_bytes_ = 0;
};

}  // namespace texpipe::functional
