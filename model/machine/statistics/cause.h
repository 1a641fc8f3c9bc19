// What can hold work back: the resources of a machine, and the parameters that relieve them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/enum_table.h"

namespace texpipe::machine {

/// Latencies first: CausePath depends on it. Rates are waits for a unit that works on something else, capacities waits
/// for a slot, register or thread that something else holds.
enum class Cause : std::uint8_t {
  // latencies
  kFrontEndLatency,
  kAddressGeneratorLatency,
  kTagLatency,
  kDataLatency,
  kDecompressionLatency,
  kDecoderLatency,
  kFilterLatency,
  kWritebackLatency,
  kL2HitLatency,
  kL2FillLatency,
  kL3HitLatency,
  kL3FillLatency,
  kMemoryLatency,
  kMemoryRowMiss,
  kRequestLatency,
  kResponseLatency,
  kInstruction,
  kFpuLatency,
  kExtendedMathLatency,
  kBranchLatency,
  kThreadEndLatency,
  kDataPortLatency,
  kSharedFunction,
  // rates
  kFrontEndRate,
  kAddressGeneratorRate,
  kTagRate,
  kDataRate,
  kDecompressionRate,
  kDecoderRate,
  kFilterRate,
  kWritebackRate,
  kL2Bank,
  kL3Bank,
  kMemoryBank,
  kMemoryBandwidth,
  kRequestRate,
  kResponseRate,
  kEuPipe,
  kEuIssue,
  kDispatchRate,
  kDataPortRate,
  kRaster,
  kNoWork,
  // capacities
  kFrontEndSlots,
  kAddressGeneratorSlots,
  kFifoSlots,
  kL1Mshrs,
  kDataSlots,
  kDecoderSlots,
  kFilterSlots,
  kWritebackSlots,
  kL2Mshrs,
  kL2Queue,
  kL2WriteBuffer,
  kL3Mshrs,
  kL3Queue,
  kL3WriteBuffer,
  kMemoryQueue,
  kRequestSlots,
  kResponseSlots,
  kSendSlots,
  kThreads,
  kDataPortSlots,
  kDataPortLines,
};
inline constexpr std::size_t kCauses = static_cast<std::size_t>(Cause::kDataPortLines) + 1;
inline constexpr std::size_t kLatencyCauses = static_cast<std::size_t>(Cause::kFrontEndRate);

constexpr std::size_t index_of(Cause cause) {
  return static_cast<std::size_t>(cause);
}

/// A parameter, without indices of lists (`slice.subslice.sampler.l1.mshrs`), and which way relieves.
struct Remedy {
  std::string_view parameter;
  bool more = true;  // larger values relieve; else smaller ones
};

struct CauseRow {
  Cause cause;
  std::string_view name;             // in stats.json
  std::string_view meaning;          // of a cycle charged to it
  std::array<Remedy, 3> remedies{};  // empty names: none; the first is named when none lies off its default
};

const CauseRow& row_of(Cause cause);

/// Categories of an account of lost cycles: 0 is the filter's work, 1 + n is cause n.
EnumRows lost_cycle_rows();

/// What a pipeline stage's waits are called.
struct StageCauses {
  Cause slots;
  Cause latency;
  Cause rate;
};

/// The same of a cache of lines.
struct LineCacheCauses {
  Cause hit = Cause::kL3HitLatency;
  Cause fill = Cause::kL3FillLatency;
  Cause bank = Cause::kL3Bank;
  Cause mshrs = Cause::kL3Mshrs;
  Cause queue = Cause::kL3Queue;
  Cause write_buffer = Cause::kL3WriteBuffer;
};
inline constexpr LineCacheCauses kL2Causes{Cause::kL2HitLatency, Cause::kL2FillLatency, Cause::kL2Bank,
                                           Cause::kL2Mshrs,      Cause::kL2Queue,       Cause::kL2WriteBuffer};

}  // namespace texpipe::machine
