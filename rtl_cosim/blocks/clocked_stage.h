// A stage of the sampler whose work Verilated RTL does, behind the sockets of the model's: what is common to all of
// them, whatever the ports of the RTL.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "timing/cache/fill_path.h"
#include "timing/stage/footprint_block.h"

namespace texpipe::rtl_cosim {

/// Cycle t of the model is the clock period that ends with the rising edge which comes before the block acts at a later
/// time. Neighbours call the block from processes of their own: an RtlStopped or another Error in such a call ends the
/// run with its exit code, as one in the block's own process does.
class ClockedStage : public timing::FootprintBlock {
 public:
  void expect(std::uint32_t footprints) final;

 protected:
  ClockedStage(sc_core::sc_module_name name, timing::Simulation& simulation);

  // Properties of its RTL that the derived stage tells.

  /// Whether an edge at the end of the period in progress would change anything.
  virtual bool moves() const = 0;
  /// The rising edge at the end of the period in progress: accounts are of period(), and the new inputs stand.
  virtual void edge() = 0;
  /// Nothing moves from the period in progress up to the present one.
  virtual void stand_still(Cycles present) = 0;

  /// So many footprints more will come.
  virtual void expected(std::uint32_t footprints) = 0;
  /// Takes in a neighbour's offer. Returns whether the stage takes it in this period.
  virtual bool take_in(timing::Payload& payload) = 0;
  /// All that happens at a new offer. Returns whether it is taken.
  virtual bool take_offered(timing::Payload& payload);
  /// Work that comes before results leave: the RTL's asks, and answers to them.
  virtual void before_results() {}
  /// Work between results and the offer that waits: the rest of an offer that was taken.
  virtual void after_results() {}
  /// The footprint that may leave in this period, its values made and compared; null: none.
  virtual timing::Payload* ready_head() = 0;
  /// The ready head left.
  virtual void head_left() = 0;
  /// At the end of all that happens now: accounts, and the next wake_at().
  virtual void schedule() = 0;

  /// Rising edges between the period in progress and the present one.
  void pass_edges();
  Cycles period() const { return period_; }
  /// Offers ready heads, until one has to wait.
  void put_out();
  /// The ready head waits for the neighbour downstream.
  bool is_offering() const { return offering_; }
  void wake_at(Cycles when) { wake_.at(when); }

  /// The next level brought the line of an id, or has it: it waits for next_line().
  void line_came(unsigned id) { came_.push_back(id); }
  bool lines_wait() const { return !came_.empty(); }
  /// The id of the line that waits longest, which waits no longer.
  std::optional<unsigned> next_line();
  /// Owner of the fill path of a stage that asks for lines by id.
  timing::FillPath::Owner owner_of_lines();

 private:
  bool offered(timing::Payload& payload) final;
  void taken() final;

  void act();
  void progress();

  Cycles period_;          // the clock period in progress
  bool offering_ = false;  // the head is offered downstream
  std::deque<unsigned> came_;
  timing::Wake wake_;
};

}  // namespace texpipe::rtl_cosim
