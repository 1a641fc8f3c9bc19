#include <catch2/catch.hpp>
#include <vector>

#include "machine/recurrence/answer_order.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

struct Heard final : LineClient {
  std::vector<std::pair<std::uint64_t, Cycles>> answers;
  void answered(std::uint64_t tag, Cycles at, const LinePath&) override { answers.emplace_back(tag, at); }
  void room(Cycles) override {}
};

}  // namespace

TEST_CASE("answers leave in order of readiness, of equals by rank, and one after the other over the port",
          "[recurrence]") {
  AnswerOrder order;
  Heard heard;
  const Subcycles two_cycles = subcycles(Cycles{2});
  order.add(heard, 1, 64, two_cycles, Cycles{10}, 3);
  order.add(heard, 2, 64, two_cycles, Cycles{10}, 1);
  order.add(heard, 3, 64, two_cycles, Cycles{9}, 5);
  order.add(heard, 4, 64, two_cycles, Cycles{40}, 0);
  order.decide(Cycles{10});
  CHECK(heard.answers ==
        std::vector<std::pair<std::uint64_t, Cycles>>{{3, Cycles{10}}, {2, Cycles{12}}, {1, Cycles{14}}});
  CHECK(order.next() == Cycles{40});
}

TEST_CASE("an answer that may still be overtaken is not decided", "[recurrence]") {
  AnswerOrder order;
  Heard heard;
  order.add(heard, 1, 64, subcycles(Cycles{1}), Cycles{10}, 0);
  order.decide(Cycles{9});
  CHECK(heard.answers.empty());
  order.add(heard, 2, 64, subcycles(Cycles{1}), Cycles{10}, 0);
  order.decide(Cycles{10});
  CHECK(heard.answers == std::vector<std::pair<std::uint64_t, Cycles>>{{1, Cycles{10}}, {2, Cycles{11}}});
}

TEST_CASE("clients of one port are answered one after the other", "[recurrence]") {
  AnswerOrder order;
  Heard one, other;
  order.add(one, 1, 64, subcycles(Cycles{2}), Cycles{10}, 0);
  order.add(other, 2, 64, subcycles(Cycles{2}), Cycles{10}, 0);
  order.decide(Cycles{10});
  CHECK(one.answers == std::vector<std::pair<std::uint64_t, Cycles>>{{1, Cycles{11}}});
  CHECK(other.answers == std::vector<std::pair<std::uint64_t, Cycles>>{{2, Cycles{13}}});
}
