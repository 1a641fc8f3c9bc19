// Kinds of blocks that a machine is built of.
#pragma once

#include <cstdint>

namespace texpipe::machine {

enum class BlockKind : std::uint8_t {
  kRaster,
  kDispatch,
  kEu,
  kInterconnect,
  kSamplerLink,
  kSampler,  // one block in place of those from address generator to filter
  kFrontEnd,
  kAddressGenerator,
  kTags,
  kData,
  kDecoder,
  kFilter,
  kWriteback,
  kL2,
  kDataPort,
  kPixelCoverage,
  kGateway,
  kSharedL2,
  kL3,
  kLlc,
  kMemory,
};

/// Whether a loosely timed machine computes the times of such blocks by recurrence; the others work by events.
constexpr bool is_in_recurrence(BlockKind kind) {
  switch (kind) {
    case BlockKind::kRaster:
    case BlockKind::kDispatch:
    case BlockKind::kEu:
    case BlockKind::kInterconnect:
    case BlockKind::kSamplerLink:
    case BlockKind::kDataPort:
    case BlockKind::kPixelCoverage:
    case BlockKind::kGateway:
      return false;
    default:
      return true;
  }
}

}  // namespace texpipe::machine
