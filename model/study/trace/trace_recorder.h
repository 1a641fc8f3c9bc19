// Listens to a machine and tells a trace what lies in its window.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "study/pixel_maps/message_follower.h"
#include "study/trace/trace_sink.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Part of a run that goes to a trace.
struct TraceWindow {
  Cycles from;
  Cycles to{~std::uint64_t{0}};                                 // not included
  std::optional<std::unordered_set<std::uint64_t>> messages{};  // by number; none: all, and what is of no message
};

/// Things that reach into the window are told whole, in the order of the times at which they were over; those of one
/// time in an order of their own: a trace does not depend on the order of processes, nor on the timing.
class TraceRecorder final : public MessageFollower, public timing::EventListener {
 public:
  TraceRecorder(TraceSink& sink, TraceWindow window, TraceStart start = TraceStart::kAtOnce)
      : sink_{sink}, window_{std::move(window)}, records_{start == TraceStart::kAtOnce} {}

  /// Blocks tell nothing before the window where they tell what happens when it is over.
  void listen(timing::Simulation& simulation, EventOrder order);
  /// Everything before `now` has happened. @param soon  before the next call
  void reach(Cycles now, Cycles soon);
  /// Begins or ends recording at `now`, which was reached. Things that are on their way when it ends are left out where
  /// blocks tell what happens when it is over.
  void record(TraceSwitch to, Cycles now);
  bool records() const { return records_; }
  /// After the run.
  void finish();

  Follow follow() const override { return Follow::kNumbers; }
  void sent(const functional::Message&) override {}
  void stored(std::uint32_t, std::uint32_t, std::span<const SampledChannel>) override {}

  void on(const timing::LevelEvent& event) override;
  void on(const timing::FillEvent& event) override;
  void on(const timing::FootprintEvent& event) override;
  void on(const timing::MessageEvent& event) override;
  void on(const timing::AnswerEvent& event) override;
  void on(const timing::ThreadEvent& event) override;

  /// The workload is a frame: its messages and threads tell their draws.
  void follow_frame(std::shared_ptr<const FrameTrail> trail) { trail_ = std::move(trail); }

  /// Whether anything was in the window.
  bool any() const { return any_; }

 private:
  bool within(Cycles from, Cycles to) {
    return from < window_.to && to >= window_.from && from < off_from_ && to >= on_from_;
  }
  bool chosen(std::uint64_t number) const { return !window_.messages || window_.messages->contains(number); }
  const std::string& block(timing::ChannelId channel) const { return blocks_[static_cast<std::size_t>(channel)]; }
  template <class Traced>
  void keep(const Traced& traced, std::string_view place, Cycles at, std::uint64_t first = 0,
            std::uint64_t second = 0) {
    any_ = true;
    kept_.push_back({at, place, first, second, traced});
  }
  /// The one string of this content that lives as long as the recorder.
  std::string_view name(std::string text) { return *names_.insert(std::move(text)).first; }
  void listen_if_due(Cycles soon);
  /// Draw whose thread sends a message.
  std::optional<std::uint64_t> draw_of(std::uint64_t message) const;
  void tell_before(Cycles end);

  /// A message left its sampler.
  struct Done {
    std::uintptr_t work = 0;
  };
  /// Something, when it was over.
  struct Kept {
    Cycles at;
    std::string_view place;               // of things of one time
    std::uint64_t first = 0, second = 0;  // the same, at one place
    std::variant<TracedFootprint, TracedPassage, TracedMessage, TracedFill, TracedLevel, Done, TracedThread> what;

    auto key() const { return std::tuple{at.value(), what.index(), place, first, second}; }
  };

  /// A thread that runs.
  struct Running {
    std::string_view place;
    std::uint64_t number = 0;
    std::string_view what;
    std::optional<std::uint64_t> draw;
    Cycles started;
  };
  using Slot = std::tuple<unsigned, unsigned, unsigned>;  // subslice, EU, thread

  std::shared_ptr<const FrameTrail> trail_;  // of a frame
  std::map<Slot, Running> running_;

  TraceSink& sink_;
  TraceWindow window_;
  timing::EventHub* events_ = nullptr;  // while the machine lives
  EventOrder order_ = EventOrder::kWhenOver;
  bool records_;
  Cycles on_from_;                      // the latest stretch that is recorded
  Cycles off_from_{~std::uint64_t{0}};  // not included
  bool listens_ = false;                // from the beginning of the window on
  std::vector<Kept> kept_;              // not told yet
  std::set<std::string, std::less<>> names_;
  bool any_ = false;
  std::vector<std::string> channels_;  // paths
  std::vector<std::string> blocks_;    // paths of the blocks that they belong to
};

}  // namespace texpipe::study
