// Parts that the workloads of the microbenchmarks have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "functional/device/workload.h"
#include "functional/execution/eu/eu_builder.h"
#include "functional/execution/thread_source.h"
#include "functional/surface/surface_builder.h"
#include "workload/microbenchmark/microbenchmark_parameters.h"

namespace texpipe::study {

/// Loads a thread's registers; gives the lanes that exist.
using Starter = std::function<std::uint32_t(unsigned group, unsigned thread, functional::ThreadRegisters& registers)>;

/// Threads of one program.
class BenchmarkThreads final : public functional::ThreadSource {
 public:
  BenchmarkThreads(functional::BuiltProgram program, unsigned groups, unsigned threads, Starter load,
                   functional::GroupMemory local = {});

  unsigned groups() const override { return groups_; }
  unsigned threads_per_group() const override { return threads_; }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override;

 private:
  functional::BuiltProgram program_;
  unsigned groups_;
  unsigned threads_;
  Starter load_;
  functional::GroupMemory local_;
};

void set_lane(functional::ThreadRegisters& registers, std::uint8_t first, unsigned lane, std::uint32_t value);

functional::SurfaceOptions linear_surface();
/// Y tiles, or linear memory for texels that no tile holds.
functional::SurfaceOptions surface_for(gen9::SurfaceFormat format);

/// Places of `stride` bytes that are visited one after the other, each once in a round.
struct Chain {
  ByteSize footprint;
  ByteSize stride;
  std::uint32_t loads;
  std::uint32_t unit;  // bytes that what stands in a place counts
};

/// Each place of a round holds where the next one is; what `loads` do not reach is not written.
void write_chain(functional::GpuMemory& memory, ByteAddress base, const Chain& chain);

/// Start of the lane at a place of its work group. The random start keeps some bits of an odd multiple, as the hash of
/// the measured program does.
std::uint32_t start_of(LaneSpread spread, std::uint32_t place, std::uint32_t low_bits);

}  // namespace texpipe::study
