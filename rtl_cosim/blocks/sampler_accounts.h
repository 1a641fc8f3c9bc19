// Accounts of the stages of the RTL sampler in each cycle, told as the model's are: by who enters, leaves and
// waits.
#pragma once

#include <array>
#include <cstdint>

#include "machine/stage/stage_state.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

namespace texpipe::rtl_cosim {

enum class SamplerStage : std::uint8_t { kAddresses, kTags, kData, kDecoder, kFilter };
inline constexpr unsigned kSamplerStages = 5;

class SamplerAccounts {
 public:
  using StageState = machine::StageState;
  /// By stage; kIdle: neither busy nor stalled.
  using States = std::array<StageState, kSamplerStages>;

  /// To be called once a cycle, with what happens in it.
  States pass(const VerilatedSampler::Doings& doings) {
    const std::array<bool, kSamplerStages + 1> moves{doings.splits,  doings.asks_lines, doings.moves,
                                                     doings.decodes, doings.filters,    doings.sums};
    for (unsigned stage = 0; stage < kSamplerStages; ++stage) held_[stage] += moves[stage] - moves[stage + 1];
    reading_ += doings.moves;
    const bool fifo_full = full(SamplerStage::kTags);
    const States states{
        state(SamplerStage::kAddresses, doings.splits, doings.lines_wait, false),
        state(SamplerStage::kTags, doings.looks_up || doings.looks_up_last, doings.lacks_room,
              doings.lacks_register || (fifo_full && doings.lacks_line)),
        state(SamplerStage::kData, reading_ != 0, doings.texels_wait, false),
        state(SamplerStage::kDecoder, doings.decodes, doings.codes_wait, false),
        state(SamplerStage::kFilter, doings.filters, doings.sums_wait, false),
    };
    reading_ -= doings.reads;
    return states;
  }

  /// After the cycle that was passed last.
  bool full(SamplerStage stage) const {
    constexpr std::array<unsigned, kSamplerStages> kSlots{
        verilated_sampler::kAddressSlots, verilated_texture_cache::kFifoSlots, verilated_texture_cache::kDataSlots,
        verilated_sampler::kDecoderSlots, verilated_sampler::kFilterSlots};
    const auto number = static_cast<std::size_t>(stage);
    return held_[number] == static_cast<int>(kSlots[number]);
  }

 private:
  StageState state(SamplerStage stage, bool busy, bool waits, bool misses) const {
    if (busy) return StageState::kBusy;
    if (full(stage) && waits) return StageState::kBlocked;
    if (misses) return StageState::kMiss;
    return full(stage) ? StageState::kLatency : StageState::kIdle;
  }

  std::array<int, kSamplerStages> held_{};  // footprints
  int reading_ = 0;                         // left the FIFO and not read out of the banks
};

}  // namespace texpipe::rtl_cosim
