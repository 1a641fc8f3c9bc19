#include <bit>

#include "functional/c_interface/outcome.h"
#include "functional/sampling/footprint_plan.h"

namespace texpipe::functional::c_interface {

namespace {

texpipe_footprint footprint_of(const Footprint& footprint, const FootprintOperands& operands) {
  texpipe_footprint result{};
  result.pixels = footprint.pixels;
  result.level = footprint.level;
  result.tap = footprint.tap;
  result.slice_half = footprint.slice_half;
  result.memory = footprint.texels;
  for (unsigned texel = 0; texel < kTexelsPerFootprint; ++texel) {
    result.address[texel] = footprint.addresses[texel].stored.value();
    result.weight[texel] = operands.weight[texel];
    std::copy(operands.code[texel].begin(), operands.code[texel].end(), result.code[texel]);
  }
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) result.pixel_weight[p] = footprint.pixels >> p & 1;
  return result;
}

/// Adds what the plan knows beyond texels of memory: border, cube corners, all weights.
void add_plan(const FootprintPlan& plan, const TextureBinding& binding, const FootprintOperands& operands,
              texpipe_footprint& result) {
  result.border = plan.border;
  result.cube_corner = plan.missing;
  for (unsigned bits = plan.corners; bits != 0; bits &= bits - 1) {
    const auto texel = static_cast<unsigned>(std::countr_zero(bits));
    result.weight[texel] = plan.weight[texel];
    const bool plain_border = (plan.border >> texel & 1) != 0 && operands.weight[texel] == 0;
    const auto& code = plain_border ? binding.sampler.border.texel.code : operands.code[texel];
    std::copy(code.begin(), code.end(), result.code[texel]);
  }
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
    result.pixel_weight[p] = (plan.pixels >> p & 1) != 0 ? plan.pixel_weight[p] : 0;
}

texpipe_lod lod_of(const PixelSetup& pixel) {
  return {.unclamped = pixel.levels.unclamped,
          .clamped = pixel.levels.clamped,
          .magnify = pixel.magnify ? 1u : 0u,
          .first_level = pixel.levels.first,
          .second_level = pixel.levels.second,
          .second_weight = pixel.levels.second_weight,
          .taps = pixel.taps};
}

/// Plans the subspan again, which gives the footprints of the execution in the same order.
void add_setup(const TextureBinding& binding, unsigned subspan, const SubspanPlan& done, texpipe_outcome& outcome) {
  SubspanSetup setup;
  set_up_subspan(binding, outcome.request, subspan, setup);
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    if (setup.pixel[p].active) outcome.lod[subspan * kPixelsPerSubspan + p] = lod_of(setup.pixel[p]);
  }
  if (!outcome.request.operation->samples()) return;
  std::size_t index = 0;
  for_each_footprint(binding, setup, [&](const FootprintPlan& plan) {
    add_plan(plan, binding, done.operands.at(index), outcome.footprints[subspan].at(index));
    ++index;
  });
}

texpipe_outcome executed(const GpuMemory& memory, const Message& message) {
  texpipe_outcome outcome;
  outcome.descriptor = message.descriptor;
  outcome.extended_descriptor = message.extended_descriptor;
  decode_sampler_request(message, outcome.request);
  SamplerOutcome done = execute_sampler_message(memory, message, PlanDetail::kOperands);
  outcome.response = std::move(done.response);
  for (const SubspanPlan& plan : done.subspans) {
    std::vector<texpipe_footprint>& footprints = outcome.footprints.emplace_back();
    for (std::size_t i = 0; i < plan.footprints.size(); ++i)
      footprints.push_back(footprint_of(plan.footprints[i], plan.operands.at(i)));
  }
  const gen9::SamplerMessageFacts& operation = *outcome.request.operation;
  if (!operation.samples() && operation.action != gen9::SamplerAction::kLod) return outcome;
  const auto binding = make_binding(memory, message, read_binding_words(memory, message, outcome.request));
  if (binding->surface.null || binding->sampler.state.disable || binding->surface.state.is_buffer()) return outcome;
  for (unsigned subspan = 0; subspan < outcome.footprints.size(); ++subspan) {
    if ((outcome.request.pixels >> (4 * subspan) & 0xF) != 0)
      add_setup(*binding, subspan, done.subspans[subspan], outcome);
  }
  return outcome;
}

}  // namespace

texpipe_outcome execute(const GpuMemory& memory, const Message& message) {
  texpipe_outcome outcome = executed(memory, message);
  outcome.request.parameters = {};  // they lie in the message
  return outcome;
}

}  // namespace texpipe::functional::c_interface
