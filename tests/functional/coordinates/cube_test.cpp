#include "functional/coordinates/cube.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <cmath>

#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using Mode = gen9::TextureCoordinateMode;

namespace {

/// Centre of a texel of a face as a direction with the major axis at 1 (table of rule Q1, written out again).
std::array<double, 3> direction(unsigned face, double s, double t) {
  const double sc = 2 * s - 1, tc = 2 * t - 1;
  switch (face) {
    case 0:
      return {1, -tc, -sc};
    case 1:
      return {-1, -tc, sc};
    case 2:
      return {sc, 1, tc};
    case 3:
      return {sc, -1, -tc};
    case 4:
      return {sc, -tc, 1};
    default:
      return {-sc, -tc, -1};
  }
}

std::vector<std::byte> numbered_cube(unsigned size) {
  std::vector<std::byte> bytes;
  for (unsigned face = 0; face < 6; ++face) {
    for (unsigned y = 0; y < size; ++y) {
      for (unsigned x = 0; x < size; ++x) {
        for (const unsigned value : {face * 40, x * 10, y * 10, 255u}) bytes.push_back(static_cast<std::byte>(value));
      }
    }
  }
  return bytes;
}

SurfaceImage cube_image(unsigned size, gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8G8B8A8Unorm) {
  return {.type = SurfaceType::kCube, .format = format, .width = size, .height = size};
}

}  // namespace

TEST_CASE("the largest component chooses the face, and the table its axes", "[sampling][Q1]") {
  for (unsigned face = 0; face < 6; ++face) {
    const auto d = direction(face, 0.75, 0.125);
    const FacePoint point =
        cube_face_point(static_cast<float>(d[0]), static_cast<float>(d[1]), static_cast<float>(d[2]));
    CHECK(point.face == face);
    CHECK(point.s == 0.75);
    CHECK(point.t == 0.125);
  }
}

TEST_CASE("on ties Z comes before Y before X", "[sampling][Q1][X3]") {
  CHECK(cube_face(1, 1, 1) == 4);
  CHECK(cube_face(-1, 1, -1) == 5);
  CHECK(cube_face(1, 1, 0.5f) == 2);
  CHECK(cube_face(1, -1, 0.5f) == 3);
  CHECK(cube_face(-1, 0.5f, 1) == 4);
  CHECK(cube_face(-1, 0.5f, 0.75f) == 1);
}

TEST_CASE("point sampling stays on the face", "[sampling][Q1]") {
  SamplerBench bench{cube_image(4), numbered_cube(4), nearest_sampler(Mode::kCube)};
  // Far corners of face +X: z = -1 gives s = 1, y = -1 gives t = 1.
  const auto outcome = bench.send(Op::kSampleLz, {1.0f, -0.999f, -0.999f});
  CHECK(real(outcome, 0) == 0.0f);
  CHECK(real(outcome, 1) == 30.0f / 255);
  CHECK(real(outcome, 2) == 30.0f / 255);
}

TEST_CASE("a tap beyond an edge is the texel across it", "[sampling][Q2]") {
  rc::prop("neighbours across an edge are closer to each other than any other texels of the two faces", [] {
    const auto size = *rc::gen::inRange(1, 33);
    const auto face = static_cast<unsigned>(*rc::gen::inRange(0, 6));
    const auto along = *rc::gen::inRange(0, size);
    const int side = *rc::gen::inRange(0, 4);
    const int x = side == 0 ? -1 : side == 1 ? size : along;
    const int y = side == 2 ? -1 : side == 3 ? size : along;
    const FaceTexel there = across_edge(face, x, y, size);
    RC_ASSERT(!there.missing);
    RC_ASSERT(there.face != face);
    RC_ASSERT(there.face / 2 != face / 2);
    // Both texels touch the same edge at the same place: their centres differ by half a texel along two axes and not at
    // all along the third.
    const auto inner =
        direction(face, (std::clamp(x, 0, size - 1) + 0.5) / size, (std::clamp(y, 0, size - 1) + 0.5) / size);
    const auto outer = direction(there.face, (there.x + 0.5) / size, (there.y + 0.5) / size);
    int equal = 0, near = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double distance = std::fabs(inner[axis] - outer[axis]);
      equal += distance < 1e-12;
      near += std::fabs(distance - 1.0 / size) < 1e-12;
    }
    RC_ASSERT(equal == 1);
    RC_ASSERT(near == 2);
  });
}

TEST_CASE("a bilinear sample on an edge is half of either face", "[sampling][Q2]") {
  SamplerBench bench{cube_image(4), numbered_cube(4), linear_sampler(Mode::kCube)};
  // Between +Z (face 4) and +X (face 0), half a texel below the middle.
  const auto outcome = bench.send(Op::kSampleLz, {1.0f, -0.25f, 1.0f});
  CHECK(real(outcome, 0) == Approx((160.0 + 0.0) / 2 / 255).epsilon(1e-6));
  CHECK(real(outcome, 1) == Approx((30.0 + 0.0) / 2 / 255).epsilon(1e-6));  // last column of +Z, first of +X
}

TEST_CASE("at a corner the missing texel is the mean of the other three", "[sampling][Q3][X4]") {
  SamplerBench bench{cube_image(4), numbered_cube(4), linear_sampler(Mode::kCube)};
  const auto outcome = bench.send(Op::kSampleLz, {1.0f, 1.0f, 1.0f});
  // Faces 4, 0 and 2 meet, each with an equal share.
  CHECK(real(outcome, 0) == Approx((160.0 + 0.0 + 80.0) / 3 / 255).margin(1e-4 / 3));
}

TEST_CASE("at each of the eight corners the three texels that meet there share the result", "[sampling][Q3]") {
  // A float cube, whose weights are exact but for the third: face f has 4 f + 0 to 3 in its four texels.
  std::vector<std::byte> texels;
  for (int face = 0; face < 6; ++face) {
    const auto first = static_cast<float>(4 * face);
    const auto four = floats({first, first + 1, first + 2, first + 3});
    texels.insert(texels.end(), four.begin(), four.end());
  }
  SamplerBench bench{cube_image(2, gen9::SurfaceFormat::kR32Float), texels, linear_sampler(Mode::kCube)};
  for (int corner = 0; corner < 8; ++corner) {
    const std::array<double, 3> at{corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
    double sum = 0;
    for (unsigned face = 0; face < 6; ++face) {
      for (unsigned texel = 0; texel < 4; ++texel) {
        // A texel of a 2x2 face touches the corner when its centre is nearest to it.
        const auto centre = direction(face, 0.25 + 0.5 * (texel & 1), 0.25 + 0.5 * (texel >> 1));
        bool touches = true;
        for (unsigned axis = 0; axis < 3; ++axis) touches = touches && centre[axis] * at[axis] > 0;
        if (touches) sum += 4 * face + texel;
      }
    }
    INFO("corner " << at[0] << ' ' << at[1] << ' ' << at[2]);
    const auto outcome =
        bench.send(Op::kSampleLz, {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])});
    CHECK(real(outcome, 0) == Approx(sum / 3).epsilon(1e-4));
  }
}

TEST_CASE("a cube of one colour has that colour at every corner, bit for bit", "[sampling][Q3][F3]") {
  std::vector<std::byte> texels;
  for (int i = 0; i < 6 * 2 * 2; ++i) {
    for (const int value : {77, 1, 254, 128}) texels.push_back(static_cast<std::byte>(value));
  }
  SamplerBench bench{cube_image(2), texels, linear_sampler(Mode::kCube)};
  for (int corner = 0; corner < 8; ++corner) {
    const auto sign = [&](int bit) { return corner >> bit & 1 ? -1.0f : 1.0f; };
    const auto outcome = bench.send(Op::kSampleLz, {sign(0), sign(1) * 0.97f, sign(2) * 0.93f});
    CHECK(real(outcome, 0) == 77.0f / 255);
    CHECK(real(outcome, 1) == 1.0f / 255);
    CHECK(real(outcome, 2) == 254.0f / 255);
    CHECK(real(outcome, 3) == 128.0f / 255);
  }
}

TEST_CASE("gather4 at a corner returns the texel made of three", "[sampling][Q3]") {
  SamplerBench bench{cube_image(4), numbered_cube(4), linear_sampler(Mode::kCube)};
  const auto outcome = bench.send(Op::kGather4, {1.0f, 1.0f, 1.0f});
  int mean = 0, real_texels = 0;
  for (unsigned c = 0; c < 4; ++c) {
    mean += real(outcome, c) == 80.0f / 255;  // (160 + 0 + 80) / 3, which is face 2's value, too
    real_texels += real(outcome, c) == 160.0f / 255 || real(outcome, c) == 0.0f;
  }
  CHECK(mean == 2);
  CHECK(real_texels == 2);
}

TEST_CASE("gather4 at a corner of a float cube returns the mean of three, of an integer cube one of them",
          "[sampling][Q3]") {
  // Face f holds f + 1; at (+, +, +) faces +X, +Y and +Z meet with 1, 3 and 5.
  const std::vector<std::byte> faces = floats({1, 2, 3, 4, 5, 6});
  const auto count_of = [](const SamplerOutcome& outcome, std::uint32_t bits) {
    int count = 0;
    for (unsigned c = 0; c < 4; ++c) count += word(outcome, c) == bits;
    return count;
  };
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  SamplerBench real_cube{cube_image(1, gen9::SurfaceFormat::kR32Float), faces, linear_sampler(Mode::kCube)};
  const auto gathered = real_cube.send(Op::kGather4, {1.0f, 1.0f, 1.0f});
  CHECK(count_of(gathered, bits(1.0f)) == 1);
  CHECK(count_of(gathered, bits(3.0f)) == 2);  // +Y and the mean
  CHECK(count_of(gathered, bits(5.0f)) == 1);
  SamplerBench odd_cube{cube_image(1, gen9::SurfaceFormat::kR32Float), floats({1, 2, 4, 4, 5, 6}),
                        linear_sampler(Mode::kCube)};
  CHECK(count_of(odd_cube.send(Op::kGather4, {1.0f, 1.0f, 1.0f}), bits(10.0f / 3)) == 1);
  SamplerBench integers{cube_image(1, gen9::SurfaceFormat::kR32Uint), faces, linear_sampler(Mode::kCube)};
  const auto whole = integers.send(Op::kGather4, {1.0f, 1.0f, 1.0f});
  CHECK(count_of(whole, bits(1.0f)) + count_of(whole, bits(3.0f)) + count_of(whole, bits(5.0f)) == 4);
}

TEST_CASE("address modes other than CUBE sample the face alone", "[sampling][Q1]") {
  SamplerBench bench{cube_image(4), numbered_cube(4), linear_sampler(Mode::kClamp)};
  CHECK(real(bench.send(Op::kSampleLz, {1.0f, -0.25f, 0.999f}), 0) == 0.0f);
  gen9::SamplerState forced = linear_sampler(Mode::kClamp);
  forced.cube_surface_control = gen9::CubeSurfaceControl::kOverride;
  SamplerBench seamless{cube_image(4), numbered_cube(4), forced};
  CHECK(real(seamless.send(Op::kSampleLz, {1.0f, -0.25f, 0.999f}), 0) > 0.2f);
}

TEST_CASE("a disabled face reads the border colour", "[sampling][Q1]") {
  SamplerBench bench{cube_image(4), numbered_cube(4), nearest_sampler(Mode::kCube),
                     gen9::BorderColorState::of_floats(1, 0, 0, 0)};
  bench.state.cube_face_enables = 0x3F & ~(1u << 2);  // +Y
  CHECK(real(bench.send(Op::kSampleLz, {0.1f, 1.0f, 0.1f}), 0) == 1.0f);
  CHECK(real(bench.send(Op::kSampleLz, {0.1f, -1.0f, 0.1f}), 0) == 120.0f / 255);
}

TEST_CASE("face derivatives are those of the projection, by finite differences", "[sampling][Q4]") {
  const std::array<double, 3> at{0.7, -0.2, 0.4}, d{0.01, 0.3, -0.2};
  const auto place = [](const std::array<double, 3>& v) {
    return std::array{0.5 * -v[2] / v[0] + 0.5, 0.5 * -v[1] / v[0] + 0.5};
  };
  constexpr double kStep = 1e-6;
  std::array<double, 3> next;
  for (unsigned i = 0; i < 3; ++i) next[i] = at[i] + d[i] * kStep;
  const auto derivative =
      face_derivative(to_face<double>(0, at[0], at[1], at[2]), to_face<double>(0, d[0], d[1], d[2]));
  CHECK(derivative.s == Approx((place(next)[0] - place(at)[0]) / kStep).epsilon(1e-4));
  CHECK(derivative.t == Approx((place(next)[1] - place(at)[1]) / kStep).epsilon(1e-4));
}

TEST_CASE("the sign of the major axis does not disturb its derivative", "[sampling][Q4]") {
  const auto plus = face_derivative(to_face<double>(4, 0.5, 0.5, 1.0), to_face<double>(4, 0.0, 0.0, 0.25));
  const auto minus = face_derivative(to_face<double>(5, 0.5, 0.5, -1.0), to_face<double>(5, 0.0, 0.0, -0.25));
  CHECK(plus.s == -minus.s);  // s runs the other way on -Z
  CHECK(plus.t == minus.t);
  CHECK(plus.s == -0.0625);
}
