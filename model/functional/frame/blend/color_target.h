// A render target of a draw: where its pixels stand, and how colours get there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "functional/formats/texel_encoder.h"
#include "functional/frame/blend/blend_state.h"
#include "functional/frame/blend/color_reader.h"
#include "functional/memory/gpu_memory.h"
#include "functional/memory/open_tiles.h"
#include "functional/pixel_kernels/word_colors.h"
#include "functional/surface/control_surface.h"
#include "functional/surface/level_blocks.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// Eight lanes of a write.
struct ColorLanes {
  std::array<const std::uint32_t*, 4> source{};  // R, G, B, A of eight lanes
  std::array<const std::uint32_t*, 4> second{};  // of dual source; null: there is none
  std::array<std::int32_t, kColorLanes> x{};
  std::array<std::int32_t, kColorLanes> y{};
  std::array<std::uint16_t, kColorLanes> samples{};  // to be written
  std::uint32_t layer = 0;                           // counted from the view's first
};

/// Sixteen lanes of a write to pixels of one sample: lane 4 s + p is pixel p of subspan s.
struct SubspanColors {
  static constexpr unsigned kSubspans = 4;
  std::array<const std::uint32_t*, 4> source{};  // R, G, B, A of sixteen lanes
  std::array<std::int32_t, kSubspans> x{};       // of the upper left pixels, even
  std::array<std::int32_t, kSubspans> y{};
  std::uint32_t lanes = 0;  // to be written
  std::uint32_t layer = 0;  // counted from the view's first
};

/// One level of a surface, as colours are written to it. Null surfaces take nothing. Blending is float32 arithmetic, of
/// sRGB colours between decoding and encoding (resolution R55). Shader channel selects say where the shader's channels
/// stand, as they say for samplers where they come from.
class ColorTarget {
 public:
  /// @param samples  of the raster, which the surface has to have or it is kMalformedInput
  /// Errors: those of surface_geometry and TexelEncoder; kUnsupported for blending of formats that do not blend, and
  /// for buffers.
  ColorTarget(const gen9::RenderSurfaceState& state, const TargetBlend& blend, const std::array<float, 4>& constant,
              unsigned samples);

  bool null() const { return layout_ == nullptr; }
  bool integers() const { return integers_; }
  std::uint32_t width() const { return size_.width; }
  std::uint32_t height() const { return size_.height; }

  /// Address of a sample of a pixel, as `write` finds it; nothing: outside, or a null surface.
  std::optional<ByteAddress> address(std::uint32_t x, std::uint32_t y, std::uint32_t layer, unsigned sample) const;
  unsigned element_bytes() const { return bytes_; }
  /// Blocks of pixels whose elements stand in one line of memory each; of one pixel where none are known.
  const LevelPlaces::BlockBits& line_blocks() const { return line_blocks_; }
  const ControlSurface& control() const { return control_; }
  /// Line of the auxiliary surface that covers a pixel; nothing: outside, or there is none.
  std::optional<ByteAddress> control_line(std::uint32_t x, std::uint32_t y, std::uint32_t layer) const;
  gen9::SurfaceFormat format() const { return format_; }
  /// Writes keep some of what the target holds.
  bool reads() const { return reads_; }
  /// Colours are rounded to steps that may be as large as those of 8 bits.
  bool rounds() const { return rounds_; }

  /// Writes the samples of lanes that lie in the surface.
  void write(GpuMemory& memory, const ColorLanes& lanes) const;

  /// Whether `write_subspans` takes all writes: pixels have one sample, and their elements stand in pairs.
  bool takes_subspans() const { return takes_subspans_; }
  /// Asks the host to bring elements near that `write_subspans` will need. @param x, y  of a pixel
  void prefetch(OpenTiles& tiles, std::int32_t x, std::int32_t y, std::uint32_t layer) const {
    if (places_)
      tiles.prefetch(places_->at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), slice_of(layer)));
  }
  /// Writes lanes that lie in the surface, as `write` does in order.
  void write_subspans(GpuMemory& memory, OpenTiles& tiles, const SubspanColors& colors) const;

 private:
  static constexpr unsigned kMostBytes = 16;
  using Elements = std::array<std::byte, kColorLanes * kMostBytes>;

  std::uint32_t slice_of(std::uint32_t layer) const { return first_slice_ + (layer < extent_ ? layer : 0); }
  void find_places(const gen9::RenderSurfaceState& state);
  void find_written_bits(const gen9::FormatFacts& facts);
  void find_clamps(const gen9::FormatFacts& facts, bool integers);
  float clamped(float value) const { return value > low_ ? (value < high_ ? value : high_) : low_; }
  void clamp(LaneColors& colors) const;
  static std::array<const std::uint32_t*, 4> bits_of(const LaneColors& colors);
  void encode(const std::array<const std::uint32_t*, 4>& rgba, Elements& elements) const;
  void write_sample(GpuMemory& memory, const ColorLanes& lanes, unsigned sample, std::uint32_t slice,
                    const LaneColors& source, const Elements& fresh) const;
  void read_element(const GpuMemory& memory, ByteAddress address, std::byte* element) const;
  void write_element(GpuMemory& memory, ByteAddress address, const std::byte* element) const;
  void blend_with(const ColorLanes& lanes, const LaneColors& source, const Elements& stored, Elements& blended) const;
  void combine(const Elements& source, Elements& elements) const;
  LaneColors colors_of(const std::array<const std::uint32_t*, 4>& source) const;
  void find_words(const gen9::FormatFacts& facts);
  /// @param rows  two for each subspan from `first` on
  bool find_rows(OpenTiles& tiles, const SubspanColors& colors, unsigned first, std::span<std::byte*> rows) const;
  bool write_words(OpenTiles& tiles, const SubspanColors& colors) const;
  void write_lanes(GpuMemory& memory, const SubspanColors& colors, unsigned first) const;
  template <unsigned kBytes>
  void write_eight(GpuMemory& memory, OpenTiles& tiles, const SubspanColors& colors, unsigned first) const;

  std::unique_ptr<SurfaceLayout> layout_;
  ControlSurface control_;
  std::optional<LevelPlaces> places_{};  // of elements, if they are tiled and nothing more
  LevelPlaces::BlockBits line_blocks_;
  LevelSize size_;
  unsigned level_ = 0;
  std::uint32_t first_slice_ = 0;
  std::uint32_t extent_ = 1;
  gen9::SurfaceFormat format_{};
  unsigned bytes_ = 0;  // of an element
  TargetBlend blend_;
  std::array<float, 4> constant_{};
  bool blends_ = false;
  bool reads_ = false;  // what the target holds matters
  bool whole_ = false;  // all bits of an element are written
  bool takes_subspans_ = false;
  std::uint32_t row_step_ = 0;  // bytes from a subspan's upper row to the lower one; 0: not always the same
  std::optional<LevelBlocks> blocks_{};
  bool clamps_source_ = false;
  bool rounds_ = false;
  bool integers_ = false;
  float low_ = 0;  // of the clamp range
  float high_ = 1;
  std::array<std::uint8_t, 4> place_{0, 1, 2, 3};  // in the element, of the shader's R, G, B, A
  std::optional<TexelEncoder> encoder_{};
  std::optional<ColorReader> reader_{};
  std::optional<pixel_kernels::WordColors> words_{};  // of formats whose elements are words of UNORM channels
  std::array<std::byte, kMostBytes> written_{};       // bits of an element that a write changes
};

}  // namespace texpipe::functional
