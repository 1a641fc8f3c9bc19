// Where the variables of a vISA kernel lie in a thread's registers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "functional/execution/eu_program.h"
#include "isa/visa/program.h"

namespace texpipe::functional {

inline constexpr unsigned kGrfBytes = 32;

/// Registers from here on build payloads and hold responses on their way to a variable.
inline constexpr std::uint8_t kPayloadStaging = 96;
inline constexpr std::uint8_t kResponseStaging = 112;
inline constexpr std::uint8_t kEndOfThreadRegister = 127;

/// Inputs lie where `.input` says, aliases in their owner, %r0 in r0, %null nowhere; other variables follow in order of
/// declaration.
class VisaRegisters {
 public:
  /// Errors: kUnsupported when the variables need more registers than there are; kMalformedInput when they overlap r0
  /// or the staging registers.
  explicit VisaRegisters(const visa::Program& program);

  /// First byte of a variable in the register file; %null: the staging area's last register. Errors: kUnsupported for
  /// predefined variables that the model does not give a value.
  unsigned byte_of(std::uint32_t variable) const;

 private:
  std::vector<unsigned> bytes_;  // by number
  std::vector<std::string> names_;
};

}  // namespace texpipe::functional
