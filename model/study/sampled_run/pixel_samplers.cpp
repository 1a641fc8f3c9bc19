#include "study/sampled_run/pixel_samplers.h"

#include <optional>

#include "machine/graph/places.h"

namespace texpipe::study {

namespace {

/// Without time of the fixed functions nothing is hashed.
machine::PixelHashParameters hash_of(const machine::MachineParameters& machine) {
  machine::PixelHashParameters hash = machine.slice.frame.pixel_hash;
  if (!machine.slice.frame.enabled) hash.subslices = machine::SubsliceBlocks::kNone;
  return hash;
}

}  // namespace

PixelSamplers::PixelSamplers(const machine::MachineParameters& machine)
    : hash_{hash_of(machine), machine::subslices_of_slices(machine)} {
  const std::vector<machine::SamplerPlace> samplers = machine::samplers_of(machine);
  count_ = samplers.size();
  for (std::uint32_t subslice = 0; subslice < hash_.subslices(); ++subslice) {
    Served& served = of_subslice_.emplace_back();
    for (std::size_t number = 0; number < samplers.size(); ++number) {
      if (samplers[number].subslice != machine::sampler_holder(machine, subslice)) continue;
      if (served.count++ == 0) served.first = number;
    }
  }
}

std::size_t PixelSamplers::sampler_of(const functional::ThreadSource& threads, unsigned group) {
  const std::optional<functional::ThreadPixel> pixel = threads.pixel_of(group);
  const std::optional<std::uint32_t> subslice = pixel ? hash_.subslice_of(*pixel) : std::nullopt;
  if (!subslice) return draws_() % count_;
  const Served& served = of_subslice_[*subslice];
  return served.first + (served.count > 1 ? draws_() % served.count : 0);
}

}  // namespace texpipe::study
