// Hostile state and payload for the sampler: an answer or an Error, never a crash.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_thread.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "isa/gen9/binding_table_entry.h"

namespace texpipe::fuzz {

/// The input: surface state (16 DWords), sampler state (4), border colour (4), descriptor, extended descriptor,
/// execution mask, then the payload; what is missing is 0. Texels are the bytes of the input itself.
inline void sampler_message(std::span<const std::byte> bytes) try {
  using namespace functional;
  struct Input {
    std::uint32_t surface[16], sampler[4], border[4], descriptor, extended, mask;
    Grf payload[15];
  } input{};
  std::memcpy(&input, bytes.data(), std::min(bytes.size(), sizeof input));
  constexpr std::uint32_t kTable = 0x10000, kBorder = 0x40;
  input.sampler[2] = (input.sampler[2] & 0xFF00003Fu) | kBorder;
  GpuMemory memory;
  MessageContext context{.surface_state_base = ByteAddress{kTable},
                         .dynamic_state_base = ByteAddress{2 * kTable},
                         .bindless_surface_state_base = ByteAddress{kTable}};
  for (unsigned entry = 0; entry < gen9::kBindingTableEntries; ++entry)
    memory.write_u32(ByteAddress{kTable + entry * 4}, 0x1000);
  memory.write(ByteAddress{kTable + 0x1000}, std::as_bytes(std::span{input.surface}));
  for (unsigned sampler = 0; sampler < 16; ++sampler) {
    if (sampler * 16 == kBorder) continue;
    memory.write(ByteAddress{2 * kTable + sampler * 16}, std::as_bytes(std::span{input.sampler}));
  }
  memory.write(ByteAddress{2 * kTable + kBorder}, std::as_bytes(std::span{input.border}));
  memory.write(ByteAddress{(std::uint64_t{input.surface[9]} << 32 | input.surface[8]) & ~std::uint64_t{0xFFF}}, bytes);
  Message message;
  message.shared_function = 2;
  message.descriptor = input.descriptor;
  message.extended_descriptor = input.extended;
  message.execution_mask = input.mask;
  message.context = &context;
  message.payload.assign(std::begin(input.payload), std::end(input.payload));
  execute_sampler_message(memory, message, PlanDetail::kOperands);
} catch (const Error&) {
}

/// A native program that is accepted runs for some time; nobody answers its messages.
inline void eu_execution(std::span<const std::byte> bytes) try {
  using namespace functional;
  const std::span octets{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  const EuCode code{gen9::read_eu_program(octets)};
  ThreadRegisters registers;
  for (std::size_t byte = 0; byte < bytes.size(); ++byte)
    registers.grf[byte / 4 / 8 % kGrfCount][byte / 4 % 8] ^= std::to_integer<std::uint32_t>(bytes[byte])
                                                             << byte % 4 * 8;
  EuThread thread{code, {.channels = 0x00FF'F7FF}, nullptr};
  MessageSend send;
  for (unsigned instructions = 0; instructions < 2000; ++instructions) {
    const EuStep* step = thread.peek();
    if (step == nullptr || step->awaits_answer) return;
    thread.issue(registers, send);
  }
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
