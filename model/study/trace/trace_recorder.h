// Listens to a machine and tells a trace what lies in its window.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "study/pixels/message_follower.h"
#include "study/trace/trace_sink.h"
#include "timing/observe/simulation.h"

namespace texpipe::study {

/// What of a run goes to a trace.
struct TraceWindow {
  Cycles from;
  Cycles to{~std::uint64_t{0}};                                 // not included
  std::optional<std::unordered_set<std::uint64_t>> messages{};  // by number; none: all, and what is of no message
};

/// Things that reach into the window are told whole.
class TraceRecorder final : public MessageFollower, public timing::EventListener {
 public:
  TraceRecorder(TraceSink& sink, TraceWindow window) : sink_{sink}, window_{std::move(window)} {}

  /// Blocks tell nothing before the window where they tell what happens when it is over.
  void listen(timing::Simulation& simulation, EventOrder order);
  /// @param soon  before the next call
  void reach(Cycles soon);

  Follow follow() const override { return Follow::kNumbers; }
  void sent(const functional::Message&) override {}
  void stored(std::uint32_t, std::uint32_t, std::span<const SampledChannel>) override {}

  void on(const timing::LevelEvent& event) override;
  void on(const timing::FillEvent& event) override;
  void on(const timing::FootprintEvent& event) override;
  void on(const timing::MessageEvent& event) override;
  void on(const timing::AnswerEvent& event) override;

  /// Whether anything was in the window.
  bool any() const { return any_; }

 private:
  bool within(Cycles from, Cycles to) { return from < window_.to && to >= window_.from; }
  bool chosen(std::uint64_t number) const { return !window_.messages || window_.messages->contains(number); }
  const std::string& block(timing::ChannelId channel) const { return blocks_[static_cast<std::size_t>(channel)]; }
  template <class Traced>
  void tell(const Traced& traced) {
    any_ = true;
    sink_.on(traced);
  }

  TraceSink& sink_;
  TraceWindow window_;
  timing::EventHub* before_window_ = nullptr;  // to be listened to when the window begins
  bool any_ = false;
  std::vector<std::string> channels_;  // paths
  std::vector<std::string> blocks_;    // paths of the blocks that they belong to
};

}  // namespace texpipe::study
