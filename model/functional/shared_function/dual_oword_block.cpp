#include "functional/shared_function/dual_oword_block.h"

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/data_port_header.h"
#include "functional/shared_function/memory_window.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort0Type;
using gen9::DataPortMessage;

/// Bit n: byte n of a register whose enabled DWords these are.
std::uint32_t bytes_of(std::uint32_t dwords) {
  std::uint32_t bytes = 0;
  for (unsigned dword = 0; dword < 8; ++dword) {
    if (dwords >> dword & 1) bytes |= 0xFu << (4 * dword);
  }
  return bytes;
}

}  // namespace

bool is_dual_oword_block(const DataPortMessage& fields) {
  if (fields.shared_function != gen9::SharedFunction::kDataPort0 &&
      fields.shared_function != gen9::SharedFunction::kReadOnlyDataPort)
    return false;
  return fields.category == gen9::DataPortCategory::kTyped && (fields.type0() == DataPort0Type::kDualOwordBlockRead ||
                                                               fields.type0() == DataPort0Type::kDualOwordBlockWrite);
}

void execute_dual_oword_block(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                              DataPortOutcome& outcome) {
  const bool write = fields.type0() == DataPort0Type::kDualOwordBlockWrite;
  const unsigned registers = fields.dual_oword_block_size == gen9::DualOwordBlockSize::k4 ? 4 : 1;
  constexpr unsigned kData = 2;  // behind header and offsets
  if (!fields.header_present || message.payload.size() != kData + (write ? registers : 0)) {
    throw Error{ExitCode::kMalformedInput, fields.type_name() + " of " + std::to_string(registers) +
                                               " OWords a block with " + std::to_string(message.payload.size()) +
                                               " payload registers"};
  }
  const MemoryWindow window = memory_window(memory, message, fields);
  outcome.local = window.local;
  const std::uint32_t dwords = message.execution_mask & 0xFF;
  if (!write) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, bytes_of(dwords));
  }
  for (unsigned block = 0; block < 2; ++block) {
    const unsigned first = block * kOwordDwords;  // DWord of a register
    const std::uint32_t enabled = dwords >> first & 0xF;
    if (enabled == 0) continue;
    const std::uint64_t start =
        (std::uint64_t{message.payload[0][kOffsetDword]} + message.payload[1][first]) * kOwordBytes;
    OutsideAccesses{message, window, write}.count(window.place(start), std::uint64_t{registers} * kOwordBytes);
    for (unsigned i = 0; i < registers; ++i) {
      const std::uint64_t at = window.place(start + std::uint64_t{i} * kOwordBytes);
      if (!window.holds(at, kOwordBytes)) continue;
      if (!write) {
        const std::span to = std::span{outcome.response.registers[i]}.subspan(first, kOwordDwords);
        memory.read(window[at], std::as_writable_bytes(to));
        outcome.reads.push_back({window[at], kOwordBytes});
        continue;
      }
      for (unsigned dword = 0; dword < kOwordDwords; ++dword) {
        if ((enabled >> dword & 1) == 0) continue;
        const ByteAddress address = window[at + 4 * dword];
        memory.write(address, std::as_bytes(std::span{&message.payload[kData + i][first + dword], 1}));
        outcome.writes.push_back({address, 4});
      }
    }
  }
}

}  // namespace texpipe::functional
