// Lines that samples of several threads touch, beside those of their plans.
#include "functional/sampling/sampled_lines.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <set>
#include <vector>

#include "functional/execution/eu_program.h"
#include "functional/sampling/sampler_bench.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "functional/shared_function/sampler_receiver.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr unsigned kSide = 64;

/// Coordinates of the pixels of a 4x4 square in the order of lanes, so many texels apart.
std::vector<float> coordinates(bool vertical, float texels, float begin = 0.5f, float scale = kSide) {
  std::vector<float> result;
  for (unsigned lane = 0; lane < 16; ++lane) {
    const unsigned subspan = lane / 4, pixel = lane % 4;
    const unsigned place = vertical ? subspan / 2 * 2 + pixel / 2 : subspan % 2 * 2 + pixel % 2;
    result.push_back((static_cast<float>(place) * texels + begin) / scale);
  }
  return result;
}

struct Touched {
  std::set<std::uint64_t> lines;
  std::size_t footprints = 0;
};

Touched of_plan(SamplerBench& bench, const Message& message) {
  const SamplerOutcome outcome = execute_sampler_message(
      bench.memory, message, {PlanDetail::kFootprints, {.bits = TouchedLines::kLineBits, .decoded = false}});
  Touched touched;
  for (const SubspanPlan& subspan : outcome.subspans) {
    touched.footprints += subspan.footprints.size();
    for (const Footprint& footprint : subspan.footprints)
      for (unsigned i = 0; i < footprint.line_count; ++i) touched.lines.insert(footprint.lines[i]);
  }
  return touched;
}

Touched of_gang(SamplerBench& bench, const Message& message) {
  ThreadRegisters registers;
  const auto size = static_cast<unsigned>(message.payload.size());
  for (unsigned i = 0; i < size; ++i) registers.grf[20 + i] = message.payload[i];
  TouchedLines lines;
  const GangMessage::Sender sender{registers.grf.data(), 0xFFFF, 0, &lines};
  const GangMessage gang{.message = message,
                         .payload = {GangMessage::Run{20, size}, GangMessage::Run{}},
                         .response = {60, message.descriptor >> 20 & 31},
                         .senders = {&sender, 1}};
  REQUIRE(sample_gang(bench.memory, gang) == 1);
  return {{lines.lines().begin(), lines.lines().end()}, static_cast<std::size_t>(lines.footprints())};
}

std::vector<std::uint64_t> noted(const TouchedLines& lines) {
  return {lines.lines().begin(), lines.lines().end()};
}

}  // namespace

TEST_CASE("samples together touch the lines and have the footprints of their plans", "[sampling]") {
  const std::vector<std::byte> texels(std::size_t{4} * kSide * kSide);
  for (const auto mode : {gen9::TextureCoordinateMode::kWrap, gen9::TextureCoordinateMode::kClampBorder}) {
    for (const bool linear : {false, true}) {
      SamplerBench bench{
          {.width = kSide, .height = kSide}, texels, linear ? linear_sampler(mode) : nearest_sampler(mode)};
      for (const float apart : {0.25f, 1.0f, 2.0f, 5.0f}) {
        for (const float begin : {0.5f, 3.9f, 60.0f, -2.0f}) {
          INFO("linear " << linear << ", " << apart << " apart, from " << begin);
          const Message message = bench.message(
              Op::kSampleLz, {coordinates(false, apart, begin), coordinates(true, apart, begin)}, {.simd16 = true});
          const Touched gang = of_gang(bench, message), plan = of_plan(bench, message);
          CHECK(gang.footprints == plan.footprints);
          CHECK(std::includes(plan.lines.begin(), plan.lines.end(), gang.lines.begin(), gang.lines.end()));
          // Lines have 4x4 texels: in steps of five each pixel has up to four of its own.
          CHECK((apart > 4 ? 4 * gang.lines.size() >= plan.lines.size() : gang.lines == plan.lines));
        }
      }
    }
  }
}

TEST_CASE("a line that was touched shortly before is noted once, until that is forgotten", "[sampling]") {
  TouchedLines lines;
  for (const std::uint64_t line : {7, 8, 7}) lines.touch(line);
  CHECK(noted(lines) == std::vector<std::uint64_t>{7, 8});
  lines.clear();
  lines.touch(7);
  CHECK(lines.lines().empty());
  lines.forget_recent();
  lines.touch(7);
  CHECK(noted(lines) == std::vector<std::uint64_t>{7});
}
