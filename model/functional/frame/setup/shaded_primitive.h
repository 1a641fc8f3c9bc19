// A primitive on the screen, as its pixels see it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "functional/frame/setup/primitive_planes.h"

namespace texpipe::functional {

/// A primitive that pixels are shaded of.
struct ShadedPrimitive {
  PrimitivePlanes planes{};
  std::size_t first_attribute = 0;  // register, among those of all primitives
  std::uint32_t smooth_line = 0;    // of the batch, counted from 1; 0: it is no antialiased line
  std::uint32_t layer = 0;
  std::uint8_t viewport = 0;
  std::uint8_t topology = 0;
  bool back_face = false;
};

}  // namespace texpipe::functional
