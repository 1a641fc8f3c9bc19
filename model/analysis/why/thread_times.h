// Times of chosen threads of a frame on a machine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "base/quantity.h"
#include "study/pixel_maps/frame_trail.h"
#include "timing/observe/events.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Stay of a thread on a machine.
struct ThreadTimes {
  std::string place;  // path of its EU's thread slot
  Cycles started;
  Cycles ended;
};

class ThreadTimesRecorder final : public timing::EventListener {
 public:
  /// @param threads  counted over the workload
  explicit ThreadTimesRecorder(std::set<std::uint64_t> threads) : asked_{std::move(threads)} {}

  /// @param trail  of the workload that is followed
  void follow(std::shared_ptr<const FrameTrail> trail) { trail_ = std::move(trail); }
  /// The machine stands.
  void listen(timing::Simulation& simulation);

  void on(const timing::ThreadEvent& event) override;
  bool wants_sampler_details() const override { return false; }

  /// After the run, by number.
  const std::map<std::uint64_t, ThreadTimes>& times() const { return times_; }

 private:
  std::set<std::uint64_t> asked_;
  std::shared_ptr<const FrameTrail> trail_;
  const timing::EventHub* events_ = nullptr;
  std::map<std::uint64_t, ThreadTimes> times_;
  std::map<std::string, std::uint64_t> running_;  // of the asked ones, by place
};

}  // namespace texpipe::study
