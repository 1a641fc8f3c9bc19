#include "timing/memory/memory_block.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::timing {

namespace {

constexpr const char *kAtStart = "at the start of the run", *kAtEnd = "at the end of the run";

/// Calls visit(address, size) for the allocations in pieces that cross no line: a memory serves such a piece as a
/// request, so it serves it by debug transport, too, even if it spreads lines over channels.
template <class Visit>
void for_each_piece(const functional::GpuMemory& bytes, ByteSize line, Visit visit) {
  for (const functional::MemoryRegion& region : bytes.regions()) {
    const std::uint64_t end = region.address.value() + region.size.value();
    for (std::uint64_t address = region.address.value(); address < end;) {
      const std::uint64_t next = std::min(end, (address / line.value() + 1) * line.value());
      visit(address, next - address);
      address = next;
    }
  }
}

void move(MemoryInitiatorBase& initiator, tlm::tlm_command command, std::uint64_t address, std::span<std::byte> bytes,
          const char* when) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(bytes.data()));
  payload.set_data_length(static_cast<unsigned>(bytes.size()));
  payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
  debug_transport(initiator, payload, when);
}

bool all_zero(std::span<const std::byte> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{}; });
}

}  // namespace

void load(MemoryInitiatorBase& initiator, const functional::GpuMemory& bytes, ByteSize line) {
  std::vector<std::byte> piece(line.value()), there(line.value());
  for_each_piece(bytes, line, [&](std::uint64_t address, std::uint64_t size) {
    const std::span held = std::span{piece}.first(size);
    bytes.read(ByteAddress{address}, held);
    if (all_zero(held)) {  // most memories start with zeros, sparse ones without room for them
      const std::span given = std::span{there}.first(size);
      move(initiator, tlm::TLM_READ_COMMAND, address, given, kAtStart);
      if (all_zero(given)) return;
    }
    move(initiator, tlm::TLM_WRITE_COMMAND, address, held, kAtStart);
  });
}

void compare(MemoryInitiatorBase& initiator, const functional::GpuMemory& bytes, ByteSize line) {
  std::vector<std::byte> expected(line.value()), given(line.value());
  for_each_piece(bytes, line, [&](std::uint64_t address, std::uint64_t size) {
    const std::span wanted = std::span{expected}.first(size), got = std::span{given}.first(size);
    bytes.read(ByteAddress{address}, wanted);
    move(initiator, tlm::TLM_READ_COMMAND, address, got, kAtEnd);
    const auto differs = std::mismatch(wanted.begin(), wanted.end(), got.begin());
    if (differs.first == wanted.end()) return;
    const auto place = static_cast<std::uint64_t>(differs.first - wanted.begin());
    const auto text = [](std::byte byte) { return std::to_string(std::to_integer<unsigned>(byte)); };
    throw Error{ExitCode::kMismatch, "memory holds " + text(*differs.second) + " instead of " + text(*differs.first) +
                                         " at address " + std::to_string(address + place) +
                                         " after the run: it lost or changed a write"};
  });
}

}  // namespace texpipe::timing
