#include "functional/shared_function/oword_block.h"

#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/typed_surface.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort0Type;
using gen9::OwordBlockSize;

constexpr unsigned kOwordBytes = 16;
constexpr unsigned kOwordsPerRegister = 2;
constexpr unsigned kOffsetDword = 2;
constexpr std::uint8_t kFirstSpecialIndex = 253;  // stateless and shared local memory

unsigned owords_of(OwordBlockSize size) {
  switch (size) {
    case OwordBlockSize::k1Low:
    case OwordBlockSize::k1High:
      return 1;
    case OwordBlockSize::k2:
      return 2;
    case OwordBlockSize::k4:
      return 4;
    case OwordBlockSize::k8:
      return 8;
  }
  return 1;
}

}  // namespace

bool is_oword_block(const gen9::DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort0 &&
         fields.category == gen9::DataPortCategory::kTyped &&
         (fields.type0() == DataPort0Type::kOwordBlockWrite || fields.type0() == DataPort0Type::kOwordBlockRead);
}

void execute_oword_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                         DataPortOutcome& outcome) {
  if (fields.binding_table_index >= kFirstSpecialIndex) {
    unsupported("OWord block messages to binding table index " + std::to_string(fields.binding_table_index));
  }
  const bool write = fields.type0() == DataPort0Type::kOwordBlockWrite;
  const unsigned owords = owords_of(fields.oword_block_size);
  const unsigned registers = (owords + kOwordsPerRegister - 1) / kOwordsPerRegister;
  const unsigned first = fields.oword_block_size == OwordBlockSize::k1High ? 1 : 0;
  if (!fields.header_present || message.payload.size() != 1 + (write ? registers : 0)) {
    throw Error{ExitCode::kMalformedInput, "an OWord block message of " + std::to_string(owords) + " OWords with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  const auto state = gen9::RenderSurfaceState::decode(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  const std::uint64_t limit = buffer_bytes(state);
  const std::uint64_t offset = std::uint64_t{message.payload[0][kOffsetDword]} * kOwordBytes;
  if (!write) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, owords == 1 ? 0xFFFFu << (first * kOwordBytes) : 0xFFFF'FFFFu);
  }
  for (unsigned i = 0; i < owords; ++i) {
    const unsigned place = first + i;
    const std::uint64_t at = offset + std::uint64_t{i} * kOwordBytes;
    if (at + kOwordBytes > limit) continue;
    const ByteAddress address = state.base_address + ByteAddress{at};
    std::array<std::byte, kOwordBytes> bytes;
    const std::size_t reg = place / kOwordsPerRegister;
    const std::size_t byte = place % kOwordsPerRegister * kOwordBytes;
    if (write) {
      std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(message.payload[1 + reg].data()) + byte,
                  kOwordBytes);
      memory.write(address, bytes);
      outcome.writes.push_back({address, kOwordBytes});
    } else {
      memory.read(address, bytes);
      std::memcpy(reinterpret_cast<std::byte*>(outcome.response.registers[reg].data()) + byte, bytes.data(),
                  kOwordBytes);
    }
  }
}

}  // namespace texpipe::functional
