// EU, interconnect and dispatcher together, with stubs for the shared functions.
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_builder.h"
#include "timing/dispatch/thread_dispatcher.h"
#include "timing/eu/execution_unit.h"
#include "timing/interconnect/interconnect.h"
#include "timing/kernel/kernel.h"
#include "timing/system/shared_function_stub.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;
using namespace texpipe::functional;

namespace {

/// Equal threads: each sends `messages` sampler messages of two payload registers and waits for the last one's four.
class Senders final : public ThreadSource {
 public:
  Senders(unsigned threads, unsigned messages, std::uint8_t shared_function = 2)
      : threads_{threads}, messages_{messages} {
    EuBuilder builder{8, 6};
    const GrfRange payload = builder.allocate(2);
    const GrfRange result = builder.allocate(4);
    const std::uint32_t start = builder.here();
    builder.send({.shared_function = shared_function,
                  .descriptor = 2u << 25 | 4u << 20,
                  .source0 = payload,
                  .destination = result},
                 8);
    builder.repeat(scalar(1, 0), start);
    builder.into({20, 1}, eu::kAdd, 8, lanes(result.first), lanes(static_cast<std::uint8_t>(result.first + 3)));
    program_ = std::make_unique<BuiltProgram>(builder.finish(nullptr));
  }
  unsigned groups() const override { return threads_; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned, unsigned, ThreadRegisters& registers, std::unique_ptr<EuProgram>& program) const override {
    registers.grf[1][0] = messages_;
    program_->start(registers, program, 0xFFu);
  }

 private:
  unsigned threads_;
  unsigned messages_;
  std::unique_ptr<BuiltProgram> program_;
};

/// Threads that send one message after the other without waiting.
class Bursts final : public ThreadSource {
 public:
  Bursts(unsigned threads, unsigned messages) : threads_{threads} {
    EuBuilder builder{8, 6};
    const GrfRange payload = builder.allocate(2);
    for (unsigned i = 0; i < messages; ++i) {
      builder.send({.shared_function = 2, .descriptor = 2u << 25, .source0 = payload}, 8);
    }
    program_ = std::make_unique<BuiltProgram>(builder.finish(nullptr));
  }
  unsigned groups() const override { return 1; }
  unsigned threads_per_group() const override { return threads_; }
  void start(unsigned, unsigned, ThreadRegisters& registers, std::unique_ptr<EuProgram>& program) const override {
    program_->start(registers, program, 0xFFu);
  }

 private:
  unsigned threads_;
  std::unique_ptr<BuiltProgram> program_;
};

/// Threads that send this message, then two to the sampler, and end.
class Preceded final : public ThreadSource {
 public:
  Preceded(unsigned threads, BuiltSend first) : threads_{threads} {
    EuBuilder builder{8, 6};
    const GrfRange payload = builder.allocate(2);
    first.source0 = payload;
    builder.send(first, 8);
    for (unsigned i = 0; i < 2; ++i)
      builder.send({.shared_function = 2, .descriptor = 2u << 25, .source0 = payload}, 8);
    program_ = std::make_unique<BuiltProgram>(builder.finish(nullptr));
  }
  unsigned groups() const override { return threads_; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned, unsigned, ThreadRegisters& registers, std::unique_ptr<EuProgram>& program) const override {
    program_->start(registers, program, 0xFFu);
  }

 private:
  unsigned threads_;
  std::unique_ptr<BuiltProgram> program_;
};

struct Options {
  unsigned eus = 1;
  machine::EuParameters eu;
  machine::InterconnectParameters interconnect;
  machine::DispatchParameters dispatch;
  Cycles latency{50};
  Cycles interval{1};
  bool reversed = false;  // EUs are built from the last
};

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{}};
  std::vector<std::unique_ptr<ExecutionUnit>> eus;
  std::unique_ptr<Interconnect> interconnect;
  std::unique_ptr<test::SharedFunctionStub> sampler;
  std::unique_ptr<ThreadDispatcher> dispatcher;
  Cycles end;

  Bench(const Options& options, ThreadSource& source) {
    if (!options.reversed) build_sampler(options);
    eus.resize(options.eus);
    for (unsigned i = 0; i < options.eus; ++i) {
      const unsigned n = options.reversed ? options.eus - 1 - i : i;
      eus[n] = std::make_unique<ExecutionUnit>(("eu[" + std::to_string(n) + "]").c_str(), simulation, options.eu,
                                               ThreadIndex{0, static_cast<std::uint16_t>(n), 0});
    }
    interconnect = std::make_unique<Interconnect>("interconnect", simulation, options.interconnect, options.eus,
                                                  std::vector<SharedFunctionPort>{{"sampler", {2}}, {"spawner", {7}}});
    if (options.reversed) build_sampler(options);
    std::vector<ThreadSlots> hosts;
    for (const auto& eu : eus) hosts.push_back({eu.get(), options.eu.threads});
    dispatcher = std::make_unique<ThreadDispatcher>("dispatch", simulation, options.dispatch,
                                                    std::vector<std::vector<ThreadSlots>>{hosts}, source);
    for (unsigned i = 0; i < options.eus; ++i) eus[i]->messages.bind(interconnect->eus[i]);
    interconnect->shared_functions[0].bind(sampler->messages);
    interconnect->shared_functions[1].bind(dispatcher->spawners[0]);
  }

  void build_sampler(const Options& options) {
    sampler = std::make_unique<test::SharedFunctionStub>("sampler", simulation, options.latency, options.interval);
  }

  void run() { end = simulation.run(); }
  const machine::Histogram& latency(unsigned eu) const {
    return std::get<machine::Histogram>(
        simulation.statistics.find("eu[" + std::to_string(eu) + "].message_latency")->value);
  }
  std::uint64_t counter(const std::string& path) const {
    return std::get<machine::Counter>(simulation.statistics.find(path)->value).value();
  }
};

}  // namespace

TEST_CASE("a message alone takes the sum of its stages and transfers", "[system]") {
  Options options;
  options.interconnect = {.request_latency = Cycles{3},
                          .request_bytes_per_cycle = 32,
                          .response_latency = Cycles{5},
                          .response_bytes_per_cycle = 16};
  options.latency = Cycles{40};
  Senders source{1, 1};
  Bench bench{options, source};
  bench.run();
  CHECK(bench.dispatcher->threads_ended() == bench.dispatcher->threads_total());
  // Two payload registers read, two cycles on a 32-byte link, four registers of 32 bytes on a 16-byte link.
  const std::uint64_t expected = 2 + (3 + 2) + 40 + (5 + 8);
  CHECK(bench.latency(0).high() == expected);
}

TEST_CASE("every message is answered and every thread ends, whatever stands in the way", "[system]") {
  Options options;
  options.eus = 4;
  options.eu.issue = GENERATE(machine::IssuePolicy::kOldestFirst, machine::IssuePolicy::kRoundRobin);
  options.interval = Cycles{7};
  options.interconnect.request_slots = 1;
  options.interconnect.response_slots = 1;
  Senders source{60, 5};
  Bench bench{options, source};
  bench.run();
  CHECK(bench.dispatcher->threads_ended() == 60);
  CHECK(bench.sampler->accepted.size() == 300);
  CHECK(bench.simulation.messages.in_use() == 0);
  std::uint64_t messages = 0;
  for (unsigned i = 0; i < 4; ++i) messages += bench.counter("eu[" + std::to_string(i) + "].messages");
  CHECK(messages == 300 + 60);
  // The stub takes a message every 7 cycles and never waits while the EUs are full.
  CHECK((bench.sampler->accepted[200].first - bench.sampler->accepted[20].first).value() == 7 * 180);
}

TEST_CASE("the order in which blocks are built changes nothing", "[system]") {
  Options options;
  options.eus = 8;
  options.interval = Cycles{3};
  options.interconnect.request_slots = 1;
  Senders source{100, 4};
  std::vector<std::pair<Cycles, ThreadIndex>> accepted[2];
  Cycles end[2];
  std::uint64_t send_blocked[2];
  for (const bool reversed : {false, true}) {
    options.reversed = reversed;
    Bench bench{options, source};
    bench.run();
    accepted[reversed] = bench.sampler->accepted;
    end[reversed] = bench.end;
    const auto& account = std::get<machine::CycleAccount>(bench.simulation.statistics.find("eu[3].cycles")->value);
    send_blocked[reversed] = account.cycles_in(machine::EuCycle::kSendBlocked).value() * 1'000'000 +
                             account.cycles_in(machine::EuCycle::kWaitingForMessage).value();
  }
  CHECK(accepted[0] == accepted[1]);
  CHECK(end[0] == end[1]);
  CHECK(send_blocked[0] == send_blocked[1]);
}

TEST_CASE("a message to a shared function that is not there is an error that keeps its code", "[system]") {
  Senders source{1, 1, 3};
  Bench bench{Options{}, source};
  try {
    bench.run();
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
  }
}

TEST_CASE("the oldest thread issues first, or threads take turns", "[system]") {
  Options options;
  options.dispatch.thread_interval = Cycles{1};
  Bursts source{2, 10};
  options.eu.issue = machine::IssuePolicy::kOldestFirst;
  Bench oldest{options, source};
  oldest.run();
  REQUIRE(oldest.sampler->accepted.size() == 20);
  for (unsigned i = 0; i < 10; ++i) CHECK(oldest.sampler->accepted[i].second.thread == 0);

  options.eu.issue = machine::IssuePolicy::kRoundRobin;
  Bench turns{options, source};
  turns.run();
  REQUIRE(turns.sampler->accepted.size() == 20);
  for (unsigned i = 2; i < 18; ++i) {
    CHECK(turns.sampler->accepted[i].second.thread != turns.sampler->accepted[i - 1].second.thread);
  }
}

TEST_CASE("a send reads one payload register per cycle, so a burst leaves at that rate", "[system]") {
  Bursts source{1, 30};
  Bench bench{Options{}, source};
  bench.run();
  const auto& accepted = bench.sampler->accepted;
  CHECK((accepted[25].first - accepted[5].first).value() == 20 * 2);
}

TEST_CASE("an instruction waits for the response that it reads, and not longer", "[system]") {
  Options options;
  options.latency = Cycles{100};
  Senders source{1, 1};
  Bench bench{options, source};
  bench.run();
  // The thread's end follows the use of the response: its message comes after the sampler's answer.
  const Cycles answered = bench.sampler->accepted[0].first + options.latency;
  const Cycles used =
      answered + options.interconnect.response_latency + Cycles{2} + Cycles{1};  // four registers at 64 bytes a cycle
  const auto& account = std::get<machine::CycleAccount>(bench.simulation.statistics.find("eu[0].cycles")->value);
  CHECK(account.cycles_in(machine::EuCycle::kWaitingForMessage) > options.latency);
  CHECK(bench.end > used);
  CHECK(bench.end < used + Cycles{60});
}

TEST_CASE("a thread whose last message goes to another unit than the spawner ends with it", "[system]") {
  Options options;
  options.eu.threads = 2;
  Preceded source{5, {.shared_function = 2, .descriptor = 2u << 25, .end_of_thread = true}};
  Bench bench{options, source};
  bench.run();
  CHECK(bench.dispatcher->threads_ended() == 5);
  CHECK(bench.counter("dispatch.threads") == 5);
  CHECK(bench.counter("eu[0].messages") == 5);
}

TEST_CASE("a message to the spawner that does not end its thread is consumed", "[system]") {
  Preceded source{3, {.shared_function = 7, .descriptor = 2u << 25 | 1u << 4}};
  Bench bench{{}, source};
  bench.run();
  CHECK(bench.dispatcher->threads_ended() == 3);
  CHECK(bench.counter("eu[0].messages") == 3 * 4);
}

TEST_CASE("a message to the spawner that would start a thread is refused", "[system]") {
  Preceded source{1, {.shared_function = 7, .descriptor = 2u << 25 | 1u}};
  Bench bench{{}, source};
  try {
    bench.run();
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
  }
}

TEST_CASE("the way of a shared function into the interconnect is a link of its own, busy however many EUs it answers",
          "[message_path]") {
  Options options;
  options.eus = 4;
  options.interconnect.response_bytes_per_cycle = Fraction{32};
  Senders senders{16, 8};
  Bench bench{options, senders};
  bench.run();
  const auto account = [&](const std::string& name) -> const machine::CycleAccount& {
    return std::get<machine::CycleAccount>(bench.simulation.statistics.find("interconnect." + name)->value);
  };
  // Each response has four registers of 32 bytes.
  const std::uint64_t responses = 16 * 8;
  CHECK(account("response_cycles_from_sampler").cycles(0).value() == responses * 4);
  CHECK(bench.counter("interconnect.response_bytes_from_sampler") == responses * 128);
  std::uint64_t to_eus = 0;
  for (const char* eu : {"0", "1", "2", "3"}) {
    to_eus += account(std::string{"response_cycles_to_eu"} + eu).cycles(0).value();
    CHECK(account(std::string{"request_cycles_from_eu"} + eu).total() == bench.end);
  }
  CHECK(to_eus == responses * 4 + 16);  // the end of each thread is answered, too
  CHECK(account("response_cycles_from_sampler").total() == bench.end);
}

namespace {

/// Phases of four threads each, which send messages that they do not wait for.
class Phases final : public ThreadSource {
 public:
  explicit Phases(unsigned phases) : left_{phases} {}

  unsigned groups() const override { return current_ ? current_->groups() : 0; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    current_->start(group, thread, registers, program);
  }
  bool has_phases() const override { return true; }
  bool advance() override {
    between();
    current_.reset();
    if (left_ == 0) return false;
    --left_;
    current_.emplace(4, BuiltSend{.shared_function = 2, .descriptor = 2u << 25});
    return true;
  }

  std::function<void()> between;

 private:
  unsigned left_;
  std::optional<Preceded> current_;
};

/// Threads that use the memory of the second one before them again.
class Reusers final : public ThreadSource {
 public:
  unsigned groups() const override { return threads_.groups(); }
  unsigned threads_per_group() const override { return 1; }
  unsigned reuse_distance() const override { return 2; }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    starting(group);
    threads_.start(group, thread, registers, program);
  }

  std::function<void(unsigned group)> starting;

 private:
  Senders threads_{12, 2};
};

}  // namespace

TEST_CASE("a phase begins when the last message of the phase before is answered", "[system]") {
  Options options;
  options.eus = 2;
  options.latency = Cycles{500};  // threads end long before
  Phases source{3};
  std::optional<Bench> bench;
  std::vector<std::size_t> accepted;
  source.between = [&] {
    accepted.push_back(bench->sampler->accepted.size());
    CHECK(bench->simulation.watchdog.waiting() == 0);
    CHECK_FALSE(bench->dispatcher->is_done());
  };
  bench.emplace(options, source);
  bench->run();
  CHECK(accepted == std::vector<std::size_t>{0, 12, 24, 36});
  CHECK(bench->dispatcher->threads_ended() == 12);
  CHECK(bench->dispatcher->is_done());
}

TEST_CASE("a group that uses memory again starts when the group that had it has ended", "[system]") {
  Options options;
  options.eus = 2;
  Reusers source;
  std::optional<Bench> bench;
  source.starting = [&](unsigned group) { CHECK(bench->dispatcher->threads_ended() + 2 > group); };
  bench.emplace(options, source);
  bench->run();
  CHECK(bench->dispatcher->threads_ended() == 12);
}

namespace {

/// Threads that send a message behind the thread before them, and end.
class Queued final : public ThreadSource {
 public:
  Queued(unsigned threads, bool waits) : threads_{threads} {
    EuBuilder builder{8, 6};
    const GrfRange payload = builder.allocate(2);
    builder.send({.shared_function = 2, .descriptor = 2u << 25, .source0 = payload, .after_older_threads = true}, 8);
    program_ = std::make_unique<BuiltProgram>(builder.finish(nullptr));
    if (!waits) return;
    older_.emplace().starts.push_back(0);
    for (unsigned thread = 0; thread < threads; ++thread) {
      if (thread != 0) older_->groups.push_back(thread - 1);
      older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
    }
  }
  unsigned groups() const override { return threads_; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned, unsigned, ThreadRegisters& registers, std::unique_ptr<EuProgram>& program) const override {
    program_->start(registers, program, 0xFFu);
  }
  const OlderThreads* older_at_same_pixels() const override { return older_ ? &*older_ : nullptr; }

 private:
  unsigned threads_;
  std::unique_ptr<BuiltProgram> program_;
  std::optional<OlderThreads> older_;
};

}  // namespace

TEST_CASE("a message behind an older thread at the same pixels is sent after that one's end, in the order of starts",
          "[system]") {
  Options options;
  options.eus = 3;
  const auto distance = [&](unsigned threads, bool waits) {
    Queued source{threads, waits};
    Bench bench{options, source};
    bench.run();
    CHECK(bench.dispatcher->threads_ended() == threads);
    const auto& accepted = bench.sampler->accepted;
    for (std::size_t i = 1; i < accepted.size(); ++i) CHECK(accepted[i - 1].first < accepted[i].first);
    return (accepted.back().first - accepted.front().first).value() / (threads - 1);
  };
  // From a message to the next one: the end of its thread is sent in the next cycle, reaches the spawner one transfer
  // later, and lets the next thread's message issue in the cycle after that.
  const std::uint64_t step = distance(2, true);
  CHECK(distance(12, true) == step);
  CHECK(distance(12, false) < step);
}
