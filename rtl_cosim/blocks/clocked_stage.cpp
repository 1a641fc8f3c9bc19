#include "rtl_cosim/blocks/clocked_stage.h"

namespace texpipe::rtl_cosim {

ClockedStage::ClockedStage(sc_core::sc_module_name name, timing::Simulation& simulation)
    : FootprintBlock{name, simulation}, wake_{simulation.agenda, timing::wakes<&ClockedStage::act>(*this)} {
  // The edge that ends the run's last cycle belongs to it, whether somebody looks or not.
  simulation.before_accounts_close.emplace_back([this] { pass_edges(); });
}

void ClockedStage::expect(std::uint32_t footprints) {
  simulation().guarded([&] {
    pass_edges();
    expected(footprints);
  });
}

void ClockedStage::act() {
  simulation().guarded([this] {
    pass_edges();
    progress();
  });
}

bool ClockedStage::offered(timing::Payload& payload) {
  bool accepted = false;
  simulation().guarded([&] {
    pass_edges();
    accepted = take_offered(payload);
  });
  return accepted;
}

bool ClockedStage::take_offered(timing::Payload& payload) {
  const bool accepted = take_in(payload);
  progress();
  return accepted;
}

void ClockedStage::taken() {
  simulation().guarded([this] {
    pass_edges();
    offering_ = false;
    head_left();
    progress();
  });
}

/// All that can happen in this period now.
void ClockedStage::progress() {
  before_results();
  put_out();
  after_results();
  while (waiting() != nullptr && take_in(*waiting())) take_waiting();
  schedule();
}

void ClockedStage::pass_edges() {
  const Cycles present = now();
  while (period_ < present) {
    if (!moves()) {
      stand_still(present);
      period_ = present;
      return;
    }
    edge();
    period_ += Cycles{1};
  }
}

void ClockedStage::put_out() {
  while (!offering_) {
    timing::Payload* head = ready_head();
    if (head == nullptr) return;
    offering_ = true;
    if (!offer(*head)) return;
    offering_ = false;
    head_left();
  }
}

timing::FillPath::Owner ClockedStage::owner_of_lines() {
  return {[this](std::uint64_t waiter) {
            line_came(static_cast<unsigned>(waiter));
            wake_at(now());
          },
          [] {}};
}

std::optional<unsigned> ClockedStage::next_line() {
  if (came_.empty()) return std::nullopt;
  const unsigned id = came_.front();
  came_.pop_front();
  return id;
}

}  // namespace texpipe::rtl_cosim
