// Script of calls in given cycles, for tests that play the neighbours of a block themselves.
#pragma once

#include <functional>
#include <map>
#include <utility>

#include "timing/simulation/simulation.h"

namespace texpipe::timing::test {

class Script {
 public:
  explicit Script(Simulation& simulation) : simulation_{simulation} {}

  /// `what` happens in cycle `when`, after what was written for that cycle before.
  void at(std::uint64_t when, std::function<void()> what) {
    steps_.emplace(Cycles{when}, std::move(what));
    wake_.at(Cycles{when});
  }

 private:
  void act() {
    while (!steps_.empty() && steps_.begin()->first <= simulation_.clock.now()) {
      const std::function<void()> step = std::move(steps_.begin()->second);
      steps_.erase(steps_.begin());
      step();
    }
    if (!steps_.empty()) wake_.at(steps_.begin()->first);
  }

  Simulation& simulation_;
  std::multimap<Cycles, std::function<void()>> steps_;
  Wake wake_{simulation_.agenda, wakes<&Script::act>(*this)};
};

}  // namespace texpipe::timing::test
