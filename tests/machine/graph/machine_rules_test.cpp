#include "machine/graph/machine_rules.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("what L3 gives away leaves whole sets in every bank", "[machine]") {
  MachineParameters machine;
  LineCacheParameters& l3 = machine.slice.l3;
  l3.urb = ByteSize{l3.size.value() / 4};
  l3.slm = ByteSize{l3.size.value() / 4};
  CHECK(broken_rules(machine).empty());
  l3.slm = l3.slm + ByteSize{64};
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "slice.l3.size");
  l3.slm = l3.size - l3.urb;
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "slice.l3.urb");
}

TEST_CASE("a last-level cache divides into sets where there is one", "[machine]") {
  MachineParameters machine;
  machine.llc.cache.size = ByteSize{1000};
  CHECK(broken_rules(machine).empty());
  machine.llc.enabled = true;
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "llc.size");
}

TEST_CASE("a capacity that is no whole sets is told with slices, banks and the nearest one that is", "[machine]") {
  MachineParameters machine;
  LineCacheParameters& l3 = machine.slice.l3;
  l3.size = ByteSize{768 << 10};
  l3.ways = 12;
  l3.banks = 2;
  l3.slices = 3;
  l3.line = ByteSize{128};
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].problem ==
        "768KiB cannot be divided into 3 slices of 2 banks of 12 ways of 128B lines");
  CHECK(broken_rules(machine)[0].hint == "the size is a multiple of 9KiB, as 765KiB");
  l3.size = ByteSize{765 << 10};
  CHECK(broken_rules(machine).empty());
}

TEST_CASE("masks that cannot choose among slices or channels are told in these words", "[machine]") {
  MachineParameters machine;
  machine.slice.l3.slices = 3;
  machine.slice.l3.slice_hash = BankHash{std::vector<std::uint64_t>{1, 2}};
  REQUIRE(broken_rules(machine).size() == 1);
  const BrokenRule slices = broken_rules(machine)[0];
  CHECK(slices.paths == std::vector<std::string>{"slice.l3.slice_hash", "slice.l3.slices"});
  CHECK(slices.problem.starts_with("a slice hash of 2 masks for 3 slices"));
  CHECK(slices.hint == "masks choose among a power of two; xor and modulo among any number");
  machine.slice.l3.slices = 1;
  machine.slice.l3.slice_hash = {};
  machine.memory.channels = 8;
  machine.memory.channel_hash = BankHash{std::vector<std::uint64_t>{1, 2}};
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].problem.starts_with("a channel hash of 2 masks for 8 channels"));
  CHECK(broken_rules(machine)[0].hint.empty());
}

TEST_CASE("every broken rule names its parameters", "[machine]") {
  MachineParameters machine;
  machine.slice.subslice.resize(2);
  const auto first_path = [&] {
    const std::vector<BrokenRule> broken = broken_rules(machine);
    REQUIRE(broken.size() == 1);
    return broken[0].paths[0];
  };
  SamplerParameters& sampler = machine.slice.subslice[1].sampler;
  const SamplerParameters whole = sampler;
  const BankHash two_masks{std::vector<std::uint64_t>{1, 2}};  // for four banks
  sampler.l1.banks = 2;
  sampler.l1.bank_hash = two_masks;
  CHECK(first_path() == "slice.subslice[1].sampler.l1.bank_hash");
  sampler.l1.bank_choice = BankChoice::kWords;  // which no hash chooses
  CHECK(broken_rules(machine).empty());
  sampler = whole;
  sampler.l1.banks = 256;
  CHECK(broken_rules(machine).empty());
  sampler.l1.level_banks = true;
  CHECK(first_path() == "slice.subslice[1].sampler.l1.banks");
  sampler = whole;
  sampler.l1.size = ByteSize{1000};
  CHECK(first_path() == "slice.subslice[1].sampler.l1.size");
  sampler.l1.enabled = false;
  CHECK(broken_rules(machine).empty());
  sampler = whole;
  sampler.l2.enabled = true;
  sampler.l2.cache.size = ByteSize{1000};
  CHECK(first_path() == "slice.subslice[1].sampler.l2.size");
  sampler = whole;
  machine.slice.l3.banks = 2;
  machine.slice.l3.bank_hash = two_masks;
  CHECK(first_path() == "slice.l3.bank_hash");
  machine.slice.l3.bank_hash = {};
  machine.memory.banks = 2;
  machine.memory.bank_hash = two_masks;
  CHECK(first_path() == "memory.bank_hash");
}

TEST_CASE("samplers that share an L2 have no port of L3 to share with data ports", "[machine][graph]") {
  MachineParameters machine;
  machine.slice.l3.subslice_ports = SubslicePorts::kShared;
  REQUIRE(broken_rules(machine).empty());
  machine.slice.shared_l2.enabled = true;
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "slice.l3.subslice_ports");
  machine.slice.l3.subslice_ports = SubslicePorts::kSeparate;
  CHECK(broken_rules(machine).empty());
}

TEST_CASE("an L2 that samplers share has whole sets where it is enabled", "[machine][graph]") {
  MachineParameters machine;
  machine.slice.shared_l2.cache.size = ByteSize{1000};
  CHECK(broken_rules(machine).empty());
  machine.slice.shared_l2.enabled = true;
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "slice.shared_l2.size");
}

TEST_CASE("a sector is a power of two from 16 bytes to its line, or the whole line", "[machine][cache]") {
  MachineParameters machine;
  SamplerParameters& sampler = machine.slice.subslice[0].sampler;
  for (const std::uint64_t bytes : {0, 16, 32, 64}) {
    sampler.l1.sector = sampler.l2.cache.sector = machine.slice.l3.sector = ByteSize{bytes};
    CHECK(broken_rules(machine).empty());
  }
  for (const std::uint64_t bytes : {8, 48, 128}) {
    sampler.l1.sector = sampler.l2.cache.sector = machine.slice.l3.sector = ByteSize{bytes};
    const std::vector<BrokenRule> broken = broken_rules(machine);
    REQUIRE(broken.size() == 3);
    CHECK(broken[0].paths[0] == "slice.subslice[0].sampler.l1.sector");
    CHECK(broken[1].paths[0] == "slice.subslice[0].sampler.l2.sector");
    CHECK(broken[2].paths[0] == "slice.l3.sector");
  }
}
