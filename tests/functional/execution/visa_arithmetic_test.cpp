// Instructions of vISA that compute, executed from their text.
#include <bit>
#include <catch2/catch.hpp>

#include "functional/execution/visa_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr const char* kDeclarations = R"(.decl V_a v_type=G type=d num_elts=16 align=hword
.decl V_b v_type=G type=d num_elts=16 align=hword
.decl V_f v_type=G type=f num_elts=16 align=hword
.decl V_n v_type=G type=ub num_elts=32 align=hword
.decl V_u v_type=G type=ud num_elts=16 align=hword
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=16
.decl P3 v_type=P num_elts=16
.decl T_big v_type=T num_elts=1
)";

struct Run {
  VisaBench bench;
  VisaThreadState state;

  /// a: 0 to 15; b: 7 in all lanes
  explicit Run(const std::string& instructions, std::uint32_t dispatch_mask = ~0u)
      : bench{visa::parse_text(kDeclarations + instructions, "test")} {
    ThreadRegisters registers;
    for (unsigned lane = 0; lane < 16; ++lane) {
      registers.grf[bench.place("V_a") + lane / 8][lane % 8] = lane;
      registers.grf[bench.place("V_b") + lane / 8][lane % 8] = 7;
    }
    state = bench.run(registers, dispatch_mask);
  }

  std::vector<std::int32_t> lanes(const std::string& name) const {
    std::vector<std::int32_t> values;
    for (unsigned lane = 0; lane < 16; ++lane)
      values.push_back(static_cast<std::int32_t>(state.registers.grf[bench.place(name) + lane / 8][lane % 8]));
    return values;
  }
};

constexpr const char* kA = "V_a(0,0)<1;1,0>";
constexpr const char* kB = "V_b(0,0)<1;1,0>";

}  // namespace

TEST_CASE("instructions of vISA text write every enabled lane of their destination", "[visa][values]") {
  const Run run{std::string{"add (M1, 16) V_b(0,0)<1> "} + kA + " (-)" + kB + "\nmov (M1, 16) V_f(0,0)<1> " + kB + "\n",
                0x7FFF};
  for (int lane = 0; lane < 15; ++lane) {
    CHECK(run.lanes("V_b")[static_cast<unsigned>(lane)] == lane - 7);
    CHECK(run.bench.floats(run.state, "V_f", 16)[static_cast<unsigned>(lane)] == static_cast<float>(lane - 7));
  }
  CHECK(run.lanes("V_b")[15] == 7);  // not dispatched
}

TEST_CASE("sel takes its first source where the predicate is set, its second elsewhere", "[visa][values]") {
  const std::string compare = std::string{"cmp.lt (M1, 16) P1 "} + kA + " 0x5:d\n";
  const Run run{compare + "(P1) sel (M1, 16) V_a(0,0)<1> " + kA + " " + kB + "\n"};
  for (unsigned lane = 0; lane < 16; ++lane) CHECK(run.lanes("V_a")[lane] == (lane < 5 ? static_cast<int>(lane) : 7));
  const Run inverted{compare + "(!P1) sel (M1, 16) V_a(0,0)<1> " + kA + " " + kB + "\n"};
  for (unsigned lane = 0; lane < 16; ++lane)
    CHECK(inverted.lanes("V_a")[lane] == (lane < 5 ? 7 : static_cast<int>(lane)));
}

TEST_CASE("logic on predicates works lane by lane, and disabled lanes keep their flag", "[visa][values]") {
  const std::string compares =
      std::string{"cmp.lt (M1, 16) P1 "} + kA + " 0xC:d\ncmp.ge (M1, 16) P2 " + kA + " 0x4:d\n";
  const auto flags = [&](const std::string& instruction, unsigned predicate) {
    return Run{compares + instruction + "\n"}.state.predicates.at(predicate) & 0xFFFF;
  };
  CHECK(flags("", 1) == 0x0FFF);
  CHECK(flags("", 2) == 0xFFF0);
  CHECK(flags("and (M1, 16) P3 P1 P2", 3) == 0x0FF0);
  CHECK(flags("or (M1, 16) P3 P1 P2", 3) == 0xFFFF);
  CHECK(flags("xor (M1, 16) P3 P1 P2", 3) == 0xF00F);
  CHECK(flags("not (M1, 16) P3 P1", 3) == 0xF000);
  CHECK(flags("and (M3, 8) P1 P1 P1", 1) == 0x0FFF);
  CHECK(flags("not (M3, 8) P1 P1", 1) == 0xF0FF);  // the upper eight alone
}

TEST_CASE("a predicate counts any or all of its lanes when the instruction says so", "[visa][values]") {
  const std::string compare = std::string{"cmp.eq (M1, 16) P1 "} + kA + " 0x3:d\n";
  const auto written = [&](const std::string& predicate) {
    const Run run{compare + "(" + predicate + ") mov (M1, 16) V_b(0,0)<1> 0x1:d\n"};
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 16; ++lane) lanes |= (run.lanes("V_b")[lane] == 1 ? 1u : 0u) << lane;
    return lanes;
  };
  CHECK(written("P1") == 0x0008);
  CHECK(written("!P1") == 0xFFF7);
  CHECK(written("P1.any") == 0xFFFF);
  CHECK(written("P1.all") == 0x0000);
  CHECK(written("!P1.all") == 0xFFFF);
}

TEST_CASE("an instruction of the upper channels uses their flags and their dispatch", "[visa][values]") {
  const std::string compare = std::string{"cmp.ge (M1, 16) P1 "} + kA + " 0xA:d\n";
  const std::string upper = "(P1) mov (M3, 8) V_b(1,0)<1> 0x1:d\n";
  CHECK(Run{compare + upper}.lanes("V_b") == std::vector<std::int32_t>{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 1, 1, 1, 1, 1});
  CHECK(Run{compare + upper, 0x2FFF}.lanes("V_b") ==
        std::vector<std::int32_t>{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 1, 7, 1, 7, 7});
}

TEST_CASE("a destination's stride and saturation", "[visa][values]") {
  const Run run{std::string{"mov (M1, 8) V_b(0,0)<2> "} + kA + "\nmul.sat (M1, 8) V_n(0,0)<1> " + kA + " 0x40:d\n"};
  CHECK(run.lanes("V_b") == std::vector<std::int32_t>{0, 7, 1, 7, 2, 7, 3, 7, 4, 7, 5, 7, 6, 7, 7, 7});
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(run.state.registers.grf[run.bench.place("V_n")].data());
  CHECK(bytes[3] == 192);
  CHECK(bytes[4] == 255);
  CHECK(bytes[7] == 255);
}

TEST_CASE("surface indices that do not fit in a descriptor are refused", "[visa]") {
  CHECK_THROWS_WITH(Run{"movs (M1_NM, 1) T_big(0) 0xfe:ud\noword_st (1) T_big 0x0:ud V_a.0\n"},
                    Catch::Contains("shared local memory"));  // fits, and names what a vISA thread has none of
  const std::string too_big = "movs (M1_NM, 1) T_big(0) 0x100:ud\n";
  CHECK_THROWS_WITH(Run{too_big + "oword_st (1) T_big 0x0:ud V_a.0\n"}, Catch::Contains("surface index 256"));
  CHECK_THROWS_WITH(Run{too_big + "resinfo.R (M1, 8) T_big V_u.0 V_u.0\n"}, Catch::Contains("surface index 256"));
}

TEST_CASE("a message in a loop goes to the surface that movs named last", "[visa]") {
  const Run run{
      "mov (M1, 16) V_u(0,0)<1> 0x1:ud\n"
      "again:\n"
      "movs (M1_NM, 1) T_big(0) V_u(0,0)<0;1,0>\n"
      "oword_st (4) T_big 0x0:ud V_a.0\n"
      "add (M1, 16) V_u(0,0)<1> V_u(0,0)<1;1,0> 0xffffffff:ud\n"
      "cmp.eq (M1, 16) P1 V_u(0,0)<1;1,0> 0x0:ud\n"
      "(P1) goto (M1, 16) again\n"};
  const std::vector<std::uint32_t> words = run.bench.output(16);  // surface 0; the first time it went to surface 1
  for (std::uint32_t i = 0; i < 16; ++i) CHECK(words[i] == i);
}

TEST_CASE("what the model cannot execute is told when a thread comes to it", "[visa]") {
  const std::string load = "oword_ld (1) T_big 0x0:ud V_a.0\n";
  CHECK_THROWS_WITH(Run{load}, Catch::Contains("oword_ld"));
  CHECK(Run{"goto (M1, 16) past\n" + load + "past:\n"}.state.ended);
}
