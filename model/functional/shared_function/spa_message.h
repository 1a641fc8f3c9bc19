// SPA operations as messages: what a warp of 32 threads sends to the sampler's query path and to the pixel coverage
// unit.
//
// Payload of both: one head register, then four registers (32 lanes) per lane vector.
//   TXQ    head: DW0 query, DW1 write mask, DW2 maximum header, DW3 maximum sampler, DW4 via-header binding, DW6:7
//   header pool address
//          lane vectors: packed texture pointer, parameter (LOD or sample index)
//   PIXLD  head: DW0 mode; then one register with the coverage slot of each of the warp's eight quads, and the lane
//          vector of sample indices
// Response: four registers per component or value; PIXLD adds one: DW0 predicate of each lane, DW1 whether it is to be
// written, DW2 lanes with a warning.
#pragma once

#include <array>
#include <cstdint>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/query/texture_query.h"
#include "functional/rasterization/coverage_store.h"
#include "isa/spa/pixld.h"
#include "isa/spa/txq.h"

namespace texpipe::functional {

inline constexpr unsigned kWarpLanes = 32;
inline constexpr unsigned kQuadsPerWarp = kWarpLanes / 4;
inline constexpr unsigned kRegistersPerLaneVector = kWarpLanes / 8;
using LaneVector = std::array<std::uint32_t, kWarpLanes>;

/// A TXQ of one warp. `lanes`: bit n, lane n takes part.
Message txq_message(const TexturePools& pools, spa::TextureQuery query, std::uint8_t write_mask,
                    const LaneVector& pointers, const LaneVector& parameters, std::uint32_t lanes);

/// Answers a TXQ message: the components of the write mask, packed. Errors as find_texture.
MessageResponse execute_txq_message(const GpuMemory& memory, const Message& message);

/// A PIXLD of one warp. `slots`: where the coverage unit holds each quad's subspan.
Message pixld_message(spa::PixelMode mode, const std::array<std::uint32_t, kQuadsPerWarp>& slots,
                      const LaneVector& samples, std::uint32_t lanes);

/// A PIXLD message taken apart.
struct PixldMessage {
  PixelQuery query = PixelQuery::kMsCount;
  PixelQuerySwitches switches;
  std::array<std::uint32_t, kQuadsPerWarp> slots{};  // of the coverage unit
  LaneVector samples{};
  std::uint32_t lanes = 0;  // bit n: lane n takes part
};
/// Errors: kMalformedInput for a payload that is too short.
PixldMessage decode_pixld_message(const Message& message);

/// Results of a PIXLD message for its lanes, and its response.
using PixldResults = std::array<PixelQueryResult, kWarpLanes>;
MessageResponse pixld_response(std::uint32_t lanes, const PixldResults& results);

/// Answers a PIXLD message, with the switches of its context. A quad whose slot holds nothing reads as an uncovered
/// pixel with one sample.
MessageResponse execute_pixld_message(const CoverageStore& store, const Message& message);

/// Registers of the response of an operation.
unsigned txq_response_registers(std::uint8_t write_mask);
inline constexpr unsigned kPixldResponseRegisters = kRegistersPerLaneVector + 1;

}  // namespace texpipe::functional
