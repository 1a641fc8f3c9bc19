// Follows the compiler's native code of one public pair: which input ends up in which register of a message, and which
// response register ends up in which OWord block write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace texpipe::visa {

/// Origin of a register's content.
struct Origin {
  enum class Kind { kUnknown, kInput, kZero, kResponse };
  Kind kind = Kind::kUnknown;
  unsigned message = 0;                 // of kResponse
  unsigned register_number = 0;         // native register of kInput, response register of kResponse
  std::optional<std::uint32_t> dword2;  // written after the copy
  std::optional<std::uint32_t> dword3_added;
  bool dword2_from_register = false;
};

/// A sampler message as the listing has it.
struct NativeMessage {
  std::string instruction;  // send or sends
  std::string execution;    // 8|M0
  std::uint32_t extended = 0;
  std::optional<std::uint32_t> descriptor;  // nothing when a0 holds it
};

struct NativeTrace {
  std::vector<NativeMessage> sampler_messages;
  std::vector<std::vector<Origin>> sampler_payloads;  // per sampler message
  std::vector<std::vector<Origin>> writes;            // data of each OWord block write
};

/// Reads a disassembly (`X.asm`).
NativeTrace trace_native(const std::string& listing);

}  // namespace texpipe::visa
