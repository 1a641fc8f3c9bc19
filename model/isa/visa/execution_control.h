// Exec_size of a vISA instruction: number of lanes, first channel, and whether the execution mask is ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace texpipe::visa {

struct ExecutionControl {
  std::uint8_t size = 8;    // lanes: 1, 2, 4, 8, 16 or 32
  std::uint8_t offset = 0;  // 0 to 7: M1 to M8; Mn starts at channel 4(n-1) (resolution R7)
  bool no_mask = false;     // the _NM forms: every lane is enabled

  unsigned first_channel() const { return offset * 4u; }
  bool operator==(const ExecutionControl&) const = default;
};

/// Bits 7:4 hold mask and NM, bits 2:0 log2 of the size. Nothing when bit 3 is set or the size code is above 5.
std::optional<ExecutionControl> decode_execution(std::uint8_t byte);
std::uint8_t encode_execution(const ExecutionControl& execution);

/// Problem of a pair of mask and size by resolution R7; empty when the pair is allowed. Sizes below 8 allow every mask.
std::string mask_problem(const ExecutionControl& execution);

/// `M5_NM`.
std::string mask_name(const ExecutionControl& execution);

}  // namespace texpipe::visa
