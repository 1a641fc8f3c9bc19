// The joined RTL sampler in the place of the model's stages from address generator to filter: subspans in, footprints
// whose sums are there out, behind the same sockets.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/cache/texture_cache_statistics.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/stage/stage_state.h"
#include "rtl_cosim/blocks/clocked_stage.h"
#include "rtl_cosim/blocks/rtl_signals.h"
#include "rtl_cosim/blocks/sampler_accounts.h"
#include "rtl_cosim/verilated/verilated_sampler.h"
#include "timing/cache/fill_path.h"
#include "timing/sampler/sampler_stages.h"
#include "timing/system/block_registry.h"

namespace texpipe::rtl_cosim {

/// Clocked only while something moves in it. Lines come through the model's fill path and bring the bytes of memory;
/// everything from coordinates to sums is the RTL's.
class RtlSampler final : public ClockedStage {
 public:
  /// Errors: kUnsupported when the RTL is not built for these parameters.
  /// @param path       of the sampler
  /// @param next_line  bytes of a line of the next level
  RtlSampler(sc_core::sc_module_name name, const std::string& path, timing::Simulation& simulation,
             const machine::SamplerParameters& parameters, ByteSize next_line);

  bool makes_values() const override { return true; }

  timing::FillPath fills;

 private:
  /// A footprint in the RTL, or the token of a message without any, which passes beside it, in order and with its
  /// latencies.
  struct Entry {
    timing::PayloadRef payload;
    bool token = false;
    bool last = false;    // of its subspan
    bool summed = false;  // it left the filter; the last one stays there until it is taken
    Cycles ready;         // of a token
  };
  struct Stage {
    Stage(timing::Simulation& simulation, const std::string& path, std::string_view description);

    machine::CycleAccount* cycles;
    machine::Counter* passed;
    std::uint64_t upstream = 0;  // in the sampler, not yet accepted here
  };

  bool moves() const override;
  void edge() override;
  void stand_still(Cycles) override { account(); }
  void expected(std::uint32_t footprints) override;
  bool take_in(timing::Payload& payload) override;
  void before_results() override;
  timing::Payload* ready_head() override;
  void head_left() override;
  void schedule() override;

  bool is_driven() const { return requested_ || taken_out_ || asked_ || answered_; }
  void drive();
  void observe();
  void account();
  void ask();
  void answer();
  bool take_subspan(timing::Payload& payload);
  void offer_request(timing::Payload& payload);
  void push_footprints(const timing::FootprintExtension& subspan);

  std::unique_ptr<VerilatedSampler> rtl_;
  std::deque<Entry> entries_;  // oldest first
  unsigned quiet_ = 0;         // periods in which nothing moved
  std::uint64_t held_ = 0;     // footprints of the RTL

  // State of the period in progress.
  bool requested_ = false;  // a subspan stands at the RTL's input
  bool taken_in_ = false;   // and it is taken
  bool taken_out_ = false;
  bool asked_ = false;
  std::optional<unsigned> answered_;

  std::uint32_t made_of_message_ = 0;                                       // footprints
  std::array<std::uint64_t, verilated_texture_cache::kRegisters> lines_{};  // asked for, by register
  CacheLineWords words_{};                                                  // of the answer
  RtlSignals signals_;

  std::array<Stage, kSamplerStages> stages_;
  SamplerAccounts accounts_;
  machine::LookupStatistics lookups_;
  machine::Counter& clocked_;
};

/// Factory for the block registry's entry `rtl` of the sampler.
std::unique_ptr<timing::SamplerStages> make_rtl_sampler(const std::string& path, timing::Simulation& simulation,
                                                        const machine::SamplerParameters& parameters,
                                                        ByteSize next_line, const timing::BlockRegistry& blocks);

}  // namespace texpipe::rtl_cosim
