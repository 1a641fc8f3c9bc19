#include "machine/eu/eu_issue.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <memory>
#include <random>

#include "functional/execution/eu/eu_builder.h"

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
  Bench(const BuiltProgram& run, const EuParameters& parameters, const Surroundings& around, unsigned threads)
      : program{run},
        surroundings{around},
        threads_left{threads},
        statistics{registry.group("eu", "execution unit")},
        preparation{parameters},
        eu{parameters, statistics, preparation} {
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
    program.start(*thread.registers, thread.program, 0xFFu);
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
        eu.free_send_slot(now);
        break;
      case Event::kResponse:
        if (event.order == eu.order(event.slot)) eu.answer_registers(event.slot, event.destination, now);
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

  const BuiltProgram& program;
  Surroundings surroundings;
  unsigned threads_left;
  StatisticsRegistry registry;
  EuStatistics statistics;
  StepPreparation preparation;
  EuIssue eu;
  std::multimap<Cycles, Event> events;
  std::vector<std::array<std::uint64_t, 3>> sends;  // slot, issued, payload read
  Cycles now;
  unsigned looks = 0;
};

/// A loop of arithmetic, jumps and messages, some of which are waited for.
BuiltProgram random_program(std::mt19937& random) {
  EuBuilder builder{random() % 2 ? 16u : 8u, 2};
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
        builder.into(payload, eu::kReciprocal, builder.lanes_per_value(), lanes(result.first));
        break;
      case 2:
        builder.into(payload, eu::kAdd, builder.lanes_per_value(), lanes(payload.first), lanes(result.first));
        break;
      case 3:
        if (jump) {
          builder.land(*jump);
          jump.reset();
        } else {
          // Register 0 holds zeros.
          builder.flags_greater(constant(random() % 2 ? 1.0F : -1.0F), lanes(0));
          jump = builder.jump_if_none(8);
        }
        break;
      default:
        builder.into({static_cast<std::uint8_t>(20 + random() % 8), 1}, eu::kMultiply, 8, lanes(payload.first),
                     constant(2.0F));
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
    const BuiltProgram program = random_program(random);
    EuParameters parameters;
    parameters.threads = 1 + random() % 5;
    parameters.issue = random() % 2 ? IssuePolicy::kOldestFirst : IssuePolicy::kRoundRobin;
    parameters.issue_width = 1 + random() % 3;
    parameters.send_slots = 1 + random() % 3;
    parameters.branch_latency = Cycles{1 + random() % 6};
    parameters.fpus = 1 + random() % machine::kMostFpus;
    parameters.lane_group = 1u << random() % 4;
    parameters.math = {1 + static_cast<std::uint32_t>(random() % 8), Cycles{1 + random() % 20}};
    parameters.flag_latency = Cycles{random() % 5};
    parameters.send = {1 + static_cast<std::uint32_t>(random() % 6), 1 + static_cast<std::uint32_t>(random() % 3),
                       Cycles{random() % 12}};
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
  EuBuilder builder{8, 2};
  const GrfRange payload = builder.allocate(1);
  builder.into(payload, eu::kAdd, 8, lanes(0), constant(1.0F));
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  const BuiltProgram program = builder.finish(nullptr);
  EuParameters parameters;
  parameters.threads = 1;
  Bench bench{program, parameters, {}, 1};
  bench.run(false);
  // Started at 1 the add issues at 2, has read 8 channels, 4 a cycle, by 4, and is done 4 cycles later.
  REQUIRE(bench.sends.size() == 2);
  CHECK(bench.sends[0] == std::array<std::uint64_t, 3>{0, 8, 9});
}

TEST_CASE("a thread that waits for a response has no cycle in which it may send") {
  EuBuilder builder{8, 2};
  const GrfRange payload = builder.allocate(1);
  builder.send({.shared_function = 2, .source0 = payload, .destination = payload}, 8);
  builder.into(payload, eu::kAdd, 8, lanes(payload.first), constant(1.0F));
  const BuiltProgram program = builder.finish(nullptr);
  StatisticsRegistry registry;
  EuStatistics statistics{registry.group("eu", "execution unit")};
  StepPreparation preparation{EuParameters{}};
  EuIssue eu{EuParameters{}, statistics, preparation};
  ThreadStart& thread = eu.vacant(0);
  program.start(*thread.registers, thread.program, 0xFFu);
  eu.start(0, Cycles{0});
  CHECK(eu.next_send() == Cycles{1});
  eu.advance(Cycles{1});
  REQUIRE(eu.sent.size() == 1);
  // r112's move comes after the add; nothing of it waits, but instructions issue in order.
  CHECK(eu.next_send() == kNever);
  eu.answer_registers(0, payload, Cycles{30});
  CHECK(eu.next_send() == Cycles{33});
}

namespace {

/// Parameters as measured on the chip (gen9: MESA-P), for an EU of four units.
EuParameters measured() {
  EuParameters eu;
  eu.threads = 1;
  eu.issue = IssuePolicy::kRoundRobin;
  eu.issue_width = 4;
  eu.fpus = 2;
  eu.lane_group = 8;
  eu.arithmetic = {2, Cycles{8}};
  eu.math = {4, Cycles{14}};
  eu.flag_latency = Cycles{4};
  eu.branch_latency = Cycles{8};
  eu.send = {2, 2, Cycles{10}};
  return eu;
}

/// Cycles from the first instruction's issue to that of the message after them.
std::uint64_t cycles_of(const std::function<void(EuBuilder&, GrfRange payload)>& instructions,
                        const EuParameters& parameters, unsigned execution_size = 8) {
  EuBuilder builder{execution_size, 2};
  const GrfRange payload = builder.allocate(execution_size / 8);
  instructions(builder, payload);
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  const BuiltProgram program = builder.finish(nullptr);
  Bench bench{program, parameters, {}, 1};
  bench.run(false);
  constexpr std::uint64_t kFirstIssue = 2;  // the thread starts at 1
  return bench.sends.at(0)[1] - kFirstIssue;
}

/// `count` instructions, each of which needs the result of the one before it.
auto chain_of(BuiltOperation operation, unsigned count) {
  return [=](EuBuilder& builder, GrfRange payload) {
    for (unsigned n = 0; n < count; ++n)
      builder.into(payload, operation, builder.lanes_per_value(), lanes(payload.first), constant(2.0F));
  };
}

/// Instructions that threads of one EU issue per 1000 cycles, each to a register of its own.
std::uint64_t rate_of(BuiltOperation operation, const EuParameters& eu) {
  EuBuilder builder{8, 2};
  const GrfRange results = builder.allocate(100);
  for (unsigned n = 0; n < 2000; ++n)
    builder.into({static_cast<std::uint8_t>(results.first + n % 100), 1}, operation, 8, lanes(0), constant(2.0F));
  const BuiltProgram program = builder.finish(nullptr);
  Bench bench{program, eu, {}, eu.threads};
  bench.run(false);
  return bench.statistics.instructions.value() * 1000 / bench.now.value();
}

}  // namespace

TEST_CASE("a chain takes the cycles of the unit and the latency of its class for each result") {
  // Front end of 2 per register and a result 8 later; extended math 18 for 8 lanes, 22 for 16.
  CHECK(cycles_of(chain_of(eu::kAdd, 5), measured()) == 5 * 10);
  CHECK(cycles_of(chain_of(eu::kAdd, 5), measured(), 16) == 5 * 12);
  CHECK(cycles_of(chain_of(eu::kReciprocal, 5), measured()) == 5 * 18);
  CHECK(cycles_of(chain_of(eu::kReciprocal, 5), measured(), 16) == 5 * 22);
}

TEST_CASE("each class waits for the latency of its own row") {
  EuParameters eu = measured();
  eu.wide_multiply = {4, Cycles{30}};
  CHECK(cycles_of(chain_of(eu::kIntegerMultiply, 3), eu) == 3 * 34);
  CHECK(cycles_of(chain_of(eu::kIntegerAdd, 3), eu) == 3 * 10);
}

TEST_CASE("an instruction on one lane takes as long as one on the lanes of a group") {
  const auto scalar_sums = [](EuBuilder& builder, GrfRange payload) {
    for (unsigned n = 0; n < 4; ++n) builder.into(payload, eu::kAdd, 1, lanes(payload.first), constant(2.0F));
  };
  EuParameters eu = measured();
  CHECK(cycles_of(scalar_sums, eu) == 4 * 10);
  eu.lane_group = 4;
  CHECK(cycles_of(scalar_sums, eu) == 4 * 9);
}

TEST_CASE("a jump waits for the flags that a compare sets, longer than for a result") {
  const auto compare_and_jump = [](EuBuilder& builder, GrfRange) {
    builder.flags_greater(lanes(0), constant(2.0F));
    builder.land(builder.jump_if_none(8));
  };
  EuParameters eu = measured();
  CHECK(cycles_of(compare_and_jump, eu) == 2 + 8 + 4 + 8);
  eu.flag_latency = Cycles{0};
  CHECK(cycles_of(compare_and_jump, eu) == 2 + 8 + 8);
}

TEST_CASE("a message leaves when its last register is read, and its unit is busy meanwhile") {
  EuBuilder builder{8, 2};
  const GrfRange payload = builder.allocate(3);
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  builder.send({.shared_function = 2, .source0 = {payload.first, 1}}, 8);
  builder.send({.shared_function = 2, .source0 = {payload.first, 1}}, 8);
  const BuiltProgram program = builder.finish(nullptr);
  EuParameters eu = measured();
  eu.send.interval = 4;
  eu.send_slots = 8;
  Bench bench{program, eu, {}, 1};
  bench.run(false);
  // Three registers take 6 cycles of the unit; one register takes as many as a message takes at least.
  CHECK(bench.sends.at(0) == std::array<std::uint64_t, 3>{0, 2, 2 + 10 + 6});
  CHECK(bench.sends.at(1) == std::array<std::uint64_t, 3>{0, 8, 8 + 10 + 2});
  CHECK(bench.sends.at(2)[1] == 12);
}

TEST_CASE("two FPUs take eight lanes of arithmetic in a cycle, and one takes four") {
  EuParameters eu = measured();
  eu.threads = 7;
  CHECK(rate_of(eu::kAdd, eu) / 10 == 99);
  CHECK(rate_of(eu::kReciprocal, eu) / 10 == 25);
  eu.fpus = 1;
  CHECK(rate_of(eu::kAdd, eu) / 10 == 49);
}

TEST_CASE("each further FPU takes as much arithmetic again, and leaves the mathematical functions to FPU1") {
  EuParameters eu = measured();
  eu.threads = 32;
  eu.issue_width = 8;
  eu.fpus = 1;
  const std::uint64_t functions = rate_of(eu::kReciprocal, eu);
  for (const std::uint32_t fpus : {1u, 2u, 3u, 5u, 8u}) {
    eu.fpus = fpus;
    INFO(fpus << " FPUs");
    CHECK(rate_of(eu::kAdd, eu) / (5 * fpus) >= 96);
    CHECK(rate_of(eu::kAdd, eu) / (5 * fpus) <= 100);
    CHECK(rate_of(eu::kReciprocal, eu) == functions);
  }
}

TEST_CASE("arithmetic leaves FPU1 to mathematical functions while FPU0 is free") {
  EuBuilder builder{8, 2};
  const GrfRange registers = builder.allocate(3);
  builder.into({registers.first, 1}, eu::kAdd, 8, lanes(0), constant(2.0F));
  builder.into({static_cast<std::uint8_t>(registers.first + 1), 1}, eu::kReciprocal, 8, constant(2.0F));
  builder.into({static_cast<std::uint8_t>(registers.first + 2), 1}, eu::kAdd, 8, lanes(0), constant(2.0F));
  builder.send({.shared_function = 2, .source0 = {0, 1}}, 8);
  const BuiltProgram program = builder.finish(nullptr);
  Bench bench{program, measured(), {}, 1};
  bench.run(false);
  // One per cycle of the thread, the second sum when FPU0 has taken the first one, while FPU1 is busy for longer.
  CHECK(bench.sends.at(0)[1] == 2 + 3);
}

TEST_CASE("units start an instruction each in one cycle, from different threads") {
  EuBuilder builder{8, 2};
  const GrfRange results = builder.allocate(4);
  for (unsigned n = 0; n < 100; ++n) {
    builder.into({results.first, 1}, eu::kAdd, 8, lanes(0), constant(2.0F));
    builder.into({static_cast<std::uint8_t>(results.first + 1), 1}, eu::kReciprocal, 8, constant(2.0F));
  }
  const BuiltProgram program = builder.finish(nullptr);
  EuParameters eu = measured();
  eu.arithmetic = {4, Cycles{1}};
  eu.math = {4, Cycles{1}};
  eu.fpus = 1;
  eu.threads = 6;
  const auto cycles = [&](unsigned width) {
    eu.issue_width = width;
    Bench bench{program, eu, {}, eu.threads};
    bench.run(false);
    return bench.now.value();
  };
  CHECK(cycles(4) == cycles(2));
  CHECK(cycles(1) >= cycles(2));
  eu.arithmetic.occupancy = 1;
  eu.math.occupancy = 1;
  CHECK(cycles(1) > cycles(2) * 3 / 2);
}

TEST_CASE("of threads that are ready together the one that started first goes first") {
  EuBuilder builder{8, 2};
  const GrfRange payload = builder.allocate(1);
  for (unsigned n = 0; n < 20; ++n)
    builder.into({static_cast<std::uint8_t>(40 + n), 1}, eu::kAdd, 8, lanes(0), constant(2.0F));
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  const BuiltProgram program = builder.finish(nullptr);
  EuParameters eu = measured();
  eu.issue_width = 1;
  eu.fpus = 1;
  eu.threads = 5;
  eu.issue = IssuePolicy::kOldestFirst;
  Bench bench{program, eu, {}, eu.threads};
  bench.run(false);
  std::vector<std::uint64_t> order;  // of the threads' messages; each ends with another one
  for (const auto& send : bench.sends) {
    if (std::find(order.begin(), order.end(), send[0]) == order.end()) order.push_back(send[0]);
  }
  CHECK(order == std::vector<std::uint64_t>{0, 1, 2, 3, 4});
}
