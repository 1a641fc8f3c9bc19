// A texture cache or a sampler of one's own RTL behind the sockets of the model's: what is common to both.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "machine/sampler/sampler_parameters.h"
#include "machine/stage/stage_state.h"
#include "rtl_cosim/blocks/clocked_stage.h"
#include "rtl_cosim/blocks/clocked_stream.h"
#include "rtl_cosim/blocks/rtl_signals.h"
#include "rtl_cosim/verilated/lines_rtl.h"
#include "timing/cache/fill_path.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::rtl_cosim {

/// Bytes of a line from the next level, as debug transport finds them: those of its blocks where texels were blocks.
CacheLineWords line_bytes(timing::Simulation& simulation, timing::FillPath& fills, machine::LineKey key,
                          std::uint32_t expansion);

/// Each offer becomes one request; its footprints leave, in order, when the RTL has the result. A message without
/// footprints passes beside the RTL, a cycle later. The RTL asks for lines when it likes and as often as it likes, at
/// most one line a cycle, up to 16 on their way; they come through the model's fill path with the bytes of memory.
/// Nothing is known of what is inside: clocked as long as it holds a request, asks, or a line is on its way.
class LineStage : public ClockedStage {
 public:
  timing::FillPath fills;

 protected:
  struct Line {
    machine::LineKey key;
    timing::FillPath::Decoding decoding;
  };

  /// Blocks of the model that the RTL stands for.
  enum class Stands : std::uint8_t { kForCache, kForSampler };

  /// The module is to be made below its sampler.
  /// @param next_line  bytes of a line of the next level
  /// Errors: kUnsupported when the model's lines are not those of the ports.
  LineStage(sc_core::sc_module_name name, Stands stands, timing::Simulation& simulation,
            const machine::SamplerParameters& parameters, ByteSize next_line, std::unique_ptr<LinesRtl> rtl);

  /// Path of the sampler around it.
  std::string sampler() const;

  /// Whether an offer is empty: nothing to ask of the RTL and nothing that passes.
  virtual bool is_empty(const timing::FootprintExtension& offered) const = 0;
  virtual PortValues request(const timing::FootprintExtension& offered) = 0;
  /// Appends the footprints of what is offered with append().
  virtual void append_all(timing::Payload& offered) = 0;
  /// The result of a request, before its footprints leave; the first of them.
  virtual void deliver(const timing::FootprintExtension& first, const PortValues& result) = 0;
  /// Line that a key names.
  virtual Line line_of(std::uint64_t key) const = 0;
  /// A line came.
  virtual void brought(std::uint64_t, const CacheLineWords&) {}

  /// @param first, last  of its request
  void append(timing::PayloadRef footprint, bool first, bool last);

 private:
  struct Entry {
    timing::PayloadRef payload;
    bool passes = false;  // beside the RTL
    bool first = true;
    bool last = true;
    Cycles ready;  // of what passes
  };

  bool moves() const final { return works() || rtl_.is_driven(); }
  void edge() final;
  void stand_still(Cycles present) final { rtl_.pass_edges(present, false); }
  void expected(std::uint32_t footprints) final;
  bool take_in(timing::Payload& payload) final;
  void before_results() final;
  timing::Payload* ready_head() final;
  void head_left() final;
  void schedule() final;

  void put_lines();
  void ask();
  void answer();
  bool works() const;
  void account();

  LinesRtl& lines_;  // of rtl_
  ClockedStream rtl_;
  std::deque<Entry> entries_;                                          // oldest first
  bool asked_ = false;                                                 // in this period
  std::array<std::optional<std::uint64_t>, kLineIds> on_their_way_{};  // keys by id
  std::optional<unsigned> answering_;                                  // the id that stands at the port
  CacheLineWords words_{};                                             // of that
  std::uint64_t upstream_ = 0;
  RtlSignals signals_;

  machine::StatisticsGroup& accounts_;
  machine::CycleAccount& cycles_;
  machine::Counter& passed_;
  machine::Counter& clocked_;
};

}  // namespace texpipe::rtl_cosim
