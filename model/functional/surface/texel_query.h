// Answers to one question: at which address a texel of a surface state lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// A texel by its level of the storage (level 0 is the largest; Surface Min LOD is not added), its place in the level,
/// its slice of the view (Minimum Array Element is added; cubes: 6 * cube + face) and its sample.
struct TexelQuestion {
  std::uint32_t level = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t slice = 0;
  std::uint32_t sample = 0;
};

/// Answer for one texel.
struct TexelAnswer {
  ByteAddress address;  // of its element: the texel, or the block that holds it
  ElementShape element;
  std::uint32_t column = 0;  // of the texel inside its element
  std::uint32_t row = 0;
  std::optional<ByteAddress> cb;  // chroma of planar formats
  std::optional<ByteAddress> cr;
  std::optional<ByteAddress> mcs;  // element of the multisample control surface
};

/// A surface whose texels are asked for.
class TexelQuery {
 public:
  /// Errors: Error (kMalformedInput) for a null surface, a format that is none, and a surface beyond the address space;
  /// kUnsupported for what the model cannot lay out.
  explicit TexelQuery(const gen9::RenderSurfaceState& state);

  const SurfaceGeometry& geometry() const { return layout_.geometry(); }
  /// Texels of a level; depth counts slices of the view. Errors: Error (kMalformedInput) for a level that is not
  /// stored.
  LevelSize level_size(std::uint32_t level) const;
  /// Errors: Error (kMalformedInput) for a place outside the surface, with the range.
  TexelAnswer answer(const TexelQuestion& question) const;
  /// `SURFTYPE_2D R8G8B8A8_UNORM 256x256, 9 levels, Y tiles, pitch 1024`.
  std::string text() const;

 private:
  gen9::RenderSurfaceState state_;
  SurfaceLayout layout_;
};

}  // namespace texpipe::functional
