// What can hold work back: the resources of a machine, and the parameters that relieve them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/enum_table.h"

namespace texpipe::machine {

/// Latencies (time that a piece of work needs), rates (time that a unit works, on it and on what is before it),
/// capacities (waits for a slot, register or thread that something else holds), sizes (waits for a line that a larger
/// cache would hold).
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
  kSharedL2HitLatency,
  kSharedL2FillLatency,
  kL3HitLatency,
  kL3FillLatency,
  kLlcHitLatency,
  kLlcFillLatency,
  kTlbWalk,
  kMemoryLatency,
  kMemoryRowMiss,
  kRequestLatency,
  kResponseLatency,
  kFpuLatency,
  kWideMultiplyLatency,
  kInterpolationLatency,
  kExtendedMathLatency,
  kPowerLatency,
  kDivisionLatency,
  kFlagLatency,
  kBranchLatency,
  kSendLatency,
  kThreadEndLatency,
  kDataPortLatency,
  kDataPortReadLatency,
  kPixelCoverageLatency,
  kLocalMemoryLatency,
  kGatewayLatency,
  // rates
  kFrontEndRate,
  kAddressGeneratorRate,
  kBufferRate,
  kTagRate,
  kDataBanks,
  kDataPorts,
  kDecompressionRate,
  kDecoderRate,
  kFilterRate,
  kWritebackRate,
  kL2Banks,
  kL2Rate,
  kSharedL2Banks,
  kSharedL2Rate,
  kL3Banks,
  kL3Rate,
  kLlcBanks,
  kLlcRate,
  kLlcWriteRate,
  kMemoryBanks,
  kMemoryBankCycle,
  kMemoryBandwidth,
  kRequestRate,
  kResponseRate,
  kEus,
  kEuIssue,
  kDispatchRate,
  kDataPortRate,
  kDataPortReads,
  kPixelCoverageRate,
  kLocalMemoryBanks,
  kRasterSetup,
  kRasterTiles,
  kRasterSubspans,
  kRasterSamples,
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
  kSharedL2Mshrs,
  kSharedL2Queue,
  kL3Mshrs,
  kL3Queue,
  kL3WriteBuffer,
  kLlcMshrs,
  kLlcQueue,
  kLlcWriteBuffer,
  kMemoryQueue,
  kRequestSlots,
  kResponseSlots,
  kSendSlots,
  kThreads,
  kDataPortSlots,
  kDataPortLines,
  kPixelCoverageQueue,
  kRasterSlots,
  // sizes
  kL1Size,
  kL1Ways,
  kL2Size,
  kL2Ways,
  kSharedL2Size,
  kSharedL2Ways,
  kL3Size,
  kL3Ways,
  kLlcSize,
  kLlcWays,
  // blocks that are not the model's
  kForeignMemory,
  kForeignFilter,
  kNone,
};
inline constexpr std::size_t kCauses = static_cast<std::size_t>(Cause::kNone) + 1;

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
  std::array<Remedy, 2> remedies{};  // empty names: none; the second is a bank hash, named when it spreads nothing
  Cause unit = Cause::kNone;         // whose parameter multiplies this one as well
};

const CauseRow& row_of(Cause cause);

/// Categories of an account of lost cycles: 0 is the filter's work, 1 + n is cause n.
EnumRows lost_cycle_rows();

/// What a pipeline stage's waits are called.
struct StageCauses {
  Cause slots;
  Cause latency;
  Cause rate;
  Cause second_rate = Cause::kNone;  // shortens the same work
};

/// The same of a cache of lines. Nothing writes to the second level: it has no write buffer.
struct LineCacheCauses {
  Cause hit = Cause::kL3HitLatency;
  Cause fill = Cause::kL3FillLatency;
  Cause banks = Cause::kL3Banks;
  Cause rate = Cause::kL3Rate;
  Cause mshrs = Cause::kL3Mshrs;
  Cause queue = Cause::kL3Queue;
  Cause size = Cause::kL3Size;
  Cause ways = Cause::kL3Ways;
  Cause write_buffer = Cause::kL3WriteBuffer;
  Cause write_rate = Cause::kNone;  // of the way there
};
inline constexpr LineCacheCauses kL2Causes{Cause::kL2HitLatency, Cause::kL2FillLatency, Cause::kL2Banks,
                                           Cause::kL2Rate,       Cause::kL2Mshrs,       Cause::kL2Queue,
                                           Cause::kL2Size,       Cause::kL2Ways};
inline constexpr LineCacheCauses kSharedL2Causes{
    Cause::kSharedL2HitLatency, Cause::kSharedL2FillLatency, Cause::kSharedL2Banks, Cause::kSharedL2Rate,
    Cause::kSharedL2Mshrs,      Cause::kSharedL2Queue,       Cause::kSharedL2Size,  Cause::kSharedL2Ways};
inline constexpr LineCacheCauses kLlcCauses{
    Cause::kLlcHitLatency, Cause::kLlcFillLatency, Cause::kLlcBanks, Cause::kLlcRate,        Cause::kLlcMshrs,
    Cause::kLlcQueue,      Cause::kLlcSize,        Cause::kLlcWays,  Cause::kLlcWriteBuffer, Cause::kLlcWriteRate};

}  // namespace texpipe::machine
