// Subslices and samplers of a machine as they stand in its tree, with their paths.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

struct SubslicePlace {
  const SubsliceParameters* parameters;  // part of the machine's, which must outlive it
  std::string path;
  std::uint32_t slice;   // number of the slice that holds it
  std::uint32_t within;  // number in this slice
};

struct SamplerPlace {
  const SamplerParameters* parameters;  // part of the machine's, which must outlive it
  std::string path;
  std::uint32_t slice;     // number of the slice that holds it
  std::uint32_t subslice;  // number of the subslice that holds it
  std::uint32_t index;     // number in this subslice
};

/// Path of a slice: `slice`, or `slice[1]` where there are several.
std::string slice_path(const MachineParameters& machine, std::uint32_t slice);

/// All subslices, in the order of their numbers: those of the first slice, then those of the next one.
std::vector<SubslicePlace> subslices_of(const MachineParameters& machine);

/// Number of subslices of each slice.
std::vector<std::uint32_t> subslices_of_slices(const MachineParameters& machine);

/// All samplers, in the order of their numbers: those of the first subslice, then those of the next one that has any.
std::vector<SamplerPlace> samplers_of(const MachineParameters& machine);

/// Number of the subslice whose samplers a subslice uses: its own, or those of the first one that shares them.
std::uint32_t sampler_holder(const MachineParameters& machine, std::uint32_t subslice);

/// Subslices that use the samplers of `holder`, which is the first of them.
std::uint32_t sampler_users(const MachineParameters& machine, std::uint32_t holder);

}  // namespace texpipe::machine
