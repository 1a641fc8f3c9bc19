#include "workload/recording/message_state.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/shared_function.h"
#include "workload/recording/plan_columns.h"
#include "workload/recording/thread_batch.h"

namespace texpipe::study {

using functional::GpuMemory;

void MessageState::add(const functional::Message& message) {
  using gen9::SharedFunction;
  const auto function = static_cast<SharedFunction>(message.shared_function);
  const bool has_state = function == SharedFunction::kSampler || function == SharedFunction::kDataPort0 ||
                         function == SharedFunction::kDataPort1 || function == SharedFunction::kDataPort2 ||
                         function == SharedFunction::kReadOnlyDataPort;
  if (!has_state || message.context == nullptr) return;
  if (has_plan(message)) {
    functional::decode_sampler_request(message, request_);
    if (request_.operation->uses_sampler_state()) add(request_.sampler_state.value(), kSamplerBytes);
  }
  const functional::MessageContext& context = *message.context;
  const std::uint32_t index = message.descriptor & 0xFF;
  if (index == gen9::kBindlessIndex) {
    add(context.bindless_surface_state_base.value() +
            std::uint64_t{message.extended_descriptor >> kBindlessShift} * kStateBytes,
        kStateBytes);
  } else if (index < gen9::kBindlessIndex) {
    const std::uint64_t entry = context.surface_state_base.value() + context.binding_table_offset + 4 * index;
    add(entry, sizeof(std::uint32_t));
    const std::uint32_t state = memory_.read_u32(ByteAddress{entry}) & ~std::uint32_t{kStateBytes - 1};
    add(context.surface_state_base.value() + state, kStateBytes);
  }
}

void MessageState::write(ChunkWriter& file) {
  std::vector<std::uint64_t> tiles;
  std::vector<std::byte> bytes;
  for (const std::uint64_t tile : of_phase_) {
    std::vector<std::byte> now(GpuMemory::kTileBytes);
    memory_.read(ByteAddress{tile * GpuMemory::kTileBytes}, now);
    std::vector<std::byte>& before = written_[tile];
    if (now == before) continue;
    tiles.push_back(tile);
    bytes.insert(bytes.end(), now.begin(), now.end());
    before = std::move(now);
  }
  if (!tiles.empty()) file.write(kMemoryChunk, nlohmann::json{{"tiles", column(tiles)}, {"bytes", column(bytes)}});
}

void MessageState::add(std::uint64_t address, std::uint64_t bytes) {
  for (std::uint64_t tile = address / GpuMemory::kTileBytes; tile <= (address + bytes - 1) / GpuMemory::kTileBytes;
       ++tile) {
    if (tile < GpuMemory::kEnd / GpuMemory::kTileBytes) of_phase_.insert(tile);
  }
}

}  // namespace texpipe::study
