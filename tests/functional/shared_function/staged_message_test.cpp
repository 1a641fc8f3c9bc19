#include "functional/shared_function/staged_message.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "functional/sampling/random_messages.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

/// Values that somebody else's unit hands on, as the model would make them.
enum class Delivered { kNothing, kAddresses, kTexels, kSums, kAll };

bool has_bytes(const StagedMessage& message) {
  return message.binding().surface.decoder->facts().kind != gen9::FormatKind::kYuvPlanar;
}

bool has_fixed_sums(const StagedMessage& message) {
  const TexelCoding& coding = message.binding().surface.coding;
  const bool fixed =
      std::all_of(coding.begin(), coding.end(), [](const auto& c) { return c.kind == ChannelKind::kFixed; });
  return fixed && !message.gathers() && !message.reduces();
}

void deliver_addresses(StagedMessage& message, unsigned subspan, unsigned number, Footprint& published) {
  const FootprintPlan& plan = message.footprint(subspan, number);
  if (plan.missing != 0) return;  // beyond a cube's corner: no texel
  const SurfaceBinding& surface = message.binding().surface;
  const ElementShape& shape = surface.layout->geometry().element;
  AddressedFootprint addressed{.read = static_cast<std::uint16_t>(plan.corners & ~plan.border), .border = plan.border};
  for (unsigned corner = 0; corner < kTexelsPerFootprint; ++corner) {
    if ((plan.corners >> corner & 1) != 0) addressed.weight[corner] = plan.weight[corner];
    if ((addressed.read >> corner & 1) == 0) continue;
    const TexelPlace& place = plan.place[corner];
    addressed.element[corner] = surface.layout->element_address(surface.first_level + plan.level, place);
    addressed.column[corner] = static_cast<std::uint8_t>(place.x % shape.width);
    addressed.row[corner] = static_cast<std::uint8_t>(place.y % shape.height);
  }
  message.deliver(subspan, number, addressed, published);
}

void deliver_texels(StagedMessage& message, unsigned subspan, unsigned number) {
  for (unsigned corner = 0; corner < kTexelsPerFootprint; ++corner) {
    if ((message.read(subspan, number) >> corner & 1) == 0) continue;
    const auto [column, row] = message.place(subspan, number, corner);
    const auto bytes = message.element(subspan, number, corner);
    message.deliver(subspan, number, corner, message.binding().surface.decoder->texel(bytes.data(), column, row));
  }
}

void add_sums(StagedMessage& message, unsigned subspan, unsigned number,
              std::array<PixelSums, kPixelsPerSubspan>& sums) {
  auto texels = message.operands(subspan, number);
  if (const SubspanCompare* compare = message.compare(subspan)) {
    for (unsigned corner = 0; corner < kTexelsPerFootprint; ++corner)
      texels[corner] = (*compare)(texels[corner], compare->limit[corner / kTexelsPerPixel]);
  }
  const FootprintPlan& plan = message.footprint(subspan, number);
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    if ((plan.pixels >> p & 1) != 0) sums[p].add(footprint_sums(plan, p, texels), plan.pixel_weight[p]);
  }
}

/// The response when stages are delivered; nothing when the message has no stages.
std::unique_ptr<SamplerOutcome> staged_outcome(const GpuMemory& memory, const Message& message, LineShape lines,
                                               Delivered delivered) {
  auto outcome = std::make_unique<SamplerOutcome>();
  const auto staged = StagedMessage::plan(memory, message, lines, *outcome);
  if (!staged) return nullptr;
  const auto wanted = [&](Delivered stage) { return delivered == stage || delivered == Delivered::kAll; };
  for (unsigned subspan = 0; subspan < outcome->subspans.size(); ++subspan) {
    std::vector<Footprint>& footprints = outcome->subspans[subspan].footprints;
    std::array<PixelSums, kPixelsPerSubspan> sums;
    for (unsigned number = 0; number < footprints.size(); ++number) {
      if (wanted(Delivered::kAddresses) && has_bytes(*staged))
        deliver_addresses(*staged, subspan, number, footprints[number]);
      if (wanted(Delivered::kTexels) && has_bytes(*staged)) deliver_texels(*staged, subspan, number);
      if (wanted(Delivered::kSums) && has_fixed_sums(*staged)) add_sums(*staged, subspan, number, sums);
    }
    if (wanted(Delivered::kSums) && has_fixed_sums(*staged)) staged->deliver(subspan, sums);
  }
  staged->finish(outcome->response);
  return outcome;
}

bool same_lines(const Footprint& a, const Footprint& b) {
  return a.texels == b.texels && a.line_count == b.line_count && a.blocks == b.blocks && a.word_count == b.word_count &&
         std::equal(a.words.place.begin(), a.words.place.begin() + a.word_count, b.words.place.begin()) &&
         std::equal(a.lines.number.begin(), a.lines.number.begin() + a.line_count, b.lines.number.begin());
}

}  // namespace

TEST_CASE("a message whose stages are delivered gives the response and the plan of one that the core executes",
          "[sampling]") {
  const Delivered delivered =
      GENERATE(Delivered::kNothing, Delivered::kAddresses, Delivered::kTexels, Delivered::kSums, Delivered::kAll);
  const std::uint64_t first = 1 + 100 * static_cast<std::uint64_t>(delivered);
  unsigned compared = 0;
  for (std::uint64_t seed = first; seed < first + 100; ++seed) {
    Dice dice{seed};
    std::unique_ptr<RandomMessages> random;
    try {
      random = std::make_unique<RandomMessages>(dice, Drawn::kAny);
    } catch (const Error&) {
      continue;  // the format has no such surface
    }
    const LineShape lines{.bits = 6, .decoded = seed % 2 == 0, .words = static_cast<PlannedWords>(seed % 3)};
    for (int i = 0; i < 4; ++i) {
      const Message message = random->message();
      SamplerOutcome steps;
      try {
        steps = execute_sampler_message(random->memory(), message, {PlanDetail::kOperands, lines});
      } catch (const Error&) {
        break;
      }
      const auto staged = staged_outcome(random->memory(), message, lines, delivered);
      if (!staged) continue;
      INFO("seed " << seed << ", message " << i << ", delivered " << static_cast<int>(delivered));
      REQUIRE(staged->response.registers == steps.response.registers);
      REQUIRE(staged->response.byte_enables == steps.response.byte_enables);
      REQUIRE(staged->subspans.size() == steps.subspans.size());
      for (std::size_t s = 0; s < steps.subspans.size(); ++s) {
        REQUIRE(staged->subspans[s].footprints.size() == steps.subspans[s].footprints.size());
        REQUIRE(std::equal(steps.subspans[s].footprints.begin(), steps.subspans[s].footprints.end(),
                           staged->subspans[s].footprints.begin(), same_lines));
      }
      ++compared;
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("what a stage delivers is what the next ones use", "[sampling]") {
  SamplerBench bench{
      {.width = 2, .height = 2}, rgba({0x00000000, 0x000000FF, 0x0000FF00, 0xFFFF0000}), linear_sampler()};
  const Message message = bench.message(Op::kSampleLz, {0.5f, 0.5f}, {.execution_mask = 0xF});
  SamplerOutcome outcome;
  const auto red_of_pixel_0 = [&](StagedMessage& staged) {
    staged.finish(outcome.response);
    return std::bit_cast<float>(outcome.response.registers[0][0]);
  };
  {
    const auto staged = StagedMessage::plan(bench.memory, message, {}, outcome);
    staged->deliver(0, 0, 1, Texel{{0, 0, 0, 0}});  // the red texel turns black
    CHECK(red_of_pixel_0(*staged) == 0.0f);
  }
  {
    const auto staged = StagedMessage::plan(bench.memory, message, {}, outcome);
    std::array<PixelSums, kPixelsPerSubspan> sums;
    sums[0].texels[0] = std::int64_t{255} << 16;
    staged->deliver(0, sums);
    CHECK(red_of_pixel_0(*staged) == 1.0f);
  }
  const auto staged = StagedMessage::plan(bench.memory, message, {}, outcome);
  AddressedFootprint addressed{.read = 0x1111};  // the red texel alone
  for (unsigned corner = 0; corner < kTexelsPerFootprint; corner += 4) {
    addressed.weight[corner] = 1u << 16;
    addressed.element[corner] = ByteAddress{bench.state.base_address.value() + 4};
  }
  staged->deliver(0, 0, addressed, outcome.subspans[0].footprints[0]);
  CHECK(outcome.subspans[0].footprints[0].texels == 0x1111);
  CHECK(red_of_pixel_0(*staged) == 1.0f);
}

TEST_CASE("texels are read when a stage asks for them and once", "[sampling]") {
  SamplerBench bench{{.width = 1, .height = 1}, rgba({0x000000FF}), linear_sampler()};
  const Message message = bench.message(Op::kSampleLz, {0.5f, 0.5f}, {.execution_mask = 0xF});
  SamplerOutcome outcome;
  const auto staged = StagedMessage::plan(bench.memory, message, {}, outcome);
  CHECK(staged->operands(0, 0)[0].code[0] == 0xFF);
  bench.memory.write_u32(bench.state.base_address, 0);
  staged->finish(outcome.response);
  CHECK(std::bit_cast<float>(outcome.response.registers[0][0]) == 1.0f);
}

TEST_CASE("messages that neither sample nor gather have no stages", "[sampling]") {
  SamplerBench bench{{.width = 1, .height = 1}, rgba({0x000000FF}), linear_sampler()};
  SamplerOutcome outcome;
  CHECK(StagedMessage::plan(bench.memory, bench.message(Op::kLd, {0, 0, 0}), {}, outcome) == nullptr);
  CHECK(StagedMessage::plan(bench.memory, bench.message(Op::kResinfo, {0}), {}, outcome) == nullptr);
}
