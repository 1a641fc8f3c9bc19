#include "functional/frame/command_registers.h"

#include <array>
#include <optional>

namespace texpipe::functional {

namespace {

struct CounterRegister {
  std::uint32_t offset;
  std::uint64_t PipelineStatistics::*counter;
};

// Counters of 64 bits that pipeline statistics queries store.
constexpr std::array kCounters{
    CounterRegister{0x2300, &PipelineStatistics::hull_shader_runs},
    CounterRegister{0x2308, &PipelineStatistics::domain_shader_runs},
    CounterRegister{0x2310, &PipelineStatistics::vertices_fetched},
    CounterRegister{0x2318, &PipelineStatistics::primitives_fetched},
    CounterRegister{0x2320, &PipelineStatistics::vertex_shader_runs},
    CounterRegister{0x2328, &PipelineStatistics::geometry_shader_runs},
    CounterRegister{0x2330, &PipelineStatistics::geometry_shader_primitives},
    CounterRegister{0x2338, &PipelineStatistics::clipper_runs},
    CounterRegister{0x2340, &PipelineStatistics::clipper_primitives},
    CounterRegister{0x2348, &PipelineStatistics::pixel_shader_runs},
    CounterRegister{0x2350, &PipelineStatistics::samples_passed},
    CounterRegister{0x2290, &PipelineStatistics::compute_shader_runs},
};

/// Counters of 64 bits that each stream has, one after the other.
struct StreamCounterRegisters {
  std::uint32_t first;
  std::array<std::uint64_t, kStreams> PipelineStatistics::*counters;
};
constexpr std::array kStreamCounters{
    StreamCounterRegisters{0x5200, &PipelineStatistics::stream_primitives_written},
    StreamCounterRegisters{0x5240, &PipelineStatistics::stream_primitives_needed},
};

/// Value of the counter that a register belongs to; none: it is no counter.
std::optional<std::uint64_t> counter_at(const PipelineStatistics& statistics, std::uint32_t offset) {
  for (const CounterRegister& row : kCounters) {
    if ((offset & ~7u) == row.offset) return statistics.*row.counter;
  }
  for (const StreamCounterRegisters& row : kStreamCounters) {
    if (offset >= row.first && offset < row.first + 8 * kStreams)
      return (statistics.*row.counters)[(offset - row.first) / 8];
  }
  return {};
}

bool is_stream_offset(std::uint32_t offset) {
  return offset >= register_offset::kStreamOffset && offset < register_offset::kStreamOffset + 4 * kStreamBuffers;
}

}  // namespace

std::uint32_t CommandRegisters::read(std::uint32_t offset) const {
  if (is_stream_offset(offset)) return stream_offsets_[(offset - register_offset::kStreamOffset) / 4];
  if (offset == register_offset::kGtMode) return gt_mode_;
  if (const auto written = values_.find(offset); written != values_.end()) return written->second;
  const std::uint64_t value = counter_at(statistics_, offset).value_or(0);
  return static_cast<std::uint32_t>((offset & 4) != 0 ? value >> 32 : value);
}

void CommandRegisters::write(std::uint32_t offset, std::uint32_t value) {
  // Counters only count: a store to one of them is lost.
  if (counter_at(statistics_, offset)) return;
  if (is_stream_offset(offset)) {
    constexpr std::uint32_t kWholeWords = ~3u;
    stream_offsets_[(offset - register_offset::kStreamOffset) / 4] = value & kWholeWords;
    return;
  }
  if (offset == register_offset::kGtMode) {
    const std::uint32_t bits = value >> 16;
    gt_mode_ = (gt_mode_ & ~bits) | (value & bits);
    return;
  }
  values_[offset] = value;
}

std::uint64_t CommandRegisters::general(unsigned number) const {
  const std::uint32_t offset = register_offset::kGeneralPurpose + 8 * number;
  return read(offset) | std::uint64_t{read(offset + 4)} << 32;
}

void CommandRegisters::set_general(unsigned number, std::uint64_t value) {
  const std::uint32_t offset = register_offset::kGeneralPurpose + 8 * number;
  write(offset, static_cast<std::uint32_t>(value));
  write(offset + 4, static_cast<std::uint32_t>(value >> 32));
}

}  // namespace texpipe::functional
