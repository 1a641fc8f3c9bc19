#include "machine/eu/scoreboard.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>

using namespace texpipe;
using namespace texpipe::machine;
using functional::EuStep;
using functional::GrfRange;

namespace {

/// The times of every register and flag, as the scoreboard's answers are defined.
struct EveryRegister {
  std::array<Cycles, functional::kGrfCount> ready{}, free{};
  std::array<Cycles, 32> flags{};

  Cycles of(const EuStep& step, Cycles from) const {
    Cycles when = from;
    const auto wait = [&](const auto& times, GrfRange range) {
      for (unsigned r = range.first; r < unsigned{range.first} + range.count; ++r) when = std::max(when, times[r]);
    };
    for (const GrfRange& range : step.reads) wait(ready, range);
    if (step.checks_destination) {
      wait(ready, step.writes);
      wait(free, step.writes);
    }
    for (unsigned flag = 0; flag < flags.size(); ++flag)
      if (((step.reads_flags | step.writes_flags) >> flag & 1) != 0) when = std::max(when, flags[flag]);
    return when;
  }
  static void set(auto& times, GrfRange range, Cycles when) {
    for (unsigned r = range.first; r < unsigned{range.first} + range.count; ++r) times[r] = when;
  }
};

GrfRange random_range(std::mt19937& random) {
  const auto first = static_cast<std::uint8_t>(random() % 24 + (random() % 2 == 0 ? 52 : 0));
  return {first, static_cast<std::uint8_t>(random() % 5)};
}

}  // namespace

TEST_CASE("a scoreboard of what is under way answers as the times of every register do", "[eu]") {
  std::mt19937 random{1};
  for (int thread = 0; thread < 200; ++thread) {
    Scoreboard board;
    EveryRegister every;
    StepPreparation preparation{EuParameters{}};
    std::vector<GrfRange> sent;
    Cycles from{1};
    for (int n = 0; n < 200; ++n) {
      EuStep step;
      for (GrfRange& range : step.reads) range = random_range(random);
      step.writes = random_range(random);
      step.reads_flags = 1u << random() % 6;
      step.writes_flags = random() % 2 == 0 ? 1u << random() % 6 : 0;
      step.checks_destination = random() % 8 != 0;
      const PreparedStep prepared = preparation.prepare(step);
      Cycles when = board.ready(prepared, from);
      REQUIRE(when == every.of(step, from));
      if (when == kNever) {  // everything that was sent is answered
        for (const GrfRange& range : sent) {
          const RegisterSet registers{range};
          board.forget(registers);
          board.set(registers, from + Cycles{1});
          every.set(every.ready, range, from + Cycles{1});
        }
        sent.clear();
        when = board.ready(prepared, from);
        REQUIRE(when == every.of(step, from));
      }
      from = when + Cycles{1};
      const bool sends = random() % 6 == 0;
      const Cycles result = sends ? kNever : when + Cycles{1 + random() % 30};
      if (!step.checks_destination) board.forget(prepared.written);
      board.set(prepared.written, result);
      every.set(every.ready, step.writes, result);
      board.set_flags(step.writes_flags, when + Cycles{3});
      for (unsigned flag = 0; flag < every.flags.size(); ++flag)
        if ((step.writes_flags >> flag & 1) != 0) every.flags[flag] = when + Cycles{3};
      if (!sends) continue;
      sent.push_back(step.writes);
      board.hold(prepared.read, when + Cycles{5});
      for (const GrfRange& range : step.reads) every.set(every.free, range, when + Cycles{5});
    }
  }
}
