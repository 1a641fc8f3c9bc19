#include <catch2/catch.hpp>

#include "study/definition/idle_parameters.h"
#include "study/definition/study.h"

using namespace texpipe::study;

namespace {

/// A machine with these keys of L1.
Configuration with_l1(const std::string& keys) {
  return load_configuration(
      {.file = "old.yaml", .text = "machine: old\nslice:\n  subslice:\n    sampler:\n      l1: " + keys + '\n'},
      FileKind::kMachine);
}

}  // namespace

TEST_CASE("a machine file with half banks is read as one with banks of words, with one warning at their place",
          "[config]") {
  Configuration configuration =
      with_l1("{banks: 4, bank_hash: [0x8, 0x1], half_banks: true, wide_reads: pairs, ports: 1}");
  const auto& l1 = configuration.machine.slice.subslice.front().sampler.l1;
  CHECK(l1.bank_choice == texpipe::machine::BankChoice::kWords);
  CHECK(l1.banks == 32);
  CHECK(l1.wide_reads == texpipe::machine::WideReads::kRows);
  CHECK(l1.ports == 1);
  REQUIRE(configuration.superseded.size() == 1);
  CHECK(set_but_idle(configuration, configuration.values()).front().text() ==
        "old.yaml:5:45: slice.subslice.sampler.l1.half_banks: banks of halves and pairs are superseded by banks of "
        "words; read as `bank_choice: words`, `banks: 32`, `wide_reads: rows`");
}

TEST_CASE("keys of half banks that say there are none change nothing and warn of nothing", "[config]") {
  const Configuration configuration = with_l1("{banks: 4, bank_hash: modulo, half_banks: false, wide_reads: lines}");
  const auto& l1 = configuration.machine.slice.subslice.front().sampler.l1;
  CHECK(l1.bank_choice == texpipe::machine::BankChoice::kLines);
  CHECK(l1.banks == 4);
  CHECK(configuration.superseded.empty());
}
