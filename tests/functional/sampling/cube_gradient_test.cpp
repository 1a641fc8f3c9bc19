// sample_d and sample_d_c on cubes: a place on the face r, or with a switch a direction (resolution R28).
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <cmath>

#include "functional/coordinates/cube.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr SurfaceImage kCube{
    .type = SurfaceType::kCube, .format = gen9::SurfaceFormat::kR32Float, .width = 64, .height = 64, .levels = 7};

/// Every texel holds 100 times its face plus its level, so that a trilinear result away from edges is the face and the
/// level of detail.
std::vector<std::byte> faces_and_levels() {
  std::vector<std::byte> texels;
  for (unsigned face = 0; face < 6; ++face) {
    for (unsigned level = 0; level < 7; ++level) {
      const auto texel = floats({static_cast<float>(100 * face + level)});
      for (unsigned i = 0; i < (64u >> level) * (64u >> level); ++i)
        texels.insert(texels.end(), texel.begin(), texel.end());
    }
  }
  return texels;
}

SamplerBench cube_bench() {
  // CLAMP keeps to the face.
  return {kCube, faces_and_levels(), linear_sampler(gen9::TextureCoordinateMode::kClamp, gen9::MipFilter::kLinear)};
}

struct Sample {
  std::array<float, 3> place, dx, dy;
};

float sampled(SamplerBench& bench, const Sample& s, bool cube_direction, Op op = Op::kSampleD) {
  const Message made = op == Op::kSampleD ? bench.message(op, {s.place[0], s.dx[0], s.dy[0], s.place[1], s.dx[1],
                                                               s.dy[1], s.place[2], s.dx[2], s.dy[2]})
                                          : bench.message(op, {0.5f, s.place[0], s.dx[0], s.dy[0], s.place[1], s.dx[1],
                                                               s.dy[1], s.place[2], s.dx[2], s.dy[2]});
  bench.heap().set_queries({.cube_direction = cube_direction});
  return real(execute_sampler_message(bench.memory, made, PlanDetail::kNone), 0);
}

}  // namespace

TEST_CASE("sample_d on a cube takes the face in r and gradients there, with a switch a direction",
          "[sampling][Q4][R28]") {
  SamplerBench bench = cube_bench();
  // Derivatives of 2 texels on u and 1 on v, on a face that is two units wide.
  const Sample plain{{0.25f, 0.125f, 3.0f}, {4.0f / 64, 0, 0}, {0, 2.0f / 64, 0}};
  CHECK(sampled(bench, plain, false) == 301.0f);
  // The numbers of `plain`, taken as a direction, lead to +Z, at a third of the size.
  CHECK(sampled(bench, plain, true) == 400.0f);
  const Sample shallow{{0.25f, 0.125f, 1.0f}, {16.0f / 64, 0, 0}, {0, 2.0f / 64, 0}};
  CHECK(sampled(bench, shallow, false) == 103.0f);
  CHECK(sampled(bench, shallow, true) == 403.0f);
  // A derivative of z moves the place, too.
  const Sample deep{{0.5f, 0.0f, 1.0f}, {0, 0, 16.0f / 64}, {0, 0, 0}};
  CHECK(sampled(bench, deep, false) < 100.5f);
  CHECK(sampled(bench, deep, true) == 402.0f);
}

TEST_CASE("a direction with its gradients reads what the place on its face with the gradients there reads",
          "[sampling][Q1][Q4][R28]") {
  SamplerBench bench = cube_bench();
  rc::prop("on every face, within the rounding of the parameters", [&bench] {
    const auto value = [](int limit) { return static_cast<float>(*rc::gen::inRange(-limit, limit + 1)) / 64.0f; };
    Sample direction{};
    for (float& component : direction.place) component = value(64);
    const unsigned axis = *rc::gen::inRange(0u, 3u);
    direction.place[axis] = *rc::gen::element(-1.25f, 1.25f);
    for (float& component : direction.dx) component = value(32);
    for (float& component : direction.dy) component = value(32);

    const auto& [x, y, z] = direction.place;
    const unsigned face = cube_face(x, y, z);
    const auto at = to_face<double>(face, x, y, z);
    Sample on_face{
        {static_cast<float>(at.s / at.major), static_cast<float>(at.t / at.major), static_cast<float>(face)}, {}, {}};
    const auto project = [&](const std::array<float, 3>& d) {
      const auto there = face_derivative(at, to_face<double>(face, d[0], d[1], d[2]));
      return std::array{static_cast<float>(2 * there.s), static_cast<float>(2 * there.t), 0.0f};
    };
    on_face.dx = project(direction.dx);
    on_face.dy = project(direction.dy);
    RC_ASSERT(std::fabs(sampled(bench, direction, true) - sampled(bench, on_face, false)) <= 1.5f / 256);
  });
}

TEST_CASE("sample_d_c on a cube has the same two readings", "[sampling][Q4][F7][R28]") {
  // Faces hold 0 or 1 in turn; the result is the inverse of reference 0.5 LESS texel's relation (R18).
  std::vector<std::byte> texels;
  for (unsigned face = 0; face < 6; ++face) {
    for (unsigned i = 0; i < 16; ++i) {
      for (const std::byte b : floats({static_cast<float>(face & 1)})) texels.push_back(b);
    }
  }
  gen9::SamplerState sampler = linear_sampler();
  sampler.shadow_function = gen9::ShadowFunction::kLess;
  SamplerBench bench{
      {.type = SurfaceType::kCube, .format = gen9::SurfaceFormat::kR32Float, .width = 4, .height = 4}, texels, sampler};
  for (unsigned face = 0; face < 6; ++face) {
    const Sample place{{0.0f, 0.0f, static_cast<float>(face)}, {}, {}};
    CHECK(sampled(bench, place, false, Op::kSampleDC) == static_cast<float>(face & 1));
    const auto d = from_face<float>(face, {0.0f, 0.0f, 1.0f});
    CHECK(sampled(bench, {d, {}, {}}, true, Op::kSampleDC) == static_cast<float>(face & 1));
  }
}
