#include "functional/frame/blend/logic_operation.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;
using gen9::LogicOp;

TEST_CASE("every logic operation is the expression of its row", "[frame][blend]") {
  struct Row {
    LogicOp operation;
    std::uint32_t (*expected)(std::uint32_t s, std::uint32_t d);
  };
  using W = std::uint32_t;
  constexpr Row kRows[] = {
      {LogicOp::kClear, [](W, W) { return W{0}; }},
      {LogicOp::kNor, [](W s, W d) { return ~(s | d); }},
      {LogicOp::kAndInverted, [](W s, W d) { return ~s & d; }},
      {LogicOp::kCopyInverted, [](W s, W) { return ~s; }},
      {LogicOp::kAndReverse, [](W s, W d) { return s & ~d; }},
      {LogicOp::kInvert, [](W, W d) { return ~d; }},
      {LogicOp::kXor, [](W s, W d) { return s ^ d; }},
      {LogicOp::kNand, [](W s, W d) { return ~(s & d); }},
      {LogicOp::kAnd, [](W s, W d) { return s & d; }},
      {LogicOp::kEquiv, [](W s, W d) { return ~(s ^ d); }},
      {LogicOp::kNoop, [](W, W d) { return d; }},
      {LogicOp::kOrInverted, [](W s, W d) { return ~s | d; }},
      {LogicOp::kCopy, [](W s, W) { return s; }},
      {LogicOp::kOrReverse, [](W s, W d) { return s | ~d; }},
      {LogicOp::kOr, [](W s, W d) { return s | d; }},
      {LogicOp::kSet, [](W, W) { return ~W{0}; }},
  };
  for (const Row& row : kRows) {
    INFO(name_of(row.operation));
    CHECK(logic_result(row.operation, 0x0F35'C3A0, 0x3355'A5F1) == row.expected(0x0F35'C3A0, 0x3355'A5F1));
  }
}
