// The programs of the microbenchmarks, and what their threads start with.
#pragma once

#include <cstdint>

#include "functional/execution/eu/eu_builder.h"
#include "workload/microbenchmark/microbenchmark_parameters.h"

namespace texpipe::study {

// r0 is the header that ends the thread. r1 DWord 0: how often the program's loop runs. Then the lanes' places, two
// registers each, as whole numbers.
inline constexpr std::uint8_t kBenchmarkPayload = 1;
inline constexpr std::uint8_t kBenchmarkX = 2;
inline constexpr std::uint8_t kBenchmarkY = 4;
inline constexpr std::uint8_t kBenchmarkFirstFree = 6;

inline constexpr std::uint32_t kBenchmarkSide = 16;  // lanes of a work group and loads of a lane, along an axis
inline constexpr std::uint32_t kRandomSampleLanes = 16;
inline constexpr std::uint32_t kRandomSamplesPerPixel = 8;

/// Channels up to the last one that a format stores: a compiler leaves the others out of the response.
std::uint8_t stored_channels(gen9::SurfaceFormat format);

/// @param surface, sampler  binding table index and sampler index that messages name
functional::BuiltProgram sampler_chain_program(std::uint32_t surface, const functional::MessageContext* context);
functional::BuiltProgram sampler_rate_program(const SamplerRateParameters& parameters, std::uint32_t surface,
                                              std::uint32_t sampler, const functional::MessageContext* context);
functional::BuiltProgram random_samples_program(const RandomSamplesParameters& parameters, std::uint32_t surface,
                                                std::uint32_t sampler, const functional::MessageContext* context);
functional::BuiltProgram instructions_program(const InstructionBenchmarkParameters& parameters,
                                              const functional::MessageContext* context);

}  // namespace texpipe::study
