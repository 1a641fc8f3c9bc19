// The mip tail of Yf and Ys surfaces: small levels share one tile.
#pragma once

#include <array>
#include <cstdint>

#include "functional/surface/tiling.h"

namespace texpipe::functional {

/// Origin of a level inside the tail's tile, in elements.
struct MipTailSlot {
  std::uint16_t x;
  std::uint16_t y;
  std::uint16_t z;
};

/// Slot of the level that lies `levels_into_tail` after Mip Tail Start LOD (specification/state 4.4). `dimensions` is
/// 1, 2 or 3. Errors: Error (kUnsupported) when the table has no such slot.
MipTailSlot mip_tail_slot(Tiling tiling, unsigned dimensions, unsigned element_bytes, unsigned sample_bits,
                          unsigned levels_into_tail);

}  // namespace texpipe::functional
