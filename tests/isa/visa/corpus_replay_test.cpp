#include <catch2/catch.hpp>

#include "fuzz/damage.h"
#include "fuzz/isa_targets.h"
#include "isa/visa/corpus.h"
#include "support/visa_kernels.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

constexpr unsigned kDamagedCopies = 20;
constexpr unsigned kWhole = 1;  // cuts: none but the empty file

std::vector<std::byte> bytes_of(const auto& content) {
  const auto bytes = std::as_bytes(std::span{content});
  return {bytes.begin(), bytes.end()};
}

/// An instruction stream as the fuzzer's target has it: first the choice of the layout.
std::vector<std::byte> stream_of(Layout layout, const std::vector<std::uint8_t>& stream) {
  std::vector<std::byte> bytes = bytes_of(stream);
  bytes.insert(bytes.begin(), std::byte{layout == Layout::kIgc});
  return bytes;
}

}  // namespace

TEST_CASE("vISA files, whole and damaged, are read or refused, never anything else", "[visa][fuzz]") {
  const auto damage_pair = [](const std::string& text, const std::vector<std::uint8_t>& isa) {
    const std::vector<std::uint8_t> stream = encode(parse_text(text, "pair").statements, Layout::kIgc);
    fuzz::damage(bytes_of(text), fuzz::visa_text, text.size() < 8192 ? kDamagedCopies : 0, kWhole);
    fuzz::damage(bytes_of(isa), fuzz::isa_file, kDamagedCopies, kWhole);
    fuzz::damage(stream_of(Layout::kIgc, stream), fuzz::visa_bytes, kDamagedCopies, kWhole);
    fuzz::damage(stream_of(Layout::kDocument, stream), fuzz::visa_bytes, kDamagedCopies, kWhole);
  };
  for (const std::string& base : corpus::opencl())
    damage_pair(corpus::text(base + ".visaasm"), corpus::bytes(base + ".isa"));
  const std::vector<std::string> pairs = test::visa_kernel_names();
  for (std::size_t i = 0; i < pairs.size(); i += 5)
    damage_pair(test::visa_kernel_text(pairs[i] + ".visaasm"), test::visa_kernel_bytes(pairs[i] + ".isa"));
  SUCCEED();
}
