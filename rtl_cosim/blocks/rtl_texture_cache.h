// The RTL texture cache in the place of the model's tags, latency FIFO and data read: footprints in, footprints whose
// lines were read out, behind the same sockets.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/cache/texture_cache_statistics.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/stage/stage_statistics.h"
#include "rtl_cosim/blocks/clocked_stage.h"
#include "rtl_cosim/blocks/rtl_signals.h"
#include "rtl_cosim/verilated/verilated_texture_cache.h"
#include "timing/cache/fill_path.h"

namespace texpipe::rtl_cosim {

/// Clocked only while something moves in it. Lines come through the model's fill path, decompressed if their format
/// asks for it, and bring the bytes of memory; what the RTL puts out is compared with what was brought.
class RtlTextureCache final : public ClockedStage {
 public:
  /// Errors: kUnsupported when the RTL is not built for these parameters.
  /// @param next_line  bytes of a line of the next level
  /// @param rtl        with the ports of the repository's
  RtlTextureCache(sc_core::sc_module_name name, timing::Simulation& simulation,
                  const machine::SamplerParameters& parameters, ByteSize next_line,
                  std::unique_ptr<VerilatedTextureCache> rtl);

  void offer_sockets(timing::Sockets& sockets, const std::string& path) override;
  bool reads_data() const override { return true; }

  timing::FillPath fills;

 private:
  /// A footprint in the RTL, or the token of a message without any, which passes beside it, in order and with its
  /// latencies.
  struct Entry {
    timing::PayloadRef payload;
    bool token = false;
    Cycles ready;  // of a token
    Cycles looked_up;
    Cycles lines_there;
    Cycles moved;
    Cycles reading;  // from here on
    Cycles read;
  };
  struct Miss {
    machine::LineKey key;
    timing::FillPath::Decoding decoding;
  };
  using Number = std::uint64_t;  // of a footprint, in the order of acceptance
  struct Awaited {
    std::uint64_t key;
    Number footprint;
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

  bool is_driven() const { return taken_in_ || taken_out_ || asked_ || answered_; }
  void drive();
  void observe();
  void look_up();
  void line_there();
  void move();
  void account();
  void ask();
  void answer();
  bool take_footprint(timing::Payload& payload);
  void check_lines(const timing::FootprintExtension& footprint) const;
  Entry& footprint(Number number) { return *footprints_[number - left_]; }

  bool empty() const { return accepted_ == left_; }

  std::unique_ptr<VerilatedTextureCache> rtl_;
  std::deque<Entry> entries_;
  std::deque<Entry*> footprints_;  // of those
  unsigned quiet_ = 0;             // periods in which nothing moved

  // State of the period in progress.
  std::vector<std::uint64_t> keys_;
  bool taken_in_ = false;  // keys_ is
  bool taken_out_ = false;
  bool asked_ = false;
  std::optional<unsigned> answered_;

  std::deque<Miss> to_ask_;       // lookups that missed, until they ask
  std::vector<Awaited> awaited_;  // lines on their way, by who waits
  struct Register {
    Miss miss;
    CacheLineWords words{};
  };
  std::array<Register, verilated_texture_cache::kRegisters> registers_{};
  struct Brought {
    CacheLineWords last{};
    CacheLineWords before{};
  };
  std::map<std::uint64_t, Brought> brought_;  // by key: the bytes that came
  Number accepted_ = 0, looked_up_ = 0, moved_ = 0, read_ = 0, left_ = 0;
  std::uint64_t upstream_ = 0;       // in the sampler, not yet accepted here
  std::uint64_t data_upstream_ = 0;  // not yet in the data read
  RtlSignals signals_;

  machine::StatisticsGroup& group_;
  machine::StatisticsGroup& data_group_;
  machine::StageStatistics tags_;
  machine::StageStatistics data_;
  machine::LookupStatistics lookups_;
  machine::Counter& clocked_;
  timing::ChannelId channel_;
};

/// Factory for the block registry's entry `rtl` of the tags.
std::unique_ptr<timing::FootprintBlock> make_rtl_texture_cache(sc_core::sc_module_name name,
                                                               timing::Simulation& simulation,
                                                               const machine::SamplerParameters& parameters,
                                                               ByteSize next_line);

}  // namespace texpipe::rtl_cosim
