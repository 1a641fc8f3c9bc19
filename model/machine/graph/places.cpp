#include "machine/graph/places.h"

#include <algorithm>

namespace texpipe::machine {

std::string slice_path(const MachineParameters& machine, std::uint32_t slice) {
  return unit_path("slice", slice, machine.slice.size());
}

std::vector<SubslicePlace> subslices_of(const MachineParameters& machine) {
  std::vector<SubslicePlace> places;
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) {
    const std::vector<SubsliceParameters>& subslices = machine.slice[slice].subslice;
    const std::string path = slice_path(machine, slice) + ".subslice[";
    for (std::uint32_t i = 0; i < subslices.size(); ++i)
      places.push_back({&subslices[i], path + std::to_string(i) + "]", slice, i});
  }
  return places;
}

std::vector<std::uint32_t> subslices_of_slices(const MachineParameters& machine) {
  std::vector<std::uint32_t> subslices;
  for (std::size_t slice = 0; slice < machine.slice.size(); ++slice)
    subslices.push_back(static_cast<std::uint32_t>(machine.slice[slice].subslice.size()));
  return subslices;
}

std::vector<SamplerPlace> samplers_of(const MachineParameters& machine) {
  std::vector<SamplerPlace> places;
  const std::vector<SubslicePlace> subslices = subslices_of(machine);
  for (std::uint32_t i = 0; i < subslices.size(); ++i) {
    if (sampler_holder(machine, i) != i) continue;
    const Units<SamplerParameters>& samplers = subslices[i].parameters->sampler;
    for (std::uint32_t s = 0; s < samplers.size(); ++s)
      places.push_back(
          {&samplers[s], subslices[i].path + "." + unit_path("sampler", s, samplers.size()), subslices[i].slice, i, s});
  }
  return places;
}

std::uint32_t sampler_holder(const MachineParameters& machine, std::uint32_t subslice) {
  const SubslicePlace place = subslices_of(machine)[subslice];
  return subslice - place.within % machine.slice[place.slice].subslices_per_sampler;
}

std::uint32_t sampler_users(const MachineParameters& machine, std::uint32_t holder) {
  const SubslicePlace place = subslices_of(machine)[holder];
  const SliceParameters& slice = machine.slice[place.slice];
  const auto subslices = static_cast<std::uint32_t>(slice.subslice.size());
  return std::min(slice.subslices_per_sampler, subslices - place.within);
}

}  // namespace texpipe::machine
