#include "functional/frame/command_math.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

// Words of MI_MATH as the document numbers them.
constexpr std::uint32_t word(unsigned operation, unsigned first = 0, unsigned second = 0) {
  return operation << 20 | first << 10 | second;
}
constexpr unsigned kLoad = 0x080, kLoadInverted = 0x480, kLoad0 = 0x081, kLoad1 = 0x481, kStore = 0x180,
                   kStoreInverted = 0x580;
constexpr unsigned kA = 0x20, kB = 0x21, kResult = 0x31, kZero = 0x32, kCarry = 0x33;

struct Registers {
  PipelineStatistics statistics;
  CommandRegisters registers{statistics};

  /// R2 = R0 `operation` R1.
  std::uint64_t result(unsigned operation, std::uint64_t a, std::uint64_t b, unsigned stored = kResult) {
    registers.set_general(0, a);
    registers.set_general(1, b);
    run_command_math(
        std::vector<std::uint32_t>{word(kLoad, kA, 0), word(kLoad, kB, 1), word(operation), word(kStore, 2, stored)},
        registers);
    return registers.general(2);
  }
};

}  // namespace

TEST_CASE("MI_MATH computes with 64 bits", "[frame][command_math]") {
  Registers r;
  CHECK(r.result(0x100, 0xFFFF'FFFF, 1) == 0x1'0000'0000);
  CHECK(r.result(0x101, 5, 7) == ~std::uint64_t{1});
  CHECK(r.result(0x102, 0xFF00, 0x0FF0) == 0x0F00);
  CHECK(r.result(0x103, 0xFF00, 0x0FF0) == 0xFFF0);
  CHECK(r.result(0x104, 0xFF00, 0x0FF0) == 0xF0F0);
}

TEST_CASE("MI_MATH stores its flags as all ones or zero", "[frame][command_math]") {
  Registers r;
  CHECK(r.result(0x101, 7, 7, kZero) == ~std::uint64_t{0});
  CHECK(r.result(0x101, 7, 6, kZero) == 0);
  CHECK(r.result(0x101, 6, 7, kCarry) == ~std::uint64_t{0});
  CHECK(r.result(0x100, ~std::uint64_t{0}, 1, kCarry) == ~std::uint64_t{0});
  CHECK(r.result(0x100, 1, 1, kCarry) == 0);
}

TEST_CASE("MI_MATH loads constants and inverted operands", "[frame][command_math]") {
  Registers r;
  r.registers.set_general(3, 0x1234);
  run_command_math(std::vector<std::uint32_t>{word(kLoad1, kA), word(kLoad0, kB), word(0x102), word(kStore, 4, kResult),
                                              word(kLoadInverted, kA, 3), word(kLoad0, kB), word(0x103),
                                              word(kStoreInverted, 5, kResult)},
                   r.registers);
  CHECK(r.registers.general(4) == 0);
  CHECK(r.registers.general(5) == 0x1234);
}

TEST_CASE("MI_MATH refuses what the document does not list", "[frame][command_math]") {
  Registers r;
  CHECK_THROWS_WITH(run_command_math(std::vector<std::uint32_t>{word(0x105)}, r.registers),
                    Catch::Contains("instruction 0: operation 0x105"));
  CHECK_THROWS_WITH(run_command_math(std::vector<std::uint32_t>{word(kLoad, kA, 0x10)}, r.registers),
                    Catch::Contains("source 0x10"));
  CHECK_THROWS_WITH(run_command_math(std::vector<std::uint32_t>{word(kLoad, 3, 0)}, r.registers),
                    Catch::Contains("destination of a load 0x3"));
}

TEST_CASE("a counter register reads its statistic and keeps it", "[frame][command_math]") {
  Registers r;
  r.statistics.samples_passed = 0x1'2345'6789;
  r.registers.write(0x2350, 7);
  CHECK(r.registers.read(0x2350) == 0x2345'6789);
  CHECK(r.registers.read(0x2354) == 1);
}
