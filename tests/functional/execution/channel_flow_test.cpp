#include "functional/execution/channel_flow.h"

#include <catch2/catch.hpp>

#include "functional/execution/visa_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

TEST_CASE("channels walk together until one jumps, and meet again where it waits", "[visa][flow]") {
  ChannelFlow flow{0b11, 4};
  CHECK(flow.advance() == 0);
  CHECK(flow.active() == 0b11);
  flow.jump(0b10, 3);
  CHECK(flow.advance() == 1);
  CHECK(flow.active() == 0b01);
  CHECK(flow.advance() == 2);
  CHECK(flow.active() == 0b01);
  CHECK(flow.advance() == 3);
  CHECK(flow.active() == 0b11);
  CHECK(flow.done());
}

TEST_CASE("channels that jump back go first, from beyond the last statement too", "[visa][flow]") {
  ChannelFlow flow{0b11, 2};
  flow.advance();
  CHECK(flow.advance() == 1);
  flow.jump(0b01, 0);
  CHECK_FALSE(flow.done());
  CHECK(flow.advance() == 0);
  CHECK(flow.active() == 0b01);
  flow.end(0b01);
  CHECK(flow.done());
}

TEST_CASE("only active channels jump or end", "[visa][flow]") {
  ChannelFlow flow{0b11, 3};
  flow.advance();
  flow.jump(0b10, 2);
  CHECK(flow.advance() == 1);
  flow.end(0b10);
  CHECK(flow.advance() == 2);
  CHECK(flow.active() == 0b11);
}

TEST_CASE("a thread without channels walks through its statements once", "[visa][flow]") {
  ChannelFlow flow{0, 2};
  CHECK(flow.advance() == 0);
  CHECK(flow.active() == 0);
  CHECK(flow.advance() == 1);
  CHECK(flow.done());
  CHECK(ChannelFlow{1, 0}.done());
}

namespace {

constexpr const char* kDeclarations = R"(.decl n v_type=G type=ud num_elts=8 align=hword
.decl i v_type=G type=ud num_elts=8 align=hword
.decl sum v_type=G type=ud num_elts=8 align=hword
.decl P1 v_type=P num_elts=8
.decl P2 v_type=P num_elts=8
)";

/// Lanes of `name` after a program in which `n` starts as 0 to 7.
std::vector<std::uint32_t> lanes_after(const std::string& statements, const std::string& name,
                                       std::uint32_t dispatch_mask = ~0u) {
  VisaBench bench{visa::parse_text(kDeclarations + statements, "test")};
  ThreadRegisters registers;
  for (std::uint32_t lane = 0; lane < 8; ++lane) registers.grf[bench.place("n")][lane] = lane;
  const VisaThreadState state = bench.run(registers, dispatch_mask);
  const auto& found = state.registers.grf[bench.place(name)];
  return {found.begin(), found.end()};
}

using Lanes = std::vector<std::uint32_t>;

constexpr const char* kLoop = R"(    mov (M1, 8) i(0,0)<1> 0x0:ud
    mov (M1, 8) sum(0,0)<1> 0x0:ud
_top:
    cmp.ge (M1, 8) P1 i(0,0)<1;1,0> n(0,0)<1;1,0>
    (P1) goto (M1, 8) _end
    and (M1, 8) P2 P1 P1
    add (M1, 8) sum(0,0)<1> sum(0,0)<1;1,0> i(0,0)<1;1,0>
    cmp.ne (M1, 8) P2 i(0,0)<1;1,0> 0x2:ud
    (P2) goto (M1, 8) _plain
    add (M1, 8) sum(0,0)<1> sum(0,0)<1;1,0> 0x64:ud
_plain:
    add (M1, 8) i(0,0)<1> i(0,0)<1;1,0> 0x1:ud
    goto (M1, 8) _top
_end:
    add (M1, 8) sum(0,0)<1> sum(0,0)<1;1,0> 0x3e8:ud
    ret (M1, 8)
)";

}  // namespace

TEST_CASE("each lane leaves a loop of vISA when its own condition holds", "[visa][flow]") {
  CHECK(lanes_after(kLoop, "i") == Lanes{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(lanes_after(kLoop, "sum") == Lanes{1000, 1000, 1001, 1103, 1106, 1110, 1115, 1121});
  CHECK(lanes_after(kLoop, "sum", 0b1010'0000) == Lanes{0, 0, 0, 0, 0, 1110, 0, 1121});
}

TEST_CASE("lanes that have returned do nothing more", "[visa][flow]") {
  const std::string program = R"(    mov (M1, 8) sum(0,0)<1> 0x1:ud
    cmp.lt (M1, 8) P1 n(0,0)<1;1,0> 0x4:ud
    (P1) ret (M1, 8)
    mov (M1, 8) sum(0,0)<1> 0x2:ud
)";
  CHECK(lanes_after(program, "sum") == Lanes{1, 1, 1, 1, 2, 2, 2, 2});
}

TEST_CASE("a jump of one lane takes every channel, and its predicate is one flag", "[visa][flow]") {
  const std::string program = R"(    mov (M1, 8) sum(0,0)<1> 0x1:ud
    setp (M1_NM, 8) P1 0xfe:ud
    (!P1) jmp (M1, 1) _over
    mov (M1, 8) sum(0,0)<1> 0x2:ud
_over:
    mov (M1, 8) i(0,0)<1> 0x3:ud
)";
  CHECK(lanes_after(program, "sum") == Lanes(8, 1));
  CHECK(lanes_after(program, "i") == Lanes(8, 3));
}

TEST_CASE("a vISA program that does not end is stopped", "[visa][flow]") {
  try {
    lanes_after("_again:\n    jmp (M1, 1) _again\n", "i");
    FAIL();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kWatchdog);
  }
}

TEST_CASE("a jump to a label that stands nowhere is refused by name", "[visa][flow]") {
  CHECK_THROWS_WITH(lanes_after("    goto (M1, 8) _nowhere\n", "i"), Catch::Contains("_nowhere"));
}

TEST_CASE("predicates are set from bits and read back as bits", "[visa][flow]") {
  const std::string program = R"(    setp (M1_NM, 8) P1 0xa5:ud
    mov (M1_NM, 1) sum(0,0)<1> P1
    (P1) mov (M1, 8) i(0,0)<1> 0x1:ud
)";
  CHECK(lanes_after(program, "sum").front() == 0xA5);
  CHECK(lanes_after(program, "i") == Lanes{1, 0, 1, 0, 0, 1, 0, 1});
}

TEST_CASE("addc and subb give the carry in their second destination, cmp all ones in a register", "[visa][flow]") {
  const std::string program = R"(    addc (M1, 8) sum(0,0)<1> i(0,0)<1> n(0,0)<1;1,0> 0xfffffffe:ud
)";
  CHECK(lanes_after(program, "sum") == Lanes{0xFFFF'FFFE, 0xFFFF'FFFF, 0, 1, 2, 3, 4, 5});
  CHECK(lanes_after(program, "i") == Lanes{0, 0, 1, 1, 1, 1, 1, 1});
  const std::string borrow = R"(    subb (M1, 8) sum(0,0)<1> i(0,0)<1> n(0,0)<1;1,0> 0x2:ud
)";
  CHECK(lanes_after(borrow, "i") == Lanes{1, 1, 0, 0, 0, 0, 0, 0});
  const std::string compared = R"(    cmp.gt (M1, 8) i(0,0)<1> n(0,0)<1;1,0> 0x5:ud
)";
  CHECK(lanes_after(compared, "i") == Lanes{0, 0, 0, 0, 0, 0, ~0u, ~0u});
}

TEST_CASE("packed vectors give each lane its own value", "[visa][flow]") {
  CHECK(lanes_after("    mov (M1, 8) i(0,0)<1> 0x76543210:uv\n", "i") == Lanes{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(lanes_after("    mov (M1, 8) i(0,0)<1> 0xf8:v\n", "i") == Lanes{~0u - 7, ~0u, 0, 0, 0, 0, 0, 0});
  CHECK(lanes_after("    mul (M1, 8) i(0,0)<1> 0x48403830:vf 0x4:ud\n", "i") == Lanes{4, 6, 8, 12, 4, 6, 8, 12});
}

TEST_CASE("destinations and instructions that the model does not execute are named", "[visa][flow]") {
  const std::pair<const char*, const char*> rows[] = {
      {"setp (M1, 8) i(0,0)<1> 0x1:ud", "setp"},        {"addc (M1, 8) P1 i(0,0)<1> n(0,0)<1;1,0> 0x1:ud", "addc"},
      {"mov (M1, 8) P1 P2", "mov of a predicate"},      {"and (M1, 8) i(0,0)<1> P1 P2", "and"},
      {"add (M1, 8) P1 n(0,0)<1;1,0> 0x1:ud", "add"},   {"barrier", "barrier"},
      {"svm_gather.4.1 (M1, 8) n.0 i.0", "svm_gather"}, {"dp4 (M1, 8) i(0,0)<1> n(0,0)<1;1,0> n(0,0)<1;1,0>", "dp4"},
  };
  for (const auto& [statement, name] : rows) {
    INFO(statement);
    try {
      lanes_after(std::string{"    "} + statement + "\n", "i");
      FAIL();
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kUnsupported);
      CHECK_THAT(error.diagnostics().front().problem, Catch::Contains(name));
    }
  }
}

TEST_CASE("packed floats have a zero of either sign", "[visa][flow]") {
  CHECK(lanes_after("    mov (M1, 8) i(0,0)<1> 0x8000:vf\n", "i") == Lanes(8, 0));
  CHECK(lanes_after("    cmp.eq (M1, 8) i(0,0)<1> 0x80:vf 0x0:f\n", "i") == Lanes(8, ~0u));
}
