// What the parameters of a workload have to keep beyond their ranges, known before anything is read or built.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parameter_rule.h"
#include "study/workload/image_extent.h"
#include "study/workload/workload_parameters.h"

namespace texpipe::study {

/// Every rule that a texture walk breaks; paths start with `workload.`.
std::vector<BrokenRule> broken_rules(const TextureWalkParameters& parameters);

/// The same for a cache table over the tags of `cache`, which is the L1 of the first subslice.
std::vector<BrokenRule> broken_rules(const CacheTableParameters& parameters,
                                     const machine::TextureCacheParameters& cache);

/// The same for a microbenchmark, of which only the chosen one's keys count.
std::vector<BrokenRule> broken_rules(const MicrobenchmarkParameters& parameters);

/// The same for a workload of any kind on a machine. @param l1  of the first subslice
std::vector<BrokenRule> broken_rules(const WorkloadParameters& parameters, const machine::TextureCacheParameters& l1);

/// Pixels of a walk's message: SIMD8 is two quads side by side, SIMD16 two rows of them.
ImageExtent message_block(std::uint32_t simd);

}  // namespace texpipe::study
