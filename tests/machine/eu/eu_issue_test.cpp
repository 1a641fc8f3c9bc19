#include "machine/eu/eu_issue.h"

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <random>

#include "functional/execution/lane_program_builder.h"

using namespace texpipe;
using namespace texpipe::machine;
using namespace texpipe::functional;

namespace {

/// One EU whose surroundings answer by fixed rules: a send slot is free `slot_held` cycles after the payload was read,
/// a response comes `latency` cycles after it, the next thread starts `restart` cycles after one's last message.
struct Surroundings {
  Cycles slot_held{2};
  Cycles latency{20};
  Cycles restart{3};
};

struct Bench {
  Bench(const LaneProgram& run, const EuParameters& parameters, const Surroundings& around, unsigned threads)
      : program{run},
        surroundings{around},
        threads_left{threads},
        statistics{registry.group("eu", "execution unit")},
        eu{parameters, statistics} {
    for (unsigned slot = 0; slot < parameters.threads; ++slot)
      events.emplace(Cycles{slot + 1}, Event{Event::kStart, slot});
  }

  struct Event {
    enum Kind { kStart, kSlotFree, kResponse } kind;
    unsigned slot = 0;
    GrfRange destination{};
    std::uint64_t order = 0;
  };

  void start(unsigned slot, Cycles now) {
    if (threads_left == 0) return;
    --threads_left;
    ThreadStart& thread = eu.vacant(slot);
    CHECK(thread.registers->grf[1][0] == 0);
    restart<LaneThread>(thread.program, program, 0xFFu);
    thread.registers->grf[1][0] = 1 + threads_left % 3;
    eu.start(slot, now);
  }

  void take_sends(Cycles now) {
    for (; !eu.sent.empty(); eu.sent.pop_front()) {
      const EuSend& sent = eu.sent.front();
      CHECK(sent.issued == now);
      sends.push_back({sent.slot, sent.issued.value(), sent.payload_read.value()});
      events.emplace(sent.payload_read + surroundings.slot_held, Event{Event::kSlotFree});
      if (sent.message.end_of_thread) {
        events.emplace(sent.payload_read + surroundings.restart, Event{Event::kStart, sent.slot});
      } else if (sent.message.destination.count > 0) {
        events.emplace(sent.payload_read + surroundings.latency,
                       Event{Event::kResponse, sent.slot, sent.message.destination, eu.order(sent.slot)});
      }
    }
  }

  void happens(const Event& event, Cycles now) {
    switch (event.kind) {
      case Event::kStart:
        start(event.slot, now);
        break;
      case Event::kSlotFree:
        eu.free_send_slot({}, now);
        break;
      case Event::kResponse:
        if (event.order == eu.order(event.slot)) eu.answer_registers(event.slot, event.destination, {}, now);
        break;
    }
  }

  /// @param every_cycle  looks at every cycle, not only where something may be sent
  void run(bool every_cycle) {
    constexpr Cycles kLongest{100'000};
    while (now < kLongest && (!events.empty() || eu.next_send() != kNever)) {
      const Cycles event = events.empty() ? kNever : events.begin()->first;
      now = every_cycle ? now + Cycles{1} : std::min(event, eu.next_send());
      eu.advance(now);
      take_sends(now);
      while (!events.empty() && events.begin()->first == now) {
        const Event due = events.begin()->second;
        events.erase(events.begin());
        happens(due, now);
      }
      ++looks;
    }
    eu.advance(now);
    registry.close_accounts(now);
  }

  const LaneProgram& program;
  Surroundings surroundings;
  unsigned threads_left;
  StatisticsRegistry registry;
  EuStatistics statistics;
  EuIssue eu;
  std::multimap<Cycles, Event> events;
  std::vector<std::array<std::uint64_t, 3>> sends;  // slot, issued, payload read
  Cycles now;
  unsigned looks = 0;
};

/// A loop of arithmetic, jumps and messages, some of which are waited for.
LaneProgram random_program(std::mt19937& random) {
  LaneProgramBuilder builder{random() % 2 ? 16u : 8u, 2};
  const GrfRange payload = builder.allocate(4);
  const GrfRange result = builder.allocate(4);
  const std::uint32_t from = builder.here();
  std::optional<std::size_t> jump;
  for (unsigned n = 0; n < 12; ++n) {
    switch (random() % 8) {
      case 0:
        builder.send({.shared_function = 2,
                      .source0 = {payload.first, static_cast<std::uint8_t>(1 + random() % 4)},
                      .destination = random() % 2 ? result : GrfRange{}},
                     8);
        break;
      case 1:
        builder.into(payload, LaneOperation::kReciprocal, builder.lanes_per_value(), lanes(result.first));
        break;
      case 2:
        builder.into(payload, LaneOperation::kAdd, builder.lanes_per_value(), lanes(payload.first),
                     lanes(result.first));
        break;
      case 3:
        if (jump) {
          builder.land(*jump);
          jump.reset();
        } else {
          builder.flags_greater(constant(random() % 2 ? 1.0F : 3.0F), constant(2.0F), false);
          jump = builder.jump_if_none();
        }
        break;
      default:
        builder.into({static_cast<std::uint8_t>(20 + random() % 8), 1}, LaneOperation::kMultiply, 8,
                     lanes(payload.first), constant(2.0F));
        break;
    }
  }
  if (jump) builder.land(*jump);
  builder.repeat(scalar(1, 0), from);
  return builder.finish(nullptr);
}

}  // namespace

TEST_CASE("an EU that is looked at only where it may send does what it does when it is looked at every cycle") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random{seed};
    const LaneProgram program = random_program(random);
    EuParameters parameters;
    parameters.threads = 1 + random() % 5;
    parameters.issue = random() % 2 ? IssuePolicy::kOldestFirst : IssuePolicy::kRoundRobin;
    parameters.issue_width = 1 + random() % 3;
    parameters.send_slots = 1 + random() % 3;
    parameters.branch_latency = Cycles{1 + random() % 6};
    const Surroundings around{Cycles{random() % 12}, Cycles{1 + random() % 60}, Cycles{random() % 5}};
    Bench often{program, parameters, around, 12};
    Bench seldom{program, parameters, around, 12};
    often.run(true);
    seldom.run(false);
    REQUIRE(often.sends == seldom.sends);
    REQUIRE(often.statistics.instructions.value() == seldom.statistics.instructions.value());
    REQUIRE(often.now == seldom.now);
    for (const EnumRow& row : kEuCycles) {
      REQUIRE(often.statistics.cycles.cycles(row.value) == seldom.statistics.cycles.cycles(row.value));
    }
    REQUIRE(seldom.looks < often.looks);
  }
}

TEST_CASE("a message issues after the instructions before it, and its thread waits for the operands that they write") {
  LaneProgramBuilder builder{8, 2};
  const GrfRange payload = builder.allocate(1);
  builder.into(payload, LaneOperation::kAdd, 8, lanes(0), constant(1.0F));
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  const LaneProgram program = builder.finish(nullptr);
  EuParameters parameters;
  parameters.threads = 1;
  Bench bench{program, parameters, {}, 1};
  bench.run(false);
  // Started at 1 the add issues at 2, has read 8 channels, 4 a cycle, by 4, and is done 4 cycles later.
  REQUIRE(bench.sends.size() == 2);
  CHECK(bench.sends[0] == std::array<std::uint64_t, 3>{0, 8, 9});
}

TEST_CASE("a thread that waits for a response has no cycle in which it may send") {
  LaneProgramBuilder builder{8, 2};
  const GrfRange payload = builder.allocate(1);
  builder.send({.shared_function = 2, .source0 = payload, .destination = payload}, 8);
  builder.into(payload, LaneOperation::kAdd, 8, lanes(payload.first), constant(1.0F));
  const LaneProgram program = builder.finish(nullptr);
  StatisticsRegistry registry;
  EuStatistics statistics{registry.group("eu", "execution unit")};
  EuIssue eu{EuParameters{}, statistics};
  eu.vacant(0).program = std::make_unique<LaneThread>(program, 0xFF);
  eu.start(0, Cycles{0});
  CHECK(eu.next_send() == Cycles{1});
  eu.advance(Cycles{1});
  REQUIRE(eu.sent.size() == 1);
  // r112's move comes after the add; nothing of it waits, but instructions issue in order.
  CHECK(eu.next_send() == kNever);
  eu.answer_registers(0, payload, {}, Cycles{30});
  CHECK(eu.next_send() == Cycles{33});
}
