// The programs of the texture walks.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "workload/extent/image_extent.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

// Register that a thread of a walk starts with. r0 is the header that ends the thread.
inline constexpr std::uint8_t kThreadPayload = 1;  // DWords below, float32 unless said otherwise
inline constexpr std::uint8_t kOriginX = 0;        // centre of the thread's pixel (0, 0)
inline constexpr std::uint8_t kOriginY = 1;
inline constexpr std::uint8_t kRepeatCount = 2;  // integer; steady walks
inline constexpr std::uint8_t kLaneX = 2;        // two registers: the lanes' pixels, from the thread's (0, 0)
inline constexpr std::uint8_t kLaneY = 4;
inline constexpr std::uint8_t kFirstFreeRegister = 6;

/// Surroundings that a program has to know beside its parameters.
struct WalkSurroundings {
  ImageExtent image;
  ImageExtent texture;                                // level 0, in texels
  std::uint32_t texture_index = 0;                    // binding table
  std::vector<std::uint32_t> more_texture_indices{};  // of the textures that each pixel samples besides
  std::uint32_t sampler_index = 0;
  std::uint32_t output_index = 0;
  bool needs_dispatch_check = false;  // some threads have no pixel
  const functional::MessageContext* context = nullptr;
};

/// First row below the sky: whole quads, so that no quad crosses the horizon.
std::uint32_t horizon_row(const PerspectiveFloorParameters& parameters, std::uint32_t image_height);

functional::BuiltProgram walk_program(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings);

}  // namespace texpipe::study
