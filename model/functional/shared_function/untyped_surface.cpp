#include "functional/shared_function/untyped_surface.h"

#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/typed_surface.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort1Type;
using gen9::UntypedSimdMode;

constexpr unsigned kDwordBytes = 4;
constexpr unsigned kLanesPerRegister = 8;
constexpr std::uint8_t kFirstSpecialIndex = 253;  // stateless and shared local memory

/// Registers of a message: one or two for each channel's DWord, the offsets first.
struct Shape {
  bool write = false;
  unsigned registers_per_dword = 1;
  std::array<std::uint8_t, 4> dwords{};  // that are moved, 0 to 3 for R to A
  unsigned count = 0;

  unsigned lanes() const { return registers_per_dword * kLanesPerRegister; }
  unsigned payload() const { return registers_per_dword * (1 + (write ? count : 0)); }
};

Shape shape_of(const gen9::DataPortMessage& fields) {
  if (fields.untyped_simd == UntypedSimdMode::kSimd4x2) unsupported("SIMD4x2 " + fields.type_name());
  Shape shape{.write = fields.type1() == DataPort1Type::kUntypedWrite,
              .registers_per_dword = fields.untyped_simd == UntypedSimdMode::kSimd16 ? 2u : 1u};
  for (std::uint8_t dword = 0; dword < 4; ++dword) {
    if ((fields.channel_disables >> dword & 1) == 0) shape.dwords[shape.count++] = dword;
  }
  return shape;
}

gen9::RenderSurfaceState buffer_of(const GpuMemory& memory, const Message& message,
                                   const gen9::DataPortMessage& fields) {
  if (fields.binding_table_index >= kFirstSpecialIndex)
    unsupported(fields.type_name() + " with binding table index " + std::to_string(fields.binding_table_index));
  const auto state = gen9::RenderSurfaceState::decode(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  if (state.type == gen9::SurfaceType::kStructuredBuffer) unsupported(fields.type_name() + " of a structured buffer");
  return state;
}

}  // namespace

bool is_untyped_surface(const gen9::DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort1 &&
         (fields.type1() == DataPort1Type::kUntypedRead || fields.type1() == DataPort1Type::kUntypedWrite);
}

void execute_untyped_surface(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                             DataPortOutcome& outcome) {
  const Shape shape = shape_of(fields);
  const unsigned header = fields.header_present ? 1 : 0;
  if (message.payload.size() != header + shape.payload()) {
    throw Error{ExitCode::kMalformedInput, fields.type_name() + " of " + std::to_string(shape.count) + " DWords for " +
                                               std::to_string(shape.lanes()) + " channels with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  const gen9::RenderSurfaceState buffer = buffer_of(memory, message, fields);
  const std::uint64_t limit = buffer_bytes(buffer);
  const auto in = [&](unsigned dword, unsigned lane) {
    return message
        .payload[header + dword * shape.registers_per_dword + lane / kLanesPerRegister][lane % kLanesPerRegister];
  };
  if (!shape.write) {
    outcome.response.registers.assign(shape.count * shape.registers_per_dword, Grf{});
    outcome.response.byte_enables.assign(outcome.response.registers.size(), 0);
  }
  for (unsigned lane = 0; lane < shape.lanes(); ++lane) {
    if ((message.execution_mask >> lane & 1) == 0) continue;
    for (unsigned i = 0; i < shape.count; ++i) {
      const std::uint64_t at = std::uint64_t{in(0, lane)} + shape.dwords[i] * kDwordBytes;
      const bool inside = at + kDwordBytes <= limit;
      const ByteAddress address = buffer.base_address + ByteAddress{at};
      if (shape.write) {
        if (!inside) continue;
        const std::uint32_t value = in(1 + i, lane);
        memory.write(address, std::as_bytes(std::span{&value, 1}));
        outcome.writes.push_back({address, kDwordBytes});
        continue;
      }
      const unsigned reg = i * shape.registers_per_dword + lane / kLanesPerRegister;
      outcome.response.registers[reg][lane % kLanesPerRegister] = inside ? memory.read_u32(address) : 0;
      outcome.response.byte_enables[reg] |= 0xFu << (lane % kLanesPerRegister * kDwordBytes);
    }
  }
}

}  // namespace texpipe::functional
