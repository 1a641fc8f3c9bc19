#include <algorithm>
#include <span>

#include "functional/coordinates/cube.h"
#include "functional/sampling/lanes/lane_kernels.h"

namespace texpipe::functional::lanes {

void cross_edges(const SampleProgram& program, EdgeFootprint& footprint) {
  const auto faces = static_cast<std::int32_t>(kCubeFaces);
  const std::int32_t own = footprint.slice % faces, last = footprint.size - 1;
  const unsigned column_bits = program.column_bits, row_bits = 8 - column_bits;
  std::array<std::uint32_t, 4> weight;
  std::copy(std::begin(footprint.weight), std::end(footprint.weight), weight.begin());
  footprint.missing = 0;
  for (unsigned corner = 0; corner < 4; ++corner) {
    const auto right = static_cast<std::int32_t>(corner & 1), down = static_cast<std::int32_t>(corner >> 1);
    FaceTexel texel = across_edge(static_cast<unsigned>(own), footprint.x + right, footprint.y + down, footprint.size);
    if (texel.missing) {
      footprint.missing = static_cast<std::int32_t>(corner) + 1;
      share_missing_weight(std::span{weight}, corner);
      texel.x = std::clamp(texel.x, 0, last);
      texel.y = std::clamp(texel.y, 0, last);
    }
    const std::int32_t slice = footprint.slice - own + static_cast<std::int32_t>(texel.face);
    const std::int32_t column = ((texel.x >> column_bits) << 8) | (texel.x & ((1 << column_bits) - 1));
    const std::int32_t row =
        (texel.y >> row_bits) * footprint.row_step + ((texel.y & ((1 << row_bits) - 1)) << column_bits);
    footprint.index[corner] = footprint.offset + slice * footprint.slice_step + row + column;
    footprint.border[corner] = -(program.lacking_faces >> texel.face & 1);
  }
  std::copy(weight.begin(), weight.end(), std::begin(footprint.weight));
}

}  // namespace texpipe::functional::lanes
