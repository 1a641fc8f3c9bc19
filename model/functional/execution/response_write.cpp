#include "functional/execution/response_write.h"

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kAllBytes = 0xFFFF'FFFF;

/// Bits of a DWord that four byte enables select.
std::uint32_t dword_mask(std::uint32_t enables) {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (enables >> byte & 1) mask |= 0xFFu << (8 * byte);
  }
  return mask;
}

}  // namespace

void write_response(ThreadRegisters& registers, GrfRange destination, const MessageResponse& response) {
  if (response.registers.size() > destination.count || destination.first + destination.count > kGrfCount) {
    throw Error{ExitCode::kMalformedInput, "a response of " + std::to_string(response.registers.size()) +
                                               " registers does not fit r" + std::to_string(destination.first) + ", " +
                                               std::to_string(destination.count) + " registers"};
  }
  for (std::size_t i = 0; i < response.registers.size(); ++i) {
    Grf& target = registers.grf[destination.first + i];
    const std::uint32_t enables = response.byte_enables[i];
    if (enables == kAllBytes) {
      target = response.registers[i];
      continue;
    }
    for (unsigned dword = 0; dword < 8; ++dword) {
      const std::uint32_t mask = dword_mask(enables >> (4 * dword) & 0xF);
      target[dword] = (target[dword] & ~mask) | (response.registers[i][dword] & mask);
    }
  }
}

}  // namespace texpipe::functional
