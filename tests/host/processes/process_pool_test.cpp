#include "host/processes/process_pool.h"

#include <catch2/catch.hpp>
#include <csignal>

using namespace texpipe::study;

namespace {

ProcessPool::Ended ended(ProcessPool& pool) {
  for (;;) {
    constexpr std::chrono::milliseconds kLong{1000};
    const auto all = pool.wait(kLong);
    if (!all.empty()) return all.front();
  }
}

}  // namespace

TEST_CASE("a process tells what it said piece by piece", "[processes]") {
  ProcessPool pool{1};
  const std::string large(1 << 20, 'x');
  pool.start(3, [&](const ProcessPool::Tell& tell) {
    CHECK(tell("one\n"));
    tell(large);
  });
  CHECK(pool.full());
  const ProcessPool::Ended all = ended(pool);
  CHECK(all.piece == 3);
  CHECK(all.how.empty());
  CHECK(all.told == "one\n" + large);
  CHECK(pool.empty());
}

TEST_CASE("of a process that is killed stays what it had said, and the signal", "[processes]") {
  ProcessPool pool{2};
  pool.start(0, [](const ProcessPool::Tell& tell) {
    tell("one\ntw");
    raise(SIGKILL);
  });
  const ProcessPool::Ended all = ended(pool);
  CHECK(all.told == "one\ntw");
  CHECK(all.how == "by signal 9");
}
