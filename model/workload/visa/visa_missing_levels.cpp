#include "workload/visa/visa_missing_levels.h"

#include <algorithm>
#include <set>

#include "pictures/texture/missing_levels.h"

namespace texpipe::study {

namespace {

/// Whether an operation filters at a level of detail that it takes or computes.
bool chooses_level(gen9::SamplerMessageType type) {
  const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(type);
  return operation.action == gen9::SamplerAction::kSample && operation.lod != gen9::LodSource::kZero;
}

template <class Item>
const Item* with_index(const std::vector<Item>& items, std::uint32_t index) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.index == index; });
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Diagnostic> missing_levels(const functional::VisaKernel& kernel, const VisaInputs& inputs,
                                       const std::vector<MadeSurface>& surfaces) {
  std::vector<Diagnostic> warnings;
  std::set<std::uint32_t> told;
  for (const auto& [statement, lowered] : kernel.lowered) {
    if (!chooses_level(lowered.operation) || lowered.surface.source || !lowered.sampler || lowered.sampler->source)
      continue;
    const VisaSamplerInput* sampler = with_index(inputs.samplers, lowered.sampler->index);
    const MadeSurface* surface = with_index(surfaces, lowered.surface.index);
    if (sampler == nullptr || surface == nullptr) continue;
    if (!misses_levels(surface->image, sampler->state.mip_filter, sampler->state.max_lod.value())) continue;
    if (!told.insert(surface->index).second) continue;
    const VisaSurfaceInput& input = *with_index(inputs.surfaces, surface->index);
    warnings.push_back({.position = input.position,
                        .path = "surface " + std::to_string(surface->index),
                        .problem = "has one level, and the mip filter of sampler " + std::to_string(sampler->index) +
                                   " is " + std::string{name_of(sampler->state.mip_filter)},
                        .hint = input.texture.empty() ? "`levels` gives a pattern more" : kLevelsHint});
  }
  return warnings;
}

}  // namespace texpipe::study
