// The programs of the texture walks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "workload/extent/image_extent.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

// Register that a thread of a walk starts with. r0 is the header that ends the thread.
inline constexpr std::uint8_t kThreadPayload = 1;             // DWords below, float32 unless said otherwise
inline constexpr std::array<std::uint8_t, 2> kOriginX{0, 3};  // centre of the first pixel of parts left and right
inline constexpr std::array<std::uint8_t, 2> kOriginY{1, 4};  // of those above and below
inline constexpr std::uint8_t kRepeatCount = 2;               // integer; steady walks
inline constexpr std::uint8_t kLaneX = 2;  // two registers: the lanes' pixels, from their part's first
inline constexpr std::uint8_t kLaneY = 4;
inline constexpr std::uint8_t kPartLanes =
    6;  // of threads with several parts: a DWord each, the lanes that have pixels

/// Surroundings that a program has to know beside its parameters.
struct WalkSurroundings {
  ImageExtent image;
  ImageExtent texture;                                // level 0, in texels
  std::uint32_t texture_index = 0;                    // binding table
  std::vector<std::uint32_t> more_texture_indices{};  // of the textures that each pixel samples besides
  std::uint32_t sampler_index = 0;
  std::uint32_t output_index = 0;
  bool needs_dispatch_check = false;  // some threads have no pixel
  bool cuts_parts = false;            // some parts of threads with several have lanes without a pixel
  const functional::MessageContext* context = nullptr;
};

/// Messages of one turn of a steady walk's loop: every part as often, and every result as often.
unsigned steady_loop_messages(const TextureWalkParameters& parameters);

/// A thread's program. An EU has 32 channels and its threads' parts 16: the parts take turns on channels 0 to 15, where
/// flags from the payload stand for those lanes that have pixels.
struct WalkProgram {
  functional::BuiltProgram program;
  std::vector<std::uint8_t> first_lanes;  // by instruction: of the thread, where a message of it has its channel 0
};

WalkProgram walk_program(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings);

}  // namespace texpipe::study
