// Times and registers that the steps of a vISA program share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu_program.h"
#include "functional/execution/visa_registers.h"

namespace texpipe::functional {

inline constexpr unsigned kSamplerPointerDword = 3;     // of a message header
inline constexpr unsigned kSamplersPerDescriptor = 16;  // others are reached by the header's pointer

/// Dwords of a register, and of as many of them.
inline constexpr std::uint16_t kRegisterDwords = 8;
inline std::uint16_t dwords_of(unsigned registers) {
  return static_cast<std::uint16_t>(registers * kRegisterDwords);
}

inline std::uint32_t low_mask(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

inline GrfRange one_register(unsigned number) {
  return {static_cast<std::uint8_t>(number), 1};
}

/// Registers that bytes [first, first + size) touch. Errors: kMalformedInput beyond the last register.
inline GrfRange covering(unsigned first, unsigned size) {
  const unsigned low = first / kGrfBytes;
  const unsigned high = (first + size - 1) / kGrfBytes;
  if (high >= kGrfCount) throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  return {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high - low + 1)};
}

/// Index of a surface in a descriptor. Errors: kMalformedInput when it does not fit.
inline std::uint8_t binding_table_index(std::uint32_t surface) {
  if (surface > 255)
    throw Error{ExitCode::kMalformedInput, "surface index " + std::to_string(surface) + " does not fit in 8 bits"};
  return static_cast<std::uint8_t>(surface);
}

}  // namespace texpipe::functional
