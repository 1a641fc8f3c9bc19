#include "functional/frame/command_registers.h"

#include <algorithm>

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

}  // namespace

std::uint32_t CommandRegisters::read(std::uint32_t offset) const {
  if (const auto written = values_.find(offset); written != values_.end()) return written->second;
  for (const CounterRegister& row : kCounters) {
    if ((offset & ~7u) != row.offset) continue;
    const std::uint64_t value = statistics_.*row.counter;
    return static_cast<std::uint32_t>((offset & 4) != 0 ? value >> 32 : value);
  }
  return 0;
}

void CommandRegisters::write(std::uint32_t offset, std::uint32_t value) {
  // Counters only count: a store to one of them is lost.
  const bool counts = std::any_of(kCounters.begin(), kCounters.end(),
                                  [&](const CounterRegister& row) { return (offset & ~7u) == row.offset; });
  if (!counts) values_[offset] = value;
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
