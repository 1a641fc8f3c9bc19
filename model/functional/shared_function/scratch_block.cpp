#include "functional/shared_function/scratch_block.h"

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/memory_window.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kScratchRegisterBytes = 32, kScratchRegisterDwords = 8, kScratchChannels = 16;
constexpr unsigned kScratchSizeDword = 3, kScratchBaseDword = 5;  // of a header
constexpr std::uint32_t kScratchBaseMask = 0xFFFF'FC00;
constexpr std::uint64_t kScratchUnit = 1024;

}  // namespace

bool is_scratch_block(const gen9::DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort0 &&
         fields.category == gen9::DataPortCategory::kScratchBlock;
}

void execute_scratch_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                           DataPortOutcome& outcome) {
  const unsigned registers = 1u << fields.scratch_block_size;
  if (!fields.header_present || message.payload.size() != 1 + (fields.scratch_write ? registers : 0)) {
    throw Error{ExitCode::kMalformedInput, "a " + fields.type_name() + " of " + std::to_string(registers) +
                                               " registers with " + std::to_string(message.payload.size()) +
                                               " payload registers"};
  }
  const Grf& header = message.payload[0];
  const MemoryWindow window = general_state(message);
  const std::uint64_t size = kScratchUnit << (header[kScratchSizeDword] & 0xF);
  const std::uint64_t first = std::uint64_t{fields.scratch_offset} * kScratchRegisterBytes;
  const std::uint64_t start = (header[kScratchBaseDword] & kScratchBaseMask) + first;
  const bool inside = first + registers * kScratchRegisterBytes <= size &&
                      window.holds(start, std::uint64_t{registers} * kScratchRegisterBytes);
  if (!fields.scratch_write) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, 0xFFFF'FFFFu);
  }
  if (!inside) return;
  for (unsigned r = 0; r < registers; ++r) {
    const ByteAddress address = window[start + std::uint64_t{r} * kScratchRegisterBytes];
    if (!fields.scratch_write) {
      memory.read(address, std::as_writable_bytes(std::span{outcome.response.registers[r]}));
      outcome.reads.push_back({address, kScratchRegisterBytes});
      continue;
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span{message.payload[1 + r]});
    const unsigned channel = r * kScratchRegisterDwords % kScratchChannels;
    const std::uint32_t enabled = message.execution_mask >> channel & 0xFF;
    if (!fields.scratch_dwords || enabled == 0xFF) {
      memory.write(address, bytes);
      outcome.writes.push_back({address, kScratchRegisterBytes});
      continue;
    }
    for (unsigned d = 0; d < kScratchRegisterDwords; ++d) {
      if ((enabled >> d & 1) == 0) continue;
      const ByteAddress dword{address.value() + 4 * d};
      memory.write(dword, bytes.subspan(std::size_t{4} * d, 4));
      outcome.writes.push_back({dword, 4});
    }
  }
}

}  // namespace texpipe::functional
