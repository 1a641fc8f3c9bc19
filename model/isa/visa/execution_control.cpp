#include "isa/visa/execution_control.h"

#include <bit>

namespace texpipe::visa {

std::optional<ExecutionControl> decode_execution(std::uint8_t byte) {
  const unsigned size_code = byte & 0xF;
  if (size_code > 5) return std::nullopt;
  const unsigned mask_code = byte >> 4;
  return ExecutionControl{.size = static_cast<std::uint8_t>(1u << size_code),
                          .offset = static_cast<std::uint8_t>(mask_code & 7),
                          .no_mask = mask_code >= 8};
}

std::uint8_t encode_execution(const ExecutionControl& execution) {
  const unsigned size_code = static_cast<unsigned>(std::countr_zero(execution.size));
  return static_cast<std::uint8_t>(((execution.offset | (execution.no_mask ? 8u : 0u)) << 4) | size_code);
}

std::string mask_problem(const ExecutionControl& execution) {
  const unsigned lanes_in_masks = execution.size / 4u;  // how many M steps the lanes cover
  if (execution.size < 8 || execution.offset % lanes_in_masks == 0) return {};
  const char* allowed = execution.size == 8 ? "M1, M3, M5 or M7" : execution.size == 16 ? "M1 or M5" : "M1";
  return "execution size " + std::to_string(execution.size) + " allows " + allowed + ", not " + mask_name(execution);
}

std::string mask_name(const ExecutionControl& execution) {
  return "M" + std::to_string(execution.offset + 1) + (execution.no_mask ? "_NM" : "");
}

}  // namespace texpipe::visa
