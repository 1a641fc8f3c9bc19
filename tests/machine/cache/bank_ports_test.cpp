#include "machine/cache/bank_ports.h"

#include <array>
#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

/// Cycle in which each footprint starts.
template <class... Footprints>
std::vector<std::uint64_t> starts(BankPorts ports, const Footprints&... footprints) {
  std::vector<std::uint64_t> result;
  Cycles now;
  const auto start = [&](const std::vector<std::uint8_t>& banks) {
    now = ports.earliest(banks, now);
    ports.claim(banks, now);
    result.push_back(now.value());
  };
  (start(footprints), ...);
  return result;
}

using Banks = std::vector<std::uint8_t>;

}  // namespace

TEST_CASE("footprints of one cycle share the ports of a bank", "[bank_ports]") {
  // Two reads of a bank with two ports fill its cycle, whether they are of one footprint or of two.
  CHECK(starts(BankPorts{4, 2}, Banks{0, 0}, Banks{1, 2}) == std::vector<std::uint64_t>{0, 0});
  CHECK(starts(BankPorts{4, 2}, Banks{0, 1}, Banks{0, 1}, Banks{0, 1}) == std::vector<std::uint64_t>{0, 0, 1});
  CHECK(starts(BankPorts{4, 2}, Banks{0, 0}, Banks{0}, Banks{0}, Banks{0}) == std::vector<std::uint64_t>{0, 1, 1, 2});
}

TEST_CASE("a footprint waits for the busiest of its banks, and those behind it wait in order", "[bank_ports]") {
  CHECK(starts(BankPorts{4, 1}, Banks{0, 0, 0}, Banks{0, 1}, Banks{2}) == std::vector<std::uint64_t>{0, 3, 3});
  CHECK(starts(BankPorts{4, 1}, Banks{}, Banks{3}, Banks{}, Banks{3}) == std::vector<std::uint64_t>{0, 0, 0, 1});
}

TEST_CASE("the end of a claim is that of the last read", "[bank_ports]") {
  BankPorts ports{4, 2};
  const std::array<std::uint8_t, 3> three{1, 1, 1};
  CHECK(ports.claim(three, Cycles{5}) == subcycles(Cycles{6}) + Subcycles{kSubcyclesPerCycle / 2});
  const std::array<std::uint8_t, 1> one{2};
  CHECK(ports.claim(one, Cycles{5}) == subcycles(Cycles{6}) + Subcycles{kSubcyclesPerCycle / 2});
}

TEST_CASE("without overlap a footprint starts when the last bank has read for the one before", "[bank_ports]") {
  CHECK(starts(BankPorts{4, 1, false}, Banks{0, 0}, Banks{1}, Banks{2}) == std::vector<std::uint64_t>{0, 2, 3});
  CHECK(starts(BankPorts{4, 1, true}, Banks{0, 0}, Banks{1}, Banks{2}) == std::vector<std::uint64_t>{0, 0, 0});
  // A cycle in which one of two ports was used is over as well.
  CHECK(starts(BankPorts{4, 2, false}, Banks{0}, Banks{0}) == std::vector<std::uint64_t>{0, 1});
}

TEST_CASE("arrays of banks are read beside each other even where reads do not overlap", "[cache]") {
  // Two arrays of two banks: the footprint that waits for the end of a read is the next one of the same array.
  CHECK(starts(BankPorts{4, 1, false, 2}, Banks{0, 0}, Banks{2}, Banks{1}, Banks{3}) ==
        std::vector<std::uint64_t>{0, 0, 2, 2});
}

TEST_CASE("a footprint that reads nothing takes the time of a read behind all others where it counts as one",
          "[bank_ports]") {
  BankPorts ports{4, 1, false, 2, BankPorts::Empty::kReads};
  const std::array<std::uint8_t, 2> twice{0, 0};
  CHECK(ports.claim(twice, Cycles{5}) == subcycles(Cycles{7}));
  CHECK(ports.earliest({}, Cycles{5}) == Cycles{7});
  CHECK(ports.claim({}, Cycles{7}) == subcycles(Cycles{8}));
  CHECK(ports.earliest({}, Cycles{7}) == Cycles{8});
  const std::array<std::uint8_t, 1> other{2};
  CHECK(ports.earliest(other, Cycles{7}) == Cycles{8});
  CHECK(starts(BankPorts{4, 1, true, 1, BankPorts::Empty::kReads}, Banks{}, Banks{}, Banks{1}) ==
        std::vector<std::uint64_t>{0, 1, 1});
}
