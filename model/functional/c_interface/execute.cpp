#include <algorithm>

#include "functional/c_interface/outcome.h"

namespace texpipe::functional::c_interface {

namespace {

texpipe_footprint footprint_of(const Footprint& footprint, const FootprintAddresses& addresses,
                               const FootprintOperands& operands) {
  texpipe_footprint result{};
  result.pixels = footprint.pixels;
  result.level = footprint.level;
  result.tap = footprint.tap;
  result.slice_half = footprint.slice_half;
  result.memory = footprint.texels;
  for (unsigned texel = 0; texel < kTexelsPerFootprint; ++texel) {
    result.address[texel] = addresses[texel].stored.value();
    result.weight[texel] = operands.weight[texel];
    std::copy(operands.code[texel].begin(), operands.code[texel].end(), result.code[texel]);
  }
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) result.pixel_weight[p] = footprint.pixels >> p & 1;
  return result;
}

/// Puts in what the plan knew beyond texels of memory: border, cube corners, all weights.
void add_intermediates(const FootprintIntermediates& plan, texpipe_footprint& result) {
  result.border = plan.border;
  result.cube_corner = plan.missing;
  for (unsigned texel = 0; texel < kTexelsPerFootprint; ++texel) {
    result.weight[texel] = plan.weight[texel];
    std::copy(plan.code[texel].begin(), plan.code[texel].end(), result.code[texel]);
  }
  std::copy(plan.pixel_weight.begin(), plan.pixel_weight.end(), result.pixel_weight);
}

texpipe_lod lod_of(const PixelLevels& levels) {
  return {.unclamped = levels.unclamped,
          .clamped = levels.clamped,
          .magnify = levels.magnify ? 1u : 0u,
          .first_level = levels.first,
          .second_level = levels.second,
          .second_weight = levels.second_weight,
          .taps = levels.taps};
}

}  // namespace

texpipe_outcome execute(const GpuMemory& memory, const Message& message) {
  texpipe_outcome outcome;
  outcome.descriptor = message.descriptor;
  outcome.extended_descriptor = message.extended_descriptor;
  decode_sampler_request(message, outcome.request);
  outcome.request.parameters = {};  // they lie in the message
  SamplerOutcome done = execute_sampler_message(memory, message, PlanDetail::kIntermediates);
  outcome.response = std::move(done.response);
  for (const SubspanPlan& plan : done.subspans) {
    const std::size_t first = outcome.footprints.size() * kPixelsPerSubspan;
    for (std::size_t p = 0; p < plan.levels.size(); ++p) outcome.lod[first + p] = lod_of(plan.levels[p]);
    std::vector<texpipe_footprint>& footprints = outcome.footprints.emplace_back();
    for (std::size_t i = 0; i < plan.footprints.size(); ++i) {
      footprints.push_back(footprint_of(plan.footprints[i], plan.addresses.at(i), plan.operands.at(i)));
      if (!plan.intermediates.empty()) add_intermediates(plan.intermediates.at(i), footprints.back());
    }
  }
  return outcome;
}

}  // namespace texpipe::functional::c_interface
