#include "functional/sampling/rules/address_mode.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using Mode = gen9::TextureCoordinateMode;

namespace {

/// Texels that a mode makes of indices -7 to 9 on an axis of three texels; -1: border.
std::vector<int> walk(Mode mode) {
  std::vector<int> texels;
  for (int i = -7; i <= 9; ++i) {
    const AddressedTexel at = apply_address_mode(mode, i, 3);
    texels.push_back(at.border ? -1 : at.texel);
  }
  return texels;
}

}  // namespace

TEST_CASE("each mode walks the axis as its table says", "[sampling][section-2]") {
  //                                        -7 -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6  7  8  9
  CHECK(walk(Mode::kWrap) == std::vector<int>{2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0});
  CHECK(walk(Mode::kMirror) == std::vector<int>{0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2});
  CHECK(walk(Mode::kClamp) == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2});
  CHECK(walk(Mode::kMirrorOnce) == std::vector<int>{2, 2, 2, 2, 2, 1, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2});
  const std::vector<int> border{-1, -1, -1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, -1, -1};
  CHECK(walk(Mode::kClampBorder) == border);
  CHECK(walk(Mode::kHalfBorder) == border);
}

TEST_CASE("repeating modes are periodic", "[sampling][section-2]") {
  rc::prop("WRAP with n, MIRROR with 2n and as its own mirror image", [] {
    const auto n = *rc::gen::inRange(1, 16385);
    const auto i = *rc::gen::inRange(-100000, 100000);
    const auto k = *rc::gen::inRange(-20, 20);
    RC_ASSERT(apply_address_mode(Mode::kWrap, i, n).texel == apply_address_mode(Mode::kWrap, i + k * n, n).texel);
    RC_ASSERT(apply_address_mode(Mode::kMirror, i, n).texel ==
              apply_address_mode(Mode::kMirror, i + 2 * k * n, n).texel);
    RC_ASSERT(apply_address_mode(Mode::kMirror, i, n).texel == apply_address_mode(Mode::kMirror, -1 - i, n).texel);
  });
}

TEST_CASE("every mode stays on the map", "[sampling][section-2]") {
  rc::prop("index in range", [] {
    const auto n = *rc::gen::inRange(1, 16385);
    const auto i = *rc::gen::arbitrary<std::int32_t>() / 2;
    const auto mode = static_cast<Mode>(*rc::gen::inRange(0, 7));
    const AddressedTexel at = apply_address_mode(mode, i, n);
    RC_ASSERT(at.texel >= 0);
    RC_ASSERT(at.texel < n);
  });
}

TEST_CASE("HALF_BORDER blends the edge with at most half of the border", "[sampling][section-2]") {
  using namespace texpipe::functional::test;
  const auto texels = rgba({0x00000000, 0x00000000});
  SamplerBench bench{{.width = 2, .height = 1},
                     texels,
                     linear_sampler(Mode::kHalfBorder),
                     gen9::BorderColorState::of_floats(1, 1, 1, 1)};
  const auto far = bench.send(Op::kSampleLz, {std::vector{-5.0f, 0.0f, 0.125f, 0.25f, 1.0f, 9.0f}, 0.5f});
  CHECK(real(far, 0, 0) == 0.5f);
  CHECK(real(far, 0, 1) == 0.5f);
  CHECK(real(far, 0, 2) == 0.25f);
  CHECK(real(far, 0, 3) == 0.0f);
  CHECK(real(far, 0, 4) == 0.5f);
  CHECK(real(far, 0, 5) == 0.5f);
}

TEST_CASE("HALF_BORDER with a nearest filter takes the edge texel", "[sampling][section-2]") {
  using namespace texpipe::functional::test;
  const auto texels = rgba({0x000000FF, 0x00000033});
  SamplerBench bench{{.width = 2, .height = 1}, texels, nearest_sampler(Mode::kHalfBorder), {}};
  const auto outcome = bench.send(Op::kSampleLz, {std::vector{-5.0f, 1.0f, 9.0f}, 0.5f});
  CHECK(real(outcome, 0, 0) == 1.0f);
  CHECK(real(outcome, 0, 1) == 0.2f);
  CHECK(real(outcome, 0, 2) == 0.2f);
}

TEST_CASE("modes may differ per axis, and any axis outside makes the border", "[sampling][section-2]") {
  using namespace texpipe::functional::test;
  const auto texels = rgba({0x000000FF, 0x000000FF, 0x000000FF, 0x000000FF});
  gen9::SamplerState sampler = nearest_sampler(Mode::kWrap);
  sampler.address_v = Mode::kClampBorder;
  SamplerBench bench{{.width = 2, .height = 2}, texels, sampler, gen9::BorderColorState::of_floats(0.25f, 0, 0, 0)};
  const auto outcome = bench.send(Op::kSampleLz, {std::vector{7.25f, 7.25f}, std::vector{0.25f, 1.25f}});
  CHECK(real(outcome, 0, 0) == 1.0f);
  CHECK(real(outcome, 0, 1) == Approx(0.25f).margin(1e-5));
}
