#include "functional/frame/blend/logic_operation.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;
using gen9::LogicOp;

TEST_CASE("every logic operation is the expression of its row", "[frame][blend]") {
  struct Row {
    LogicOp operation;
    const char* name;  // in the manual
    std::uint32_t (*expected)(std::uint32_t s, std::uint32_t d);
  };
  using W = std::uint32_t;
  constexpr Row kRows[] = {
      {LogicOp::kClear, "LOGICOP_CLEAR", [](W, W) { return W{0}; }},
      {LogicOp::kNor, "LOGICOP_NOR", [](W s, W d) { return ~(s | d); }},
      {LogicOp::kAndInverted, "LOGICOP_AND_INVERTED", [](W s, W d) { return ~s & d; }},
      {LogicOp::kCopyInverted, "LOGICOP_COPY_INVERTED", [](W s, W) { return ~s; }},
      {LogicOp::kAndReverse, "LOGICOP_AND_REVERSE", [](W s, W d) { return s & ~d; }},
      {LogicOp::kInvert, "LOGICOP_INVERT", [](W, W d) { return ~d; }},
      {LogicOp::kXor, "LOGICOP_XOR", [](W s, W d) { return s ^ d; }},
      {LogicOp::kNand, "LOGICOP_NAND", [](W s, W d) { return ~(s & d); }},
      {LogicOp::kAnd, "LOGICOP_AND", [](W s, W d) { return s & d; }},
      {LogicOp::kEquiv, "LOGICOP_EQUIV", [](W s, W d) { return ~(s ^ d); }},
      {LogicOp::kNoop, "LOGICOP_NOOP", [](W, W d) { return d; }},
      {LogicOp::kOrInverted, "LOGICOP_OR_INVERTED", [](W s, W d) { return ~s | d; }},
      {LogicOp::kCopy, "LOGICOP_COPY", [](W s, W) { return s; }},
      {LogicOp::kOrReverse, "LOGICOP_OR_REVERSE", [](W s, W d) { return s | ~d; }},
      {LogicOp::kOr, "LOGICOP_OR", [](W s, W d) { return s | d; }},
      {LogicOp::kSet, "LOGICOP_SET", [](W, W) { return ~W{0}; }},
  };
  for (const Row& row : kRows) {
    INFO(row.name);
    CHECK(name_of(row.operation) == row.name);
    CHECK(logic_result(row.operation, 0x0F35'C3A0, 0x3355'A5F1) == row.expected(0x0F35'C3A0, 0x3355'A5F1));
  }
}
