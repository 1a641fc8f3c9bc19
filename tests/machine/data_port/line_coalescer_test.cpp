#include "machine/data_port/line_coalescer.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

std::vector<LineAccess> lines_of(const std::vector<functional::MemoryAccess>& writes, ByteSize line = ByteSize{64}) {
  std::vector<LineAccess> lines{{ByteAddress{12345}, 1}};  // of an earlier message
  coalesce(writes, line, lines);
  return lines;
}

}  // namespace

TEST_CASE("writes of a message become one write per line, in order of first touch", "[data_port]") {
  std::vector<functional::MemoryAccess> writes;
  for (unsigned row = 0; row < 2; ++row) {
    for (unsigned x = 0; x < 4; ++x) writes.push_back({ByteAddress{0x1000 - 128 * row + 16 + 4 * x}, 4});
  }
  const auto lines = lines_of(writes);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].line == ByteAddress{0x1000});
  CHECK(lines[0].bytes == 0xFFFF'0000u);
  CHECK(lines[1].line == ByteAddress{0x1000 - 128});
}

TEST_CASE("a write across two lines touches both", "[data_port]") {
  const auto lines = lines_of({{ByteAddress{60}, 8}});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].bytes == std::uint64_t{0xF} << 60);
  CHECK(lines[1].line == ByteAddress{64});
  CHECK(lines[1].bytes == 0xF);
}

TEST_CASE("writes gather into lines as short as those of the level that takes them", "[data_port]") {
  const auto lines = lines_of({{ByteAddress{0x1010}, 32}}, ByteSize{32});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].line == ByteAddress{0x1000});
  CHECK(lines[0].bytes == 0xFFFF'0000u);
  CHECK(lines[1].line == ByteAddress{0x1020});
  CHECK(lines[1].bytes == 0xFFFFu);
}

TEST_CASE("a read is gathered by as many bytes as lanes take in registers and each gathering has its own lines",
          "[data_port]") {
  struct Row {
    std::uint8_t size;  // of a lane's access; lanes follow each other in memory from byte 16 on
    std::uint64_t gather;
    std::size_t lines;
  };
  // Sixteen lanes. Three DWords take the place of four, and less than a DWord that of one.
  const Row row = GENERATE(Row{4, 64, 2}, Row{8, 64, 4}, Row{12, 64, 6}, Row{16, 64, 8}, Row{16, 128, 6},
                           Row{16, 256, 5}, Row{16, 1024, 5}, Row{1, 64, 1}, Row{64, 64, 32});
  std::vector<functional::MemoryAccess> reads;
  for (unsigned lane = 0; lane < 16; ++lane) reads.push_back({ByteAddress{0x1010u + lane * row.size}, row.size});
  std::vector<LineAccess> lines{{ByteAddress{12345}, 1}};
  gather_lines(reads, ByteSize{64}, ByteSize{row.gather}, lines);
  CHECK(lines.size() == row.lines);
  CHECK(lines.front().line == ByteAddress{0x1000});
}
