#include "timing/dispatch/thread_order.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace texpipe;
using namespace texpipe::timing;

namespace {

/// Notes the slots of threads whose older ones have ended.
class Host final : public ThreadHost {
 public:
  machine::ThreadStart& vacant(unsigned) override { return start_; }
  void start_thread(unsigned) override {}
  void when_quiet(std::function<void()>) override {}
  void end_older(unsigned slot) override { told.push_back(slot); }

  std::vector<unsigned> told;

 private:
  machine::ThreadStart start_;
};

using Slots = std::vector<unsigned>;

}  // namespace

TEST_CASE("a thread waits for the older ones at its pixels that have not ended", "[dispatch]") {
  const functional::OlderThreads older{.starts = {0, 0, 0, 2, 3}, .groups = {0, 1, 1}};
  Host host;
  ThreadOrder order;
  order.begin(&older, 4);
  CHECK_FALSE(order.start(0, host, 10));
  CHECK_FALSE(order.start(1, host, 11));
  CHECK(order.start(2, host, 12));
  order.end(0);
  CHECK(host.told.empty());
  order.end(1);
  CHECK(host.told == Slots{12});
  CHECK_FALSE(order.start(3, host, 13));
}

TEST_CASE("a thread that has ended stands in the way of younger ones while older ones stand in its own", "[dispatch]") {
  const functional::OlderThreads older{.starts = {0, 0, 1, 2, 3}, .groups = {0, 1, 2}};
  Host host;
  ThreadOrder order;
  order.begin(&older, 4);
  CHECK_FALSE(order.start(0, host, 0));
  CHECK(order.start(1, host, 1));
  CHECK(order.start(2, host, 2));
  order.end(1);  // it sent nothing that waits
  CHECK(host.told.empty());
  CHECK(order.start(3, host, 3));
  order.end(0);
  CHECK(host.told == Slots{2});
  order.end(2);
  CHECK(host.told == Slots{2, 3});
}

TEST_CASE("threads of a phase that names no older ones wait for none, also behind a phase that does", "[dispatch]") {
  const functional::OlderThreads older{.starts = {0, 0, 1}, .groups = {0}};
  Host host;
  ThreadOrder order;
  order.begin(&older, 2);
  order.begin(nullptr, 2);
  CHECK_FALSE(order.start(0, host, 0));
  CHECK_FALSE(order.start(1, host, 1));
  order.end(1);
  order.end(0);
  CHECK(host.told.empty());
}
