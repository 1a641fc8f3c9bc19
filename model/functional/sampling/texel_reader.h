// Reads and decodes single texels of a bound surface.
#pragma once

#include <array>
#include <cstdint>

#include "functional/memory/gpu_memory.h"
#include "functional/sampling/texture_binding.h"
#include "functional/texels/decoded_texels.h"

namespace texpipe::functional {

/// Keeps the elements of compressed formats that it decoded last, so that neighbours in a block are decoded once.
/// Lives no longer than a message: memory must not change under it.
class TexelReader {
 public:
  /// @param decoded  null, or decoded texels of the surface that are prepared for the memory
  TexelReader(const GpuMemory& memory, const SurfaceBinding& surface, DecodedTexels* decoded = nullptr);

  /// @param level  of the view
  Texel read(unsigned level, const TexelPlace& place);

  /// True when the texel's element lies in a null tile of a tiled resource.
  bool is_null(unsigned level, const TexelPlace& place) const;

  TexelAddress address(unsigned level, const TexelPlace& place) const {
    return surface_.layout->texel_address(surface_.first_level + level, place);
  }

 private:
  struct Element {
    ByteAddress address{~0ull};
    std::array<Texel, kMaxTexelsPerElement> texels;
  };
  static constexpr std::size_t kElements = 8;

  Texel planar(unsigned level, const TexelPlace& place) const;

  const GpuMemory& memory_;
  const SurfaceBinding& surface_;
  const ElementShape shape_;
  DecodedTexels* decoded_;
  bool blocks_;
  std::array<Element, kElements> elements_;
};

}  // namespace texpipe::functional
