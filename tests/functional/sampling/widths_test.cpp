#include "functional/sampling/widths.h"

#include <rapidcheck/catch.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "functional/sampling/filter.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

/// True when a number of `unit` fraction bits fits the row's width.
bool fits(const ValueWidth* row, __int128 number) {
  REQUIRE(row != nullptr);
  const __int128 limit = static_cast<__int128>(1) << (row->integer_bits + row->fraction_bits);
  return number <= limit && number >= (row->is_signed ? -limit : 0);
}

}  // namespace

TEST_CASE("every stage with a stated width exists", "[sampling][widths]") {
  for (const ValueWidth& row : kWidths) {
    INFO(row.stage << ": " << row.value);
    const auto exists_in = [&](const std::string& folder) {
      return std::filesystem::exists("model/functional/" + folder + "/" + std::string{row.stage} + ".h");
    };
    CHECK((exists_in("sampling") || exists_in("sampling/rules") || exists_in("coordinates")));
  }
}

TEST_CASE("sums of the widest codes and weights fit their stated widths", "[sampling][widths]") {
  FootprintPlan plan;
  plan.pixels = 1;
  plan.corners = 0xF;
  std::array<Texel, kTexelsPerFootprint> texels{};
  for (unsigned corner = 0; corner < 4; ++corner) {
    plan.weight[corner] = 1u << (kCornerWeightBits - 2);
    texels[corner].code = {0x00FFFFFF, static_cast<std::uint32_t>(-0x00FFFFFF), 0, 1};
  }
  const PixelSums sums = footprint_sums(plan, 0, texels);
  CHECK(sums.texels[0] == std::int64_t{0xFFFFFF} << kCornerWeightBits);
  for (const std::int64_t sum : sums.texels) CHECK(fits(find_width("filter", "footprint sum"), sum));
  CHECK(find_width("filter", "pixel sum")->bits() <= 63);
  CHECK(find_width("filter", "sum with border")->bits() <= 127);
  CHECK(find_width("weighted_mean", "sum")->bits() <= 127);
}

TEST_CASE("positions, offsets and levels stay inside their stated widths for any input", "[sampling][widths]") {
  rc::prop("any float", [] {
    const auto value = std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>());
    const auto size = static_cast<std::uint32_t>(*rc::gen::inRange(1, 16385));
    RC_ASSERT(fits(find_width("coordinate", "position"), scale_clamped(value, size, CoordinateRounding::kNearest)));
    RC_ASSERT(fits(find_width("coordinate", "position"), scale_periodic(value, size, CoordinateRounding::kNearest)));
    RC_ASSERT(fits(find_width("anisotropy", "tap offset"), tap_offset(value, 16, 15)));
    RC_ASSERT(fits(find_width("level_of_detail", "fine level of detail"), lod_of_parameter(value)));
    RC_ASSERT(fits(find_width("level_of_detail", "level of detail"), to_lod(lod_of_parameter(value))));
    RC_ASSERT(fits(find_width("coordinate", "array slice"), array_slice(value, 2048)));
  });
}

TEST_CASE("the weights of any pixel sum to their power of two", "[sampling][widths]") {
  const SurfaceImage flat{.width = 16, .height = 16, .levels = 5};
  gen9::SamplerState sampler = linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kLinear);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = 16;
  SamplerBench bench{flat, std::vector<std::byte>(packed_bytes(flat)), sampler};
  rc::prop("corner weights of each footprint", [&] {
    const auto number = [] { return *rc::gen::inRange(-3000, 3000) / 1024.0f; };
    const std::vector<float> u{number(), number(), number(), number()}, v{number(), number(), number(), number()};
    const auto outcome = bench.send(Op::kSample, {u, v}, {}, PlanDetail::kOperands);
    for (const SubspanPlan& subspan : outcome.subspans) {
      RC_ASSERT(!subspan.operands.empty());
      for (const FootprintOperands& operands : subspan.operands) {
        for (unsigned p = 0; p < 4; ++p) {
          std::uint32_t sum = 0;
          for (unsigned corner = 0; corner < 4; ++corner) sum += operands.weight[4 * p + corner];
          RC_ASSERT(sum == 1u << kCornerWeightBits);
        }
      }
    }
  });
}
