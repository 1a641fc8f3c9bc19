#include "workload/microbenchmark/data_port_benchmark.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "functional/surface/state_heap.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/data_port_message.h"
#include "workload/microbenchmark/microbenchmark_program.h"
#include "workload/microbenchmark/microbenchmark_threads.h"

namespace texpipe::study {

namespace {

namespace eu = functional::eu;
using functional::constant;
using functional::constant_bits;
using functional::EuBuilder;
using functional::GrfRange;
using functional::lanes;
using functional::scalar;
using functional::ThreadRegisters;

constexpr std::uint32_t kDwordBytes = 4;
constexpr unsigned kRateLanes = 16;
constexpr std::uint32_t kAccesses = kBenchmarkSide * kBenchmarkSide;  // of a lane, and lanes of a group

/// Target of the messages: a buffer's binding table index, or that of local memory.
struct Target {
  std::uint8_t index = 0;
  ByteAddress base;
  functional::GroupMemory local{};
};

/// The memory of a benchmark, and the state that names it.
Target place_memory(functional::Workload& workload, BenchmarkMemory kind, const std::string& name, ByteSize bytes,
                    unsigned groups) {
  functional::StateHeap heap{*workload.memory};
  Target target;
  if (kind == BenchmarkMemory::kLocal) {
    target.local = {.base = workload.memory->allocate(name, ByteSize{groups * bytes.value()}),
                    .stride = bytes.value(),
                    .bytes = static_cast<std::uint32_t>(bytes.value())};
    target.index = gen9::kSharedLocalMemoryIndex;
    target.base = target.local.base;
    workload.local_memory = target.local;
  } else {
    const functional::SurfaceImage buffer{.type = gen9::SurfaceType::kBuffer,
                                          .format = gen9::SurfaceFormat::kR32Uint,
                                          .width = static_cast<std::uint32_t>(bytes.value() / kDwordBytes)};
    const auto state = functional::build_surface(*workload.memory, name, buffer, {}, linear_surface());
    target.base = ByteAddress{state.base_address};
    target.index = static_cast<std::uint8_t>(heap.add_surface(state));
  }
  *workload.context = heap.context();
  return target;
}

/// An untyped message of whole elements; a read has a result, a write has data.
functional::BuiltSend untyped_send(std::uint8_t index, unsigned simd, unsigned dwords, GrfRange addresses,
                                   GrfRange data, bool write) {
  gen9::DataPortMessage message;
  message.type =
      static_cast<std::uint8_t>(write ? gen9::DataPort1Type::kUntypedWrite : gen9::DataPort1Type::kUntypedRead);
  message.binding_table_index = index;
  message.channel_disables = static_cast<std::uint8_t>(0xFu << dwords & 0xFu);
  message.untyped_simd = simd == 16 ? gen9::UntypedSimdMode::kSimd16 : gen9::UntypedSimdMode::kSimd8;
  message.message_length = addresses.count;
  (write ? message.extended_message_length : message.response_length) = data.count;
  functional::BuiltSend send = functional::send_of(message);
  send.source0 = addresses;
  (write ? send.source1 : send.destination) = data;
  return send;
}

functional::BuiltProgram chain_program(std::uint8_t index, const functional::MessageContext* context) {
  EuBuilder b{8, kBenchmarkFirstFree};
  const GrfRange place = b.allocate(1);
  b.into(place, eu::kMove, 8, lanes(kBenchmarkX));
  const std::uint32_t start = b.here();
  b.send(untyped_send(index, 8, 1, place, place, false), 8);
  b.repeat(scalar(kBenchmarkPayload, 0), start);
  return b.finish(context);
}

/// Rows of accesses, unrolled columns inside them.
functional::BuiltProgram rate_program(const DataPortRateParameters& p, std::uint8_t index,
                                      const functional::MessageContext* context) {
  EuBuilder b{kRateLanes, kBenchmarkFirstFree};
  const unsigned size = b.registers_per_value();
  const bool write = p.access == DataPortAccess::kWrite;
  const std::uint32_t step = p.step * p.dwords * kDwordBytes;
  const GrfRange sum = b.allocate(p.dwords * size);
  std::vector<GrfRange> addresses, data;
  for (unsigned slot = 0; slot < p.in_flight; ++slot) {
    addresses.push_back(b.allocate(size));
    data.push_back(b.allocate(p.dwords * size));
  }
  const GrfRange first = b.allocate(size), rows = b.allocate(1);
  const std::uint32_t pass = b.here();
  b.into(first, eu::kMove, kRateLanes, lanes(kBenchmarkX));
  b.into(rows, eu::kMove, 1, constant_bits(kBenchmarkSide));
  const std::uint32_t row = b.here();
  for (unsigned column = 0; column < kBenchmarkSide; ++column) {
    const unsigned slot = column % p.in_flight;
    // The result that stands where this one will came a few messages ago.
    for (unsigned dword = 0; dword < p.dwords && !write; ++dword) {
      const auto at = static_cast<std::uint8_t>(dword * size);
      const GrfRange part{static_cast<std::uint8_t>(sum.first + at), static_cast<std::uint8_t>(size)};
      b.into(part, eu::kAdd, kRateLanes, lanes(part.first), lanes(static_cast<std::uint8_t>(data[slot].first + at)));
    }
    b.into(addresses[slot], eu::kIntegerAdd, kRateLanes, lanes(first.first), constant_bits(column * step));
    b.send(untyped_send(index, kRateLanes, p.dwords, addresses[slot], data[slot], write), kRateLanes);
  }
  b.into(first, eu::kIntegerAdd, kRateLanes, lanes(first.first), constant_bits(kBenchmarkSide * step));
  b.repeat(scalar(rows.first, 0), row);
  b.repeat(scalar(kBenchmarkPayload, 0), pass);
  return b.finish(context);
}

std::uint32_t start_element(const DataPortRateParameters& p, std::uint32_t place) {
  return start_of(p.lanes, place, 0xF) * p.spacing;
}

}  // namespace

ByteSize reach_of(const DataPortRateParameters& p) {
  std::uint64_t last = 0;
  for (std::uint32_t place = 0; place < p.threads_per_group * kRateLanes; ++place)
    last = std::max<std::uint64_t>(last, start_element(p, place));
  return ByteSize{(last + std::uint64_t{kAccesses - 1} * p.step + 1) * p.dwords * kDwordBytes};
}

functional::Workload data_port_chain(const DataPortChainParameters& p) {
  functional::Workload workload;
  const Target target = place_memory(workload, p.memory, "chain", p.footprint, 1);
  write_chain(*workload.memory, target.base,
              {.footprint = p.footprint, .stride = p.stride, .loads = p.loads, .unit = 1});
  workload.threads = std::make_unique<BenchmarkThreads>(
      chain_program(target.index, workload.context.get()), 1, 1,
      [p](unsigned, unsigned, ThreadRegisters& registers) {
        registers.grf[kBenchmarkPayload][0] = p.loads;
        return 1u;
      },
      target.local);
  return workload;
}

functional::Workload data_port_rate(const DataPortRateParameters& p) {
  functional::Workload workload;
  const Target target = place_memory(workload, p.memory, "elements", reach_of(p), p.groups);
  workload.threads = std::make_unique<BenchmarkThreads>(
      rate_program(p, target.index, workload.context.get()), p.groups, p.threads_per_group,
      [p](unsigned, unsigned thread, ThreadRegisters& registers) {
        for (unsigned lane = 0; lane < kRateLanes; ++lane)
          set_lane(registers, kBenchmarkX, lane, start_element(p, thread * kRateLanes + lane) * p.dwords * kDwordBytes);
        registers.grf[kBenchmarkPayload][0] = p.passes;
        return (1u << kRateLanes) - 1;
      },
      target.local);
  return workload;
}

}  // namespace texpipe::study
