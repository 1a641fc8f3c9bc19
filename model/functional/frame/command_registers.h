// Registers that command streams load, store and compute with.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/stream_output/stream_output.h"

namespace texpipe::functional {

/// Offsets of registers that have an effect (specification/3d-pipeline 1; counters: INTEL_gen9 register names).
namespace register_offset {
inline constexpr std::uint32_t kGeneralPurpose = 0x2600;  // sixteen of 64 bits
inline constexpr std::uint32_t kPredicateSource0 = 0x2400;
inline constexpr std::uint32_t kPredicateSource1 = 0x2408;
inline constexpr std::uint32_t kPredicateResult = 0x2418;
inline constexpr std::uint32_t kStartVertex = 0x2430;
inline constexpr std::uint32_t kVertexCount = 0x2434;
inline constexpr std::uint32_t kInstanceCount = 0x2438;
inline constexpr std::uint32_t kStartInstance = 0x243C;
inline constexpr std::uint32_t kBaseVertex = 0x2440;
inline constexpr std::uint32_t kStreamOffset = 0x5280;  // SO_WRITE_OFFSET: four of 32 bits
inline constexpr std::uint32_t kDispatchX = 0x2500;
inline constexpr std::uint32_t kDispatchY = 0x2504;
inline constexpr std::uint32_t kDispatchZ = 0x2508;
inline constexpr std::uint32_t kGtMode = 0x7008;  // its upper half says which bits of the lower one are written
}  // namespace register_offset

/// GT_MODE begins as the kernel driver sets it, with pixels hashed by 16x4 (resolution R65). All other registers keep
/// what is stored in them and read it back; they have no effect on values.
class CommandRegisters {
 public:
  static constexpr unsigned kGeneralPurposeRegisters = 16;

  /// @param statistics  what counter registers read; outlives the registers
  explicit CommandRegisters(const PipelineStatistics& statistics) : statistics_{statistics} {}

  std::uint32_t read(std::uint32_t offset) const;
  void write(std::uint32_t offset, std::uint32_t value);

  std::uint64_t general(unsigned number) const;
  void set_general(unsigned number, std::uint64_t value);

  /// Write offsets of stream output.
  StreamOffsets& stream_offsets() { return stream_offsets_; }

  bool predicate() const { return (read(register_offset::kPredicateResult) & 1) != 0; }

 private:
  const PipelineStatistics& statistics_;
  StreamOffsets stream_offsets_{};
  std::uint32_t gt_mode_ = 0x100;
  std::map<std::uint32_t, std::uint32_t> values_;  // that were ever written
};

}  // namespace texpipe::functional
