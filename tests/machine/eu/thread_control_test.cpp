// ThreadCtrl and DepCtrl of instructions, cycle by cycle.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "machine/eu/eu_issue.h"

using namespace texpipe;
using namespace texpipe::machine;
using namespace texpipe::functional;

namespace {

/// Steps in a row; each writes its letter where the bench reads it.
class Steps final : public EuProgram {
 public:
  Steps(std::vector<EuStep> steps, char letter, std::string& issued)
      : steps_{std::move(steps)}, letter_{letter}, issued_{&issued} {}

  const EuStep* peek() override { return next_ < steps_.size() ? &steps_[next_] : nullptr; }
  bool issue(ThreadRegisters&, MessageSend&) override {
    ++next_;
    *issued_ += letter_;
    return false;
  }

 private:
  std::vector<EuStep> steps_;
  std::size_t next_ = 0;
  char letter_;
  std::string* issued_;
};

/// Issues of each cycle, a letter for each thread, cycles apart by blanks.
std::string issued_by(const std::vector<std::vector<EuStep>>& threads, const EuParameters& parameters,
                      unsigned cycles) {
  StatisticsRegistry registry;
  EuStatistics statistics{registry.group("eu", "execution unit")};
  StepPreparation preparation{parameters};
  EuIssue eu{parameters, statistics, preparation};
  std::string issued, all;
  for (unsigned slot = 0; slot < threads.size(); ++slot) {
    ThreadStart& start = eu.vacant(slot);
    start.program = std::make_unique<Steps>(threads[slot], static_cast<char>('a' + slot), issued);
    eu.start(slot, Cycles{0});
  }
  for (unsigned cycle = 1; cycle <= cycles; ++cycle) {
    issued.clear();
    eu.advance(Cycles{cycle});
    all += (issued.empty() ? "-" : issued) + std::string{cycle == cycles ? "" : " "};
  }
  return all;
}

/// One issue per cycle; a result comes two cycles after its issue.
EuParameters narrow(IssuePolicy policy) {
  EuParameters parameters;
  parameters.issue = policy;
  parameters.issue_width = 1;
  parameters.arithmetic = {.occupancy = 1, .latency = Cycles{1}};
  parameters.branch_latency = Cycles{3};
  parameters.threads = 3;
  return parameters;
}

EuStep arithmetic(ThreadControl control = ThreadControl::kNormal) {
  return {.dwords = 8, .control = control};
}
EuStep writing(std::uint8_t number, bool checks = true, bool releases = true) {
  return {.dwords = 8, .writes = {number, 1}, .checks_destination = checks, .releases_destination = releases};
}
EuStep reading(std::uint8_t number) {
  EuStep step{.dwords = 8};
  step.reads[0] = {number, 1};
  return step;
}

// Round robin begins with the second thread.

TEST_CASE("threads take turns after a normal instruction and an atomic one keeps its thread's turn", "[eu]") {
  using enum ThreadControl;
  const EuParameters turns = narrow(IssuePolicy::kRoundRobin);
  const std::vector<EuStep> three(3, arithmetic());
  CHECK(issued_by({three, three, three}, turns, 9) == "b c a b c a b c a");
  // The second instruction of b follows its first at once.
  CHECK(issued_by({three, {arithmetic(kAtomic), arithmetic(), arithmetic()}, three}, turns, 9) == "b b c a b c a c a");
}

TEST_CASE("behind a branch an atomic thread has the first turn as well", "[eu]") {
  EuParameters turns = narrow(IssuePolicy::kRoundRobin);
  turns.branch_latency = Cycles{4};
  const std::vector<EuStep> five(5, arithmetic());
  EuStep branch = arithmetic();
  branch.instruction = InstructionClass::kBranch;
  // b can go on in cycle 5, when it is a's turn.
  CHECK(issued_by({five, {branch, arithmetic()}, five}, turns, 8) == "b c a c a b c a");
  branch.control = ThreadControl::kAtomic;
  CHECK(issued_by({five, {branch, arithmetic()}, five}, turns, 8) == "b c a c b c a c");
}

TEST_CASE("a thread that switches comes back when its result is there and its queue is filled again", "[eu]") {
  using enum ThreadControl;
  const EuParameters turns = narrow(IssuePolicy::kRoundRobin);
  const std::vector<EuStep> six(6, arithmetic());
  // Issue at 2, result at 2 + 1 + 1, three cycles of filling: 7.
  CHECK(issued_by({{arithmetic(kSwitch), arithmetic()}, six}, turns, 8) == "b a b b b b a b");
  CHECK(issued_by({{arithmetic(kNormal), arithmetic()}, six}, turns, 8) == "b a b a b b b b");
}

TEST_CASE("a destination is checked and released unless NoDDChk and NoDDClr say otherwise", "[eu]") {
  EuParameters slow = narrow(IssuePolicy::kOldestFirst);
  slow.arithmetic.latency = Cycles{4};
  // Issue at 1, result at 6.
  CHECK(issued_by({{writing(10), writing(10)}}, slow, 7) == "a - - - - a -");
  CHECK(issued_by({{writing(10), writing(10, false)}}, slow, 7) == "a a - - - - -");
  // Not released by the first: a reader waits for the second's result, at 7.
  CHECK(issued_by({{writing(10, true, false), writing(10, false), reading(10)}}, slow, 8) == "a a - - - - a -");
  CHECK(issued_by({{writing(10), writing(11), reading(10)}}, slow, 8) == "a a - - - a - -");
  // Neither waits nor releases.
  CHECK(issued_by({{writing(10, true, false), writing(10, false, false), writing(10, false), reading(10)}}, slow, 9) ==
        "a a a - - - - a -");
}

TEST_CASE("an instruction behind older threads issues in the cycle after these have ended, others do not wait",
          "[eu]") {
  StatisticsRegistry registry;
  EuStatistics statistics{registry.group("eu", "execution unit")};
  const EuParameters parameters = narrow(IssuePolicy::kOldestFirst);
  StepPreparation preparation{parameters};
  EuIssue eu{parameters, statistics, preparation};
  std::string issued;
  EuStep behind = arithmetic();
  behind.after_older_threads = true;
  ThreadStart& start = eu.vacant(0);
  start.program = std::make_unique<Steps>(std::vector<EuStep>{arithmetic(), behind, arithmetic()}, 'a', issued);
  SECTION("that have not ended when it starts") {
    start.waits_for_older = true;
    eu.start(0, Cycles{0});
    eu.advance(Cycles{20});
    CHECK(issued == "a");
    CHECK(eu.next_send() == kNever);
    eu.end_older(0, Cycles{20});
    eu.advance(Cycles{20});
    CHECK(issued == "a");
    eu.advance(Cycles{21});
    CHECK(issued == "aa");
  }
  SECTION("that end before it comes there") {
    start.waits_for_older = true;
    eu.start(0, Cycles{0});
    eu.end_older(0, Cycles{0});
    eu.advance(Cycles{2});
    CHECK(issued == "aa");
  }
  SECTION("of which there are none") {
    eu.start(0, Cycles{0});
    eu.advance(Cycles{2});
    CHECK(issued == "aa");
  }
}

}  // namespace
