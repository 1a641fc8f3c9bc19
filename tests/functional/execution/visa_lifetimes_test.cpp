#include "functional/execution/visa_lifetimes.h"

#include <catch2/catch.hpp>

#include "functional/execution/visa_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr std::uint32_t kFirst = visa::kFirstUserVariable;

/// Lives of `a`, `b`, ... in order; a pair of zeros for those that have none.
std::vector<std::pair<std::size_t, std::size_t>> lives_of(const std::string& statements,
                                                          const std::set<std::string>& preset = {}) {
  std::string text;
  for (const char* name : {"a", "b", "c"}) text += std::string{".decl "} + name + " v_type=G type=ud num_elts=8\n";
  text += ".decl d v_type=G type=uw num_elts=8 alias=<a, 8>\n.decl P1 v_type=P num_elts=8\n";
  const visa::Program program = visa::parse_text(text + statements, "test");
  const auto found = lifetimes(program, preset);
  std::vector<std::pair<std::size_t, std::size_t>> lives;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const auto life = found.find(kFirst + i);
    lives.emplace_back(life == found.end() ? 0 : life->second.first, life == found.end() ? 0 : life->second.last);
  }
  return lives;
}

using Lives = std::vector<std::pair<std::size_t, std::size_t>>;

std::string move(const std::string& to, const std::string& from) {
  return "    mov (M1, 8) " + to + "(0,0)<1> " + from + "(0,0)<1;1,0>\n";
}

}  // namespace

TEST_CASE("a variable lives from its first statement to its last, an alias is its owner", "[visa][registers]") {
  CHECK(lives_of(move("a", "b") + move("c", "a") + move("c", "b")) == Lives{{0, 1}, {0, 2}, {1, 2}, {0, 0}});
  CHECK(lives_of(move("b", "b") + move("d", "b") + move("c", "a")) == Lives{{1, 2}, {0, 1}, {2, 2}, {0, 0}});
  CHECK(lives_of(move("b", "b") + move("a", "b"), {"d"}) == Lives{{0, 1}, {0, 1}, {0, 0}, {0, 0}});
}

TEST_CASE("a variable of a loop lives through all of it", "[visa][registers]") {
  const std::string text = move("c", "c") + "_top:\n" + move("a", "b") + move("b", "b") + "    goto (M1, 8) _top\n";
  CHECK(lives_of(text) == Lives{{1, 4}, {1, 4}, {0, 0}, {0, 0}});
  const std::string nested = "_outer:\n" + move("a", "a") + "_inner:\n" + move("b", "b") + "    goto (M1, 8) _inner\n" +
                             "    goto (M1, 8) _outer\n" + move("c", "c");
  CHECK(lives_of(nested) == Lives{{0, 5}, {0, 5}, {6, 6}, {0, 0}});
}

namespace {

constexpr unsigned kResults = 14;  // of eight registers each: more than a thread has

std::string many_results(const std::string& first_line = {}) {
  std::string text = ".decl u v_type=G type=f num_elts=16 align=hword\n.decl P1 v_type=P num_elts=16\n";
  for (unsigned i = 0; i < kResults; ++i)
    text += ".decl result" + std::to_string(i) + " v_type=G type=f num_elts=64 align=hword\n";
  text += ".decl S0 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\n" + first_line;
  text += "    movs (M1_NM, 1) T6(0) 0x1:ud\n";
  for (unsigned i = 0; i < kResults; ++i) {
    const std::string number = std::to_string(i);
    text += "    mov (M1_NM, 16) u(0,0)<1> " + std::to_string((i % 8 + 0.5) / 8).substr(0, 6) + ":f\n";
    text += std::string{"    sample_lz.RGBA (M1"} + (i < kResults / 2 ? "_NM" : "") + ", 16) S0 T6 result" + number +
            ".0 u.0 u.0\n";
  }
  return text + "_end:\n    ret (M1, 1)\n";
}

/// R of lane `lane` of a result, in texels.
float column_of(const VisaBench& bench, const VisaThreadState& state, unsigned result, unsigned lane) {
  const auto bits = static_cast<std::uint32_t>(final_element(*bench.kernel, state, kFirst + 1 + result, lane));
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value * 255.0f;
}

}  // namespace

TEST_CASE("variables that do not fit side by side share registers, and each keeps its last value",
          "[visa][registers]") {
  VisaBench bench{visa::parse_text(many_results(), "test")};
  CHECK_FALSE(bench.kernel->places.tenancies().empty());
  const VisaThreadState state = bench.run({}, 0x7FFF);
  for (unsigned result = 0; result < kResults; ++result) {
    INFO(result);
    CHECK(column_of(bench, state, result, 3) == Approx(result % 8));
    // A lane that is not dispatched: the first half ignores the mask, the second lies where they lay and reads 0.
    CHECK(column_of(bench, state, result, 15) == Approx(result < kResults / 2 ? result % 8 : 0));
  }
}

TEST_CASE("variables of statements that are jumped over stay 0 in shared registers", "[visa][registers]") {
  VisaBench bench{visa::parse_text(many_results("    jmp (M1, 1) _end\n"), "test")};
  const VisaThreadState state = bench.run({});
  for (unsigned result = 0; result < kResults; ++result) CHECK(column_of(bench, state, result, 3) == 0.0f);
}

TEST_CASE("a program whose live variables do not fit is refused by name", "[visa][registers]") {
  std::string text = many_results();
  std::string reads;
  for (unsigned i = 0; i < kResults; ++i)
    reads += "    mov (M1, 16) u(0,0)<1> result" + std::to_string(i) + "(0,0)<1;1,0>\n";
  text.insert(text.find("_end:"), reads);
  CHECK_THROWS_WITH(VisaBench(visa::parse_text(text, "test")), Catch::Contains("more registers"));
}
