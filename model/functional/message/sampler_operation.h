// The sampler's message types and their parameters (gen9-messages.md section 3.2).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace texpipe::functional {

/// What a payload register (pair) holds for each channel.
enum class SamplerParameter : std::uint8_t {
  kU,
  kV,
  kR,
  kArrayIndex,
  kLod,
  kBias,
  kReference,
  kDuDx,
  kDuDy,
  kDvDx,
  kDvDy,
  kDrDx,
  kDrDy,
  kMinimumLod,
  kOffsetU,
  kOffsetV,
  kSampleIndex,
  kMcsLow,
  kMcsHigh,
};
inline constexpr unsigned kSamplerParameters = 19;

/// What an operation does.
enum class OperationKind : std::uint8_t {
  kSample,                // filter
  kGather,                // the four texels of a bilinear footprint, unfiltered
  kGatherOffset,          // the same with an offset per pixel
  kLoad,                  // one texel by integer coordinates
  kLoadMultisample,       // sample through the MCS
  kLoadMultisampleSlice,  // sample slice directly
  kLoadMcs,               // the MCS words themselves
  kLod,                   // level of detail
  kSurfaceInfo,           // resinfo
  kSampleInfo,
};

/// Where the level of detail comes from.
enum class LodSource : std::uint8_t {
  kNone,
  kQuad,       // differences of the subspan
  kQuadBias,   // and a bias parameter
  kParameter,  // explicit, no anisotropy
  kZero,       // explicit 0, no anisotropy
  kGradients,  // gradient parameters
};

/// Reduction that the message type asks for, apart from the sampler's Reduction Type.
enum class OperationReduction : std::uint8_t { kSampler, kMinimum, kMaximum };

struct SamplerOperation {
  std::uint8_t code;
  std::string_view name;
  OperationKind kind;
  LodSource lod = LodSource::kNone;
  bool compare = false;
  bool kill_mask = false;  // a response register with the pixels that chroma key leaves alive
  bool simd8_only = false;
  OperationReduction reduction = OperationReduction::kSampler;
  std::uint8_t parameter_count = 0;
  std::array<SamplerParameter, 12> parameters{};
};

/// The operation of a message type in SIMD8, SIMD16, SIMD8D and SIMD4x2 messages; null for reserved codes.
const SamplerOperation* find_sampler_operation(unsigned code);

/// Name of a message type of SIMD32/64 messages (media); empty for reserved codes.
std::string_view media_operation_name(unsigned code);

}  // namespace texpipe::functional
