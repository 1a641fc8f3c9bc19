// Report of SPA warps' registers at the end of a run, as text and as JSON.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "functional/device/spa_warps.h"
#include "functional/rasterization/subspan_feed.h"

namespace texpipe::study {

/// Registers and predicates that a program's instructions may write, in rising order.
struct WrittenRegisters {
  std::vector<std::uint8_t> registers;
  std::vector<std::uint8_t> predicates;
};
WrittenRegisters written_registers(const std::vector<spa::PlacedInstruction>& program);

/// Text of warps: with a scene, the pixel x,y of each lane; then a line per register whose lanes are equal, else four
/// rows of eight lanes; values hexadecimal. Where raster and target have different sample counts, also what is written
/// of the target.
/// @param feed  what the warps shade; null: nothing
/// @param most  warps to print; the others are counted
std::string warp_text(const functional::SpaWarps& warps, const functional::SubspanFeed* feed, unsigned most);

/// Warps: active lanes, written registers (32 numbers each) and predicates (lane masks), texture hashes that the
/// texture instructions used, lanes whose PIXLD.OFFSET read 0; with a scene, pixel x and y by lane (null: no pixel) and
/// covered samples of raster and target.
/// @param most  warps to list, the first ones
nlohmann::ordered_json warp_json(const functional::SpaWarps& warps, const functional::SubspanFeed* feed,
                                 unsigned most = std::numeric_limits<unsigned>::max());

}  // namespace texpipe::study
