// Threads that somebody watches are those of the source in every answer.
#include "functional/execution/watched_threads.h"

#include <catch2/catch.hpp>

using namespace texpipe::functional;

namespace {

class Program final : public EuProgram {
 public:
  const EuStep* peek() override { return &step_; }
  bool issue(ThreadRegisters&, MessageSend&) override { return true; }
  void add_awaited(std::vector<std::uint32_t>& tickets) const override { tickets.push_back(7); }
  void answered(std::uint32_t ticket, MessageResponse) override { step_.dwords = static_cast<std::uint16_t>(ticket); }
  std::string place() const override { return "line 3"; }

 private:
  EuStep step_;
};

class Threads final : public ThreadSource {
 public:
  std::string name() const override { return "kernel k"; }
  unsigned groups() const override { return 5; }
  unsigned threads_per_group() const override { return 3; }
  void start(unsigned, unsigned, ThreadRegisters&, std::unique_ptr<EuProgram>& program) const override {
    program = std::make_unique<Program>();
  }
  std::optional<DrawOfThreads> draw() const override { return DrawOfThreads{.number = 4, .by_driver = true}; }
  std::string stage() const override { return "pixel shader"; }
  bool has_phases() const override { return true; }
  bool advance() override { return true; }
  unsigned reuse_distance() const override { return 9; }
  const OlderThreads* older_at_same_pixels() const override { return &older_; }

 private:
  OlderThreads older_{.starts = {0, 0, 1}, .groups = {0}};
};

}  // namespace

TEST_CASE("watched threads answer as the source does", "[execution]") {
  WatchedThreads threads{std::make_unique<Threads>()};
  CHECK(threads.name() == "kernel k");
  CHECK(threads.groups() == 5);
  CHECK(threads.threads_per_group() == 3);
  CHECK(threads.draw()->number == 4);
  CHECK(threads.stage() == "pixel shader");
  CHECK(threads.has_phases());
  CHECK(threads.advance());
  CHECK(threads.reuse_distance() == 9);
  CHECK(threads.older_at_same_pixels()->of(1).front() == 0);
}

TEST_CASE("a watched program answers as the program does, its place in errors and what it waits for included",
          "[execution]") {
  const WatchedThreads threads{std::make_unique<Threads>()};
  ThreadRegisters registers;
  std::unique_ptr<EuProgram> inner;
  threads.start(0, 0, registers, inner);
  WatchedProgram program{std::move(inner)};
  CHECK(program.place() == "line 3");
  std::vector<std::uint32_t> tickets;
  program.add_awaited(tickets);
  CHECK(tickets == std::vector<std::uint32_t>{7});
  program.answered(12, {});
  CHECK(program.peek()->dwords == 12);
  MessageSend send;
  CHECK(program.issue(registers, send));
}
