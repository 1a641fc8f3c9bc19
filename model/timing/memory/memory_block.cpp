#include "timing/memory/memory_block.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::timing {

namespace {

constexpr std::uint64_t kChunk = 4096;
using Chunk = std::array<std::byte, kChunk>;

/// Calls visit(address, size) for the allocations in pieces of at most kChunk bytes.
template <class Visit>
void for_each_chunk(const functional::GpuMemory& bytes, Visit visit) {
  for (const functional::MemoryRegion& region : bytes.regions()) {
    const std::uint64_t end = region.address.value() + region.size.value();
    for (std::uint64_t address = region.address.value(); address < end; address += kChunk) {
      visit(address, std::min(kChunk, end - address));
    }
  }
}

/// Bytes that the memory took or gave.
std::uint64_t debug(MemoryBlock& memory, tlm::tlm_command command, std::uint64_t address, std::byte* data,
                    std::uint64_t size) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(data));
  payload.set_data_length(static_cast<unsigned>(size));
  payload.set_streaming_width(static_cast<unsigned>(size));
  return memory.socket().get_base_export()->transport_dbg(payload);
}

bool all_zero(const Chunk& chunk) {
  return std::all_of(chunk.begin(), chunk.end(), [](std::byte byte) { return byte == std::byte{}; });
}

}  // namespace

void load(MemoryBlock& memory, const functional::GpuMemory& bytes) {
  if (!memory.keeps_bytes()) return;
  for_each_chunk(bytes, [&](std::uint64_t address, std::uint64_t size) {
    Chunk chunk{};
    bytes.read(ByteAddress{address}, std::span{chunk}.first(size));
    if (!all_zero(chunk)) debug(memory, tlm::TLM_WRITE_COMMAND, address, chunk.data(), size);
  });
}

void compare(MemoryBlock& memory, const functional::GpuMemory& bytes) {
  if (!memory.keeps_bytes()) return;
  for_each_chunk(bytes, [&](std::uint64_t address, std::uint64_t size) {
    Chunk expected{};
    Chunk given{};
    bytes.read(ByteAddress{address}, std::span{expected}.first(size));
    const std::uint64_t count = debug(memory, tlm::TLM_READ_COMMAND, address, given.data(), size);
    const auto differs =
        std::mismatch(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(count), given.begin());
    const auto place = static_cast<std::uint64_t>(differs.first - expected.begin());
    if (place == count) return;
    const auto text = [](std::byte byte) { return std::to_string(std::to_integer<unsigned>(byte)); };
    throw Error{ExitCode::kMismatch, "memory holds " + text(*differs.second) + " instead of " + text(*differs.first) +
                                         " at address " + std::to_string(address + place) +
                                         " after the run: it lost or changed a write"};
  });
}

}  // namespace texpipe::timing
