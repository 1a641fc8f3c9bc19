// The fast header of Catch2 hides its registry; the runner's own header shows it.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "functional/rasterization/sample_pattern.h"
#include "isa/rule_words.h"

using namespace texpipe;
using namespace texpipe::functional;

TEST_CASE("every rule of the sampling specification has a test", "[sampling]") {
  std::set<std::string> tags;
  for (const Catch::TestCase& test : Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) {
    tags.insert(test.lcaseTags.begin(), test.lcaseTags.end());
  }
  for (const SpecificationRule& rule : specification_rules()) {
    if (rule.id.starts_with("R")) continue;  // resolutions: tests/documents and the tests of their parameters
    std::string tag{rule.id};
    for (char& c : tag) c = c == ' ' ? '-' : static_cast<char>(std::tolower(c));
    INFO("rule " << rule.id << ": " << rule.words);
    CHECK(tags.contains(tag));
  }
}

TEST_CASE("sample positions count from the pixel's corner, 8/16 from its centre", "[sampling][X12]") {
  const SamplePattern two = standard_pattern(2);
  CHECK(two.positions[0] == SamplePosition{12, 12});
  CHECK(two.positions[1] == SamplePosition{4, 4});
}

TEST_CASE("BC1 with equal endpoints has the three-colour palette", "[sampling][X13][section-9]") {
  // Both endpoints white, all codes 3: transparent black.
  constexpr std::array<std::byte, 8> kBlock{std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF},
                                            std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}};
  const ElementDecoder decoder{gen9::SurfaceFormat::kBc1Unorm};
  const auto rgba = texel_to_rgba(decoder.coding(), decoder.texel(kBlock.data(), 1, 2));
  for (const std::uint32_t channel : rgba) CHECK(channel == 0);
}

TEST_CASE("BC4 signed endpoints divide by 127, and -128 is -1", "[sampling][X13][section-9]") {
  constexpr std::array<std::byte, 8> kBlock{std::byte{0x40}, std::byte{0x80},
                                            std::byte{0x08}};  // texel 0: code 0, texel 1: code 1
  const ElementDecoder decoder{gen9::SurfaceFormat::kBc4Snorm};
  const auto red = [&](unsigned x) { return texel_to_rgba(decoder.coding(), decoder.texel(kBlock.data(), x, 0))[0]; };
  CHECK(std::bit_cast<float>(red(0)) == 64.0f / 127);
  CHECK(std::bit_cast<float>(red(1)) == -1.0f);
}
