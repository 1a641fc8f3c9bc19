#include "workload/microbenchmark/microbenchmark_threads.h"

#include <algorithm>
#include <utility>

namespace texpipe::study {

namespace {

/// A congruential sequence modulo a power of two, which meets every number below it: an odd step added, a factor that
/// is 1 modulo 4.
std::uint32_t next_place(std::uint32_t place, std::uint32_t places) {
  return (place * 0x9E37'79B5u + 0x3C6E'F373u) & (places - 1);
}

}  // namespace

BenchmarkThreads::BenchmarkThreads(functional::BuiltProgram program, unsigned groups, unsigned threads, Starter load,
                                   functional::GroupMemory local)
    : program_{std::move(program)}, groups_{groups}, threads_{threads}, load_{std::move(load)}, local_{local} {}

void BenchmarkThreads::start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
                             std::unique_ptr<functional::EuProgram>& program) const {
  functional::EuDispatch dispatch;
  dispatch.channels = dispatch.flags = load_(group, thread, registers);
  dispatch.local_memory = local_.of(group);
  dispatch.local_bytes = local_.bytes;
  dispatch.group = group;
  dispatch.group_threads = threads_;
  program_.start(registers, program, dispatch);
}

void set_lane(functional::ThreadRegisters& registers, std::uint8_t first, unsigned lane, std::uint32_t value) {
  registers.grf[first + lane / 8][lane % 8] = value;
}

functional::SurfaceOptions linear_surface() {
  functional::SurfaceOptions options;
  options.tiling = functional::Tiling::kLinear;
  return options;
}

functional::SurfaceOptions surface_for(gen9::SurfaceFormat format) {
  return functional::fits_tiles(format) ? functional::SurfaceOptions{} : linear_surface();
}

void write_chain(functional::GpuMemory& memory, ByteAddress base, const Chain& chain) {
  const std::uint64_t stride = chain.stride.value();
  const auto places = static_cast<std::uint32_t>(chain.footprint.value() / stride);
  std::uint32_t place = 0;
  for (std::uint32_t n = 0; n < std::min(places, chain.loads); ++n) {
    const std::uint32_t next = next_place(place, places);
    memory.write_u32(ByteAddress{base.value() + place * stride},
                     static_cast<std::uint32_t>(next * stride / chain.unit));
    place = next;
  }
}

std::uint32_t start_of(LaneSpread spread, std::uint32_t place, std::uint32_t low_bits) {
  switch (spread) {
    case LaneSpread::kSame:
      break;
    case LaneSpread::kNeighbouring:
      return place;
    case LaneSpread::kRandom:
      return 3 * place & low_bits;
  }
  return 0;
}

}  // namespace texpipe::study
